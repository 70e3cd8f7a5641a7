// The repetition of an idle bus, and its end on a request.
#include <algorithm>
#include <utility>

#include "pci/bus.h"
#include "pci/flat_bus.h"
#include "pci/initiator.h"
#include "pci/target.h"

namespace niclab::pci {

std::uint32_t FlatBus::awake_initiators() const {
    std::uint32_t pairs = 0;
    for (std::size_t k = 0; k < parties_.initiators.size(); ++k)
        pairs |= std::uint32_t{!parties_.initiators[k].agent->asleep()} << k;
    return pairs;
}

void FlatBus::begin_idle() {
    if (!repeats_idle_ || !masters_.any_awake()) return;
    for (const auto& t : parties_.targets)
        if (!t.agent->asleep()) return;
    idle_parties_.awake = awake_initiators();
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
    if (!shape.stays) edge_request_.in(shape.clocks.size() + 1);
}

/// The levels of `sampled_now` further clocks are being sampled, those of the present edge. An
/// agent that needs the next edge gets it, even if that is at the present time. The others are
/// woken by the change for which they wait.
void FlatBus::end_idle(unsigned sampled_now) {
    const IdleShape& shape = *std::exchange(idle_, nullptr);
    edge_request_.drop();
    const std::size_t most = shape.clocks.size() + 1, passed = this->passed(static_cast<unsigned>(most));
    idled_.samples = std::min(passed + sampled_now, most), ++idled_.number;
    if (passed > 0) stand_at(shape, std::min(passed, shape.clocks.size()) - 1);
    if (shape.stays && passed >= shape.clocks.size()) return;
    if (passed < shape.clocks.size()) ++idle_left_;
    parties_.arbiter.wake_at_once();
    const std::uint32_t awake = idled_.clock(std::min(passed, shape.clocks.size())).awake;
    for (std::size_t k = 0; awake >> k != 0; ++k)
        if ((awake >> k & 1u) != 0) parties_.initiators[k].agent->wake_at_once();
}

/// Sets the state after that clock.
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
