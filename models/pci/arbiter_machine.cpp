#include "pci/arbiter_machine.h"

#include <algorithm>
#include <stdexcept>

namespace niclab::pci {

namespace {

unsigned index_of(const std::string& agent, const std::vector<std::string>& masters) {
    const auto at = std::find(masters.begin(), masters.end(), agent);
    if (at == masters.end())
        throw std::invalid_argument("unknown agent '" + agent + "'; expected one with an initiator");
    return static_cast<unsigned>(at - masters.begin());
}

}  // namespace

ArbitrationPolicy ArbiterMachine::policy(const ArbiterConfig& config, const std::vector<std::string>& masters) {
    const auto count = static_cast<unsigned>(masters.size());
    if (count > kMostMasters)
        throw std::invalid_argument(std::to_string(count) + " initiators; expected at most " +
                                    std::to_string(kMostMasters));
    if (config.policy == ArbiterConfig::Policy::RoundRobin) return ArbitrationPolicy(RoundRobinPolicy(count));
    std::vector<unsigned> order;
    std::uint32_t named = 0;
    for (const std::string& agent : config.agents) {
        order.push_back(index_of(agent, masters));
        named |= 1u << order.back();
    }
    if (config.policy == ArbiterConfig::Policy::TwoLevelFair)
        return ArbitrationPolicy(TwoLevelFairPolicy(count, named));
    for (unsigned k = 0; k < count; ++k)
        if ((named >> k & 1u) == 0) order.push_back(k);
    return ArbitrationPolicy(FixedPriorityPolicy(order));
}

ArbiterMachine::ArbiterMachine(const ArbiterConfig& config, const std::vector<std::string>& masters)
    : ArbiterState(policy(config, masters)), config_(config), masters_(masters.size()) {
    if (config_.parking == ArbiterConfig::Parking::Agent)
        parked_agent_ = static_cast<int>(index_of(config_.parked_agent, masters));
}

int ArbiterMachine::parked() const {
    switch (config_.parking) {
        case ArbiterConfig::Parking::First:
            return masters_ == 0 ? -1 : 0;
        case ArbiterConfig::Parking::Last:
            return s_.last;
        case ArbiterConfig::Parking::Agent:
            return parked_agent_;
        default:
            return -1;
    }
}

/// A policy advances only if it changes `used` or the grant.
bool ArbiterMachine::clock(const ArbiterSample& in) {
    const Standing before = s_;
    step(in);
    return !(s_ == before);
}

std::uint64_t ArbiterState::number() const {
    const auto place = [](int pair) { return static_cast<std::uint64_t>(std::int64_t{pair} + 1); };
    return place(s_.granted) | place(s_.next) << 8 | place(s_.last) << 16 | std::uint64_t{s_.used} << 24 |
           std::uint64_t{s_.frame} << 25 | std::uint64_t{policy_.turn()} << 32;
}

void ArbiterMachine::step(const ArbiterSample& in) {
    if (in.frame && !s_.frame) s_.used = true, s_.last = s_.granted;
    s_.frame = in.frame;
    if (s_.next >= 0) {
        grant(s_.next);
        s_.next = -1;
        return;
    }
    const bool waits = s_.granted >= 0 && !s_.used && (in.requests >> s_.granted & 1u);
    // With fixed priorities an unused grant is moved to a more important requester while the bus is
    // busy anyway.
    const bool may_move = config_.policy == ArbiterConfig::Policy::FixedPriority && !in.idle;
    if (waits && !may_move) return;
    // An agent does not keep an unused grant: the next requester gets it, or the parked agent on an
    // idle bus.
    const int chosen = in.requests != 0 ? policy_.choose(in.requests) : (in.idle ? parked() : s_.granted);
    if (chosen == s_.granted) {
        if (in.requests != 0) s_.used = false;
    } else if (s_.granted >= 0 && in.idle) {
        grant(-1);
        s_.next = chosen;
    } else {
        grant(chosen);
    }
}

}  // namespace niclab::pci
