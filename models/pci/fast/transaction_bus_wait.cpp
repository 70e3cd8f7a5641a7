// The repetition of a wait clock of a target that is not ready.
#include "pci/fast/two_level_bus.h"
#include "pci/initiator.h"
#include "pci/target.h"

namespace niclab::pci {

/// The edge before changed nothing, so the next one does not either, unless the port, GNT# or a
/// limit of the target does.
void TransactionBus::begin_wait() {
    constexpr unsigned kFewest = 2;  // With fewer clocks there is nothing to win.
    if (!repeats_ || !repeats_idle_ || !find_wait()) return;
    TargetMachine& target = agents_.targets[transaction_.target].agent->machine();
    const unsigned clocks = target.further_wait_clocks();
    if (clocks < kFewest) return;
    if (target.waits_for_port() && !target.port()->call_at_change(&port_changed_)) {
        target.port()->call_at_change(nullptr);
        return;
    }
    wait_clocks_ = clocks;
    edge_ = core::EdgeCursor(agents_.clock);
    suspend_agents();
    edge_request_.in(clocks + 1);
}

/// One initiator waits, one target lets it wait, and all others have nothing to do.
bool TransactionBus::find_wait() {
    if (!now.irdy || !now.devsel || now.trdy || now.stop || !agents_.arbiter.asleep()) return false;
    bool waits = false;
    for (unsigned k = 0; k < agents_.initiators.size(); ++k) {
        if (agents_.initiators[k].agent->asleep()) continue;
        if (waits || !agents_.initiators[k].agent->machine().waits_for_target()) return false;
        pair_ = k, waits = true;
    }
    bool lets_wait = false;
    for (std::size_t k = 0; k < agents_.targets.size(); ++k) {
        if (agents_.targets[k].agent->asleep()) continue;
        const TargetMachine& t = agents_.targets[k].agent->machine();
        if (t.ignores_transaction()) continue;
        if (lets_wait) return false;
        transaction_.target = k, lets_wait = true;
    }
    return waits && lets_wait;
}

/// The clocks up to now have passed. An edge at the present time is the first of the agents again,
/// if their methods are still to be called.
void TransactionBus::end_wait() {
    if (wait_clocks_ == 0) return;
    const auto& initiator = agents_.initiators[pair_];
    TargetMachine& target = agents_.targets[transaction_.target].agent->machine();
    const unsigned clocks = passed(wait_clocks_);
    wait_clocks_ = 0;
    edge_request_.drop();
    port_changed_.cancel();
    target.port()->call_at_change(nullptr);
    initiator.agent->machine().wait(clocks, (gnt >> pair_ & 1u) != 0);
    target.wait(clocks);
    repeated_wait_.clocks = clocks, ++repeated_wait_.number, wait_clocks_passed_ += clocks;
    initiator.agent->resume();
    for (const auto& t : agents_.targets) t.agent->resume();
    wake_agents_at_once();
}

}  // namespace niclab::pci
