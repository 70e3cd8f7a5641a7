#include "pci/arbiter.h"

#include <stdexcept>

namespace niclab::pci {

Arbiter::Arbiter(sc_core::sc_module_name name, core::Clock& clock, const core::Wire<Levels>& levels, const Wires& req,
                 const Wires& gnt, const std::vector<std::string>& masters, const ArbiterConfig& config)
    : Clocked(name, clock), levels_(levels), req_(req), gnt_(gnt), masters_(masters), config_(config) {}

void Arbiter::before_end_of_elaboration() {
    SC_HAS_PROCESS(Arbiter);
    try {
        machine_.emplace(config_, masters_);
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(std::string(name()) + ": " + e.what());
    }
    call_at_edges<&Arbiter::on_clock>(*this);
    SC_METHOD(on_request);
    for (const auto& req : req_) sensitive << *req;
    dont_initialize();
}

ArbiterSample Arbiter::inputs() const {
    const Levels& bus = record_ ? record_->now : levels_.read();
    std::uint32_t requests = record_ ? record_->req : 0;
    if (!record_)
        for (std::size_t i = 0; i < req_.size(); ++i) requests |= std::uint32_t{req_[i]->read()} << i;
    return {bus.frame, bus.idle(), requests};
}

void Arbiter::move_grant(int from, int to) {
    if (record_) return record_->grant(to);
    if (from >= 0) gnt_[static_cast<std::size_t>(from)]->write(false);
    if (to >= 0) gnt_[static_cast<std::size_t>(to)]->write(true);
}

void Arbiter::on_clock() {
    const ArbiterSample in = inputs();
    const int before = machine_->granted();
    const bool changed = machine_->clock(in);
    if (machine_->granted() != before) move_grant(before, machine_->granted());
    // The wires wake it only for REQ#: at signal level it has every clock of a busy bus.
    if (!changed && (record_ || (in.requests == 0 && in.idle))) sleep();
}

}  // namespace niclab::pci
