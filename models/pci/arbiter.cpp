#include "pci/arbiter.h"

#include <algorithm>
#include <stdexcept>

namespace niclab::pci {

Arbiter::Arbiter(sc_core::sc_module_name name, core::Clock& clock, const core::Wire<Levels>& levels, const Wires& req,
                 const Wires& gnt, const std::vector<std::string>& masters, const ArbiterConfig& config)
    : Clocked(name, clock), levels_(levels), req_(req), gnt_(gnt), masters_(masters), config_(config) {}

unsigned Arbiter::index_of(const std::string& agent) const {
    const auto at = std::find(masters_.begin(), masters_.end(), agent);
    if (at == masters_.end()) throw std::invalid_argument(std::string(name()) + ": no initiator of '" + agent + "'");
    return static_cast<unsigned>(at - masters_.begin());
}

ArbitrationPolicy Arbiter::policy() const {
    const auto masters = static_cast<unsigned>(masters_.size());
    if (config_.policy == ArbiterConfig::Policy::RoundRobin) return ArbitrationPolicy(RoundRobinPolicy(masters));
    std::vector<unsigned> order;
    std::uint32_t named = 0;
    for (const std::string& agent : config_.agents) {
        order.push_back(index_of(agent));
        named |= 1u << order.back();
    }
    if (config_.policy == ArbiterConfig::Policy::TwoLevelFair)
        return ArbitrationPolicy(TwoLevelFairPolicy(masters, named));
    for (unsigned k = 0; k < masters; ++k)
        if ((named >> k & 1u) == 0) order.push_back(k);
    return ArbitrationPolicy(FixedPriorityPolicy(order));
}

void Arbiter::before_end_of_elaboration() {
    SC_HAS_PROCESS(Arbiter);
    policy_ = policy();
    if (config_.parking == ArbiterConfig::Parking::Agent)
        parked_agent_ = static_cast<int>(index_of(config_.parked_agent));
    call_at_edges<&Arbiter::on_clock>(*this);
    SC_METHOD(on_request);
    for (const auto& req : req_) sensitive << *req;
    dont_initialize();
}

int Arbiter::parked() const {
    switch (config_.parking) {
        case ArbiterConfig::Parking::First:
            return gnt_.empty() ? -1 : 0;
        case ArbiterConfig::Parking::Last:
            return last_;
        case ArbiterConfig::Parking::Agent:
            return parked_agent_;
        default:
            return -1;
    }
}

void Arbiter::grant(int agent) {
    if (granted_ >= 0) gnt_[static_cast<std::size_t>(granted_)]->write(false);
    if (agent >= 0) gnt_[static_cast<std::size_t>(agent)]->write(true);
    granted_ = agent;
    used_ = false;
}

void Arbiter::on_clock() {
    const Levels& bus = levels_.read();
    if (bus.frame && !frame_) used_ = true, last_ = granted_;
    frame_ = bus.frame;
    if (next_ >= 0) {
        grant(next_);
        next_ = -1;
        return;
    }
    std::uint32_t requests = 0;
    for (std::size_t i = 0; i < req_.size(); ++i) requests |= std::uint32_t{req_[i]->read()} << i;
    const bool waits = granted_ >= 0 && !used_ && (requests >> granted_ & 1u);
    // With fixed priorities a grant that was not used yet goes to a better one, while the bus is busy anyway.
    const bool may_move = config_.policy == ArbiterConfig::Policy::FixedPriority && !bus.idle();
    if (waits && !may_move) return;
    // Nobody waits with a grant in hand: the next requester gets it, or the parked agent on an idle bus.
    const int chosen = requests != 0 ? policy_.choose(requests) : (bus.idle() ? parked() : granted_);
    if (chosen == granted_) {
        if (requests != 0)
            used_ = false;
        else if (bus.idle())
            sleep();
    } else if (granted_ >= 0 && bus.idle()) {
        grant(-1);
        next_ = chosen;
    } else {
        grant(chosen);
    }
}

}  // namespace niclab::pci
