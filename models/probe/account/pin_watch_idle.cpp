// The repetition of an idle bus: the results for the clocks of a recorded timing are repeated, too.
#include "probe/account/pin_watch.h"

namespace niclab::probe {

/// Processes the idle interval that ended since the last call, if there is one. Returns true if the
/// clock of the present edge belongs to it.
bool PciWatch::take_new_idle(const pci::TransactionBus::RepeatedIdle& repeated) {
    repeated_idle_ = repeated.number;
    if (repeated.samples == 0) return false;
    judge_idle(repeated);
    return repeated.cycle + repeated.samples > clock_.cycle();
}

void PciWatch::judge_idle(const pci::TransactionBus::RepeatedIdle& repeated) {
    account_.stay(repeated.cycle - 1);
    const bool plain = !sampled && account_.between_transactions() && (!checker_ || checker_->in_plain_idleness());
    const IdleReplayEffect* seen = plain ? &this->seen(repeated) : nullptr;
    if (!seen || !seen->repeats) {
        for (std::uint64_t n = 0; n < repeated.samples; ++n) report_sample(idle_sample(repeated, n));
        return;
    }
    const std::uint64_t later = repeated.samples - 1;
    const core::Femtoseconds at = repeated.at + later * clock_.period_fs();
    account_.repeat_idle(seen->account, repeated.cycle + later, at);
    if (checker_) checker_->repeat_idle(*seen->checker, seen->before.cycle, repeated.cycle + later, at);
    const pci::IdleClock& last = repeated.clock(later);
    last_ = last.bus, req_ = repeated.timing->req, gnt_ = last.gnt;
}

check::PciSample PciWatch::idle_sample(const pci::TransactionBus::RepeatedIdle& repeated, std::uint64_t n) {
    const pci::IdleClock& c = repeated.clock(n);
    req_ = repeated.timing->req, gnt_ = c.gnt;
    check::PciSample s = sample(c.bus, repeated.cycle + n, repeated.at + n * clock_.period_fs());
    s.rst = false;  // The bus is not repeated at this time.
    for (unsigned h = 0; h < agent_of_half_.size(); ++h) add_drive(s, h, c.drive[h]);
    last_ = c.bus;
    return s;
}

/// Rules for an agent with GNT# limit the time without activity: the result is different if that
/// time began before the recorded interval.
bool PciWatch::judged_alike(const pci::TransactionBus::RepeatedIdle& repeated) const {
    constexpr unsigned kParked = pci::kEnAd | pci::kEnCbe;
    for (std::uint64_t n = 0; n < repeated.samples && repeated.clock(n).gnt == gnt_; ++n) {
        const pci::IdleClock& c = repeated.clock(n);
        if ((repeated.timing->req & c.gnt) != 0 || (c.gnt != 0 && (c.bus.enabled & kParked) != kParked)) return false;
    }
    return true;
}

const PciWatch::IdleReplayEffect& PciWatch::seen(const pci::TransactionBus::RepeatedIdle& repeated) {
    const unsigned id = repeated.timing->id;
    if (idle_replay_effects_.size() <= id) idle_replay_effects_.resize(id + 1);
    if (idle_replay_effects_[id].size() <= repeated.samples) idle_replay_effects_[id].resize(repeated.samples + 1);
    auto& seen_before = idle_replay_effects_[id][repeated.samples];
    for (const auto& s : seen_before)
        if (s->before.alike(account_.last())) return *s;
    auto seen = std::make_unique<IdleReplayEffect>();
    seen->before = account_.last();
    seen->repeats = judged_alike(repeated);
    record(*seen, repeated.samples, [&](std::uint64_t n) { return idle_sample(repeated, n); });
    seen->repeats &= seen->report.total() == 0;
    return *seen_before.emplace_back(std::move(seen));
}

}  // namespace niclab::probe
