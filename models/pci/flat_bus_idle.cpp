// An idle bus that is repeated, and left where somebody wants something of it.
#include <algorithm>
#include <utility>

#include "pci/bus.h"
#include "pci/flat_bus.h"
#include "pci/initiator.h"
#include "pci/target.h"

namespace niclab::pci {

bool FlatBus::anybody_awake() const {
    if (!parties_.arbiter.asleep()) return true;
    for (const auto& i : parties_.initiators)
        if (!i.agent->asleep()) return true;
    return false;
}

void FlatBus::begin_idle() {
    if (!repeats_idle_ || !anybody_awake()) return;
    for (const auto& t : parties_.targets)
        if (!t.agent->asleep()) return;
    const std::optional<IdleKey> key = key_of(idle_parties_);
    if (!key) return;
    const IdleShape& shape = idle_shapes_.of(*key, [this] { return run_through(idle_parties_); });
    if (shape.clocks.empty() && !shape.stays) return;
    parties_.arbiter.halt();
    for (const auto& i : parties_.initiators) i.agent->halt();
    if (shape.clocks.empty()) return;
    idle_ = &shape;
    edge_ = core::EdgeCursor(parties_.clock);
    idled_ = {&shape, 0, parties_.clock.cycle() + 1, edge_.edge(), idled_.number};
    if (!shape.stays) wish_.in(shape.clocks.size() + 1);
}

/// An edge at this very moment has not passed where the clock is at it or comes to it.
void FlatBus::end_idle() {
    const IdleShape& shape = *std::exchange(idle_, nullptr);
    wish_.drop();
    const core::Femtoseconds present = core::now_fs();
    const bool at_edge = parties_.clock.at_edge();
    std::size_t passed = 0;
    edge_.settle();
    for (; passed <= shape.clocks.size() && (at_edge ? edge_.edge() < present : edge_.edge() <= present); edge_.next())
        ++passed;
    idled_.samples = passed, ++idled_.number;
    if (passed > 0) stand_at(shape, std::min(passed, shape.clocks.size()) - 1);
    if (shape.stays && passed >= shape.clocks.size()) return;
    if (passed < shape.clocks.size()) ++idle_left_;
    parties_.arbiter.wake_at_once();
    for (std::size_t k = 0; shape.touched >> k != 0; ++k)
        if ((shape.touched >> k & 1u) != 0) parties_.initiators[k].agent->wake_at_once();
}

/// Behind that clock.
void FlatBus::stand_at(const IdleShape& shape, std::size_t clock) {
    const IdleClock& c = shape.clocks[clock];
    now = c.bus, drive = c.drive;
    gnt = next_gnt = c.gnt;
    parties_.arbiter.machine().assume(c.arbiter);
    for (std::size_t k = 0; shape.touched >> k != 0; ++k)
        if ((shape.touched >> k & 1u) != 0)
            parties_.initiators[k].agent->machine().rest(drive[parties_.initiators[k].half]);
}

}  // namespace niclab::pci
