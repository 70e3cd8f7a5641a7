#include "fiber/fiber.h"

namespace niclab::fiber {

Fiber::Fiber(sc_core::sc_module_name name, core::Clock& transmit_clock, const Config& config)
    : sc_module(name),
      clock_(transmit_clock),
      method_(transmit_clock.attach(core::edge_call<&Fiber::on_launch_edge>(*this))),
      impairments_(config.impairments, transmit_clock.period_fs(), config.seed,
                   config.stream.empty() ? this->name() : config.stream) {
    SC_HAS_PROCESS(Fiber);
    const core::Femtoseconds delay = config.delay_fs();
    const core::Femtoseconds remainder = delay % transmit_clock.period_fs();
    remainder_ = core::from_fs(remainder > 0 ? remainder : 1);  // an arrival never coincides with a launch
    on_the_way_.resize(delay / transmit_clock.period_fs());
    transmit_clock.acquire();
    SC_METHOD(on_arrival_edge);
    sensitive << edge_;
    dont_initialize();
}

Fiber::Load Fiber::enter_transaction_level() {
    clock_.sleep(method_);
    clock_.release();
    Load load;
    load.octets.push_back(arrived_);
    for (std::size_t i = 0; i < on_the_way_.size(); ++i)
        load.octets.push_back(on_the_way_[(next_ + i) % on_the_way_.size()]);
    load.launching = next_edge_ > core::now_fs();
    if (!load.launching) return load;
    core::cancel(edge_);
    load.edge = next_edge_;
    load.launched = {in.octet->read(), in.frame->read()};
    return load;
}

void Fiber::enter_signal_level(const Load& load) {
    next_ = 0;
    std::copy(load.octets.begin() + 1, load.octets.end(), on_the_way_.begin());
    arrived_ = load.octets.front();
    out.octet->write(arrived_.octet), out.frame->write(arrived_.frame);
    if (load.launching) core::fire(edge_, load.edge - core::now_fs());
    next_edge_ = load.launching ? load.edge : 0;
    clock_.wake(method_);
    clock_.acquire();
}

void Fiber::on_launch_edge() {
    ++calls_;
    core::fire(edge_, remainder_.value());
    next_edge_ = core::now_fs() + remainder_.value();
}

void Fiber::on_arrival_edge() {
    ++calls_;
    LineOctet arriving{impairments_.apply(in.octet->read(), core::now_fs()), in.frame->read()};
    if (!on_the_way_.empty()) {
        std::swap(arriving, on_the_way_[next_]);
        if (++next_ == on_the_way_.size()) next_ = 0;
    }
    out.octet->write(arriving.octet);
    if (arriving.frame != arrived_.frame) out.frame->write(arriving.frame);
    arrived_ = arriving;
}

void Fiber::describe(core::StatsVisitor& v) const {
    const Impairments::Stats& s = impairments_.stats();
    v.counter("bit_errors", s.bit_errors, "bits", "Bit errors on the fiber.");
    v.counter("bursts", s.bursts, "events", "Error bursts on the fiber.");
    v.counter("light_off_octets", s.dark_octets, "octets", "Octet times without light.");
}

}  // namespace niclab::fiber
