#include "fiber/fiber.h"

namespace niclab::fiber {

Fiber::Fiber(sc_core::sc_module_name name, core::Clock& transmit_clock, const Config& config)
    : sc_module(name),
      clock_(transmit_clock),
      method_(transmit_clock.attach(core::edge_call<&Fiber::on_launch_edge>(*this))),
      impairments_(config.impairments, transmit_clock.period_fs(), config.seed, this->name()) {
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

void Fiber::leave_pins() {
    clock_.sleep(method_);
    clock_.release();
}

void Fiber::on_launch_edge() {
    ++calls_;
    edge_.notify(remainder_);
}

void Fiber::on_arrival_edge() {
    ++calls_;
    Octet arriving{impairments_.apply(in.octet->read(), core::now_fs()), in.frame->read()};
    if (!on_the_way_.empty()) {
        std::swap(arriving, on_the_way_[next_]);
        if (++next_ == on_the_way_.size()) next_ = 0;
    }
    out.octet->write(arriving.octet);
    if (arriving.frame != frame_) out.frame->write(frame_ = arriving.frame);
}

void Fiber::describe(core::StatsVisitor& v) const {
    const Impairments::Stats& s = impairments_.stats();
    v.counter("bit_errors", s.bit_errors, "bits", "Bits the fiber turned over.");
    v.counter("bursts", s.bursts, "events", "Bursts of errors.");
    v.counter("dark_octets", s.dark_octets, "octets", "Octet times without light.");
}

}  // namespace niclab::fiber
