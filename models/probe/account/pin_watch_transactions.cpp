// The repetition of transactions: the results for the clocks of a recorded timing are repeated,
// too.
#include <algorithm>

#include "probe/account/pin_watch.h"

namespace niclab::probe {

bool PciWatch::goes_on() const {
    const pci::TransactionBus& bus = *records();
    return bus.transaction() == passed_.timing && bus.req == req_ && bus.gnt == gnt_;
}

void PciWatch::on_transaction() {
    if (!begins_transaction()) two_level_->show_each_clock();
}

/// The clocks of the recorded timing that begins with the next edge have the same results as
/// before.
bool PciWatch::begins_transaction() {
    if (sampled) return false;
    const pci::TransactionBus* bus = two_level_->transaction_bus();
    const bool granted = (bus->gnt >> bus->transaction_pair() & 1u) != 0;
    if (!granted || bus->req != req_ || bus->gnt != gnt_) return false;
    if (!account_.in_transaction() || (checker_ && !checker_->in_plain_transaction())) return false;
    passed_ = {bus->transaction(),
               0,
               clock_.cycle() + 1,
               clock_.edge_after(core::now_fs()),
               bus->transaction_initiator_half(),
               bus->transaction_target_half(),
               bus->now.par,
               bus->now.par64};
    if (seen(*passed_.timing).report.total() == 0) return true;
    passed_.timing = nullptr;
    return false;
}

/// Brings the account up to the last skipped clock.
void PciWatch::synchronize() {
    if (!passed_.timing) return;
    const pci::TransactionTiming& timing = *passed_.timing;
    if (passed_.clocks == timing.clocks.size()) {
        repeat();
    } else {
        // For a recorded timing that was left, all clocks up to there passed, whether or not this
        // observer was called at each.
        const bool goes_on = records()->transaction() == &timing;
        const std::vector<pci::TransactionClock>& clocks = goes_on ? timing.clocks : records()->left_clocks();
        const std::uint64_t passed = goes_on ? passed_.clocks : clocks.size();
        for (std::uint64_t n = 0; n < passed; ++n) report_sample(transaction_sample(clocks[n], n));
    }
    passed_.timing = nullptr;
}

/// The wait clocks that the bus has repeated since the last call.
void PciWatch::take_new_wait(const pci::TransactionBus::RepeatedWait& repeated) {
    repeated_wait_ = repeated.number;
    if (repeated.clocks == 0) return;
    check::PciSample s = account_.last();
    if (sampled) {
        for (unsigned n = 0; n < repeated.clocks; ++n) ++s.cycle, s.at += clock_.period_fs(), report_sample(s);
        return;
    }
    s.cycle += repeated.clocks, s.at += repeated.clocks * clock_.period_fs();
    account_.sample(s);
    if (checker_) checker_->repeat_wait(repeated.clocks);
}

/// In the middle of a recorded timing the other clocks are then checked one by one.
void PciWatch::synchronize_to_now() {
    if (const pci::TransactionBus* bus = records()) {
        two_level_->finish_idle();
        take_idle(*bus);
        take_wait(*bus);
    }
    if (passed_.timing && records()->transaction() == passed_.timing) {
        two_level_->show_each_clock();
        passed_.clocks = std::max<std::uint64_t>(passed_.clocks, records()->transaction_clocks());
    }
    synchronize();
}

void PciWatch::repeat() {
    const ReplayEffect& seen = *replay_effects_[passed_.timing->id];
    const std::uint64_t later = passed_.clocks - 1;
    const core::Femtoseconds at = passed_.at + later * clock_.period_fs();
    account_.repeat(seen.account, passed_.cycle + later, at);
    if (checker_) checker_->repeat(*seen.checker, passed_.cycle + later, at);
    last_ = passed_.timing->clocks.back().bus;
}

check::PciSample PciWatch::transaction_sample(pci::TransactionClock c, std::uint64_t n) {
    if (n == 0) c.bus.par = passed_.par, c.bus.par64 = passed_.par64;  // of this address
    check::PciSample s = sample(c.bus, passed_.cycle + n, passed_.at + n * clock_.period_fs());
    s.rst = false;  // There is no recorded timing at this time.
    add_drive(s, passed_.initiator_half, c.initiator);
    add_drive(s, passed_.target_half, c.target);
    last_ = c.bus;
    return s;
}

const PciWatch::ReplayEffect& PciWatch::seen(const pci::TransactionTiming& timing) {
    if (replay_effects_.size() <= timing.id) replay_effects_.resize(timing.id + 1);
    if (replay_effects_[timing.id]) return *replay_effects_[timing.id];
    auto seen = std::make_unique<ReplayEffect>();
    record(*seen, timing.clocks.size(), [&](std::uint64_t n) { return transaction_sample(timing.clocks[n], n); });
    return *(replay_effects_[timing.id] = std::move(seen));
}

}  // namespace niclab::probe
