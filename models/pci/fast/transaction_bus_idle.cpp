// The repetition of an idle bus, and its end on a request.
#include <algorithm>
#include <utility>

#include "pci/fast/two_level_bus.h"
#include "pci/initiator.h"
#include "pci/target.h"

namespace niclab::pci {

std::uint32_t TransactionBus::awake_initiators() const {
    std::uint32_t pairs = 0;
    for (std::size_t k = 0; k < agents_.initiators.size(); ++k)
        pairs |= std::uint32_t{!agents_.initiators[k].agent->asleep()} << k;
    return pairs;
}

void TransactionBus::begin_idle() {
    if (!repeats_ || !repeats_idle_ || !masters_.any_awake()) return;
    for (const auto& t : agents_.targets)
        if (!t.agent->asleep()) return;
    idle_agents_.awake = awake_initiators();
    const std::optional<IdleKey> key = key_of(idle_agents_);
    if (!key) return;
    const IdleTiming& timing = idle_timings_.of(*key, [this] { return run_through(idle_agents_); });
    if (timing.clocks.empty() && !timing.stays) return;
    agents_.arbiter.halt();
    for (const auto& i : agents_.initiators) i.agent->halt();
    if (timing.clocks.empty()) return;
    idle_ = &timing;
    edge_ = core::EdgeCursor(agents_.clock);
    repeated_idle_ = {&timing, 0, agents_.clock.cycle() + 1, edge_.edge(), repeated_idle_.number};
    if (!timing.stays) edge_request_.in(timing.clocks.size() + 1);
}

/// The levels of `sampled_now` further clocks are being sampled, those of the present edge. An
/// agent that needs the next edge gets it, even if that is at the present time. The others are
/// woken by the change for which they wait.
void TransactionBus::end_idle(unsigned sampled_now) {
    const IdleTiming& timing = *std::exchange(idle_, nullptr);
    edge_request_.drop();
    const std::size_t most = timing.clocks.size() + 1, passed = this->passed(static_cast<unsigned>(most));
    repeated_idle_.samples = std::min(passed + sampled_now, most), ++repeated_idle_.number;
    if (passed > 0) stand_at(timing, std::min(passed, timing.clocks.size()) - 1);
    if (timing.stays && passed >= timing.clocks.size()) return;
    if (passed < timing.clocks.size()) ++idle_left_;
    agents_.arbiter.wake_at_once();
    const std::uint32_t awake = repeated_idle_.clock(std::min(passed, timing.clocks.size())).awake;
    for (std::size_t k = 0; awake >> k != 0; ++k)
        if ((awake >> k & 1u) != 0) agents_.initiators[k].agent->wake_at_once();
}

/// Sets the state after that clock.
void TransactionBus::stand_at(const IdleTiming& timing, std::size_t clock) {
    const IdleClock& c = timing.clocks[clock];
    now = c.bus, drive = c.drive;
    gnt = next_gnt = c.gnt;
    agents_.arbiter.machine().assume(c.arbiter);
    for (std::size_t k = 0; timing.touched >> k != 0; ++k)
        if ((timing.touched >> k & 1u) != 0)
            agents_.initiators[k].agent->machine().rest(drive[agents_.initiators[k].half]);
}

}  // namespace niclab::pci
