// The repetition of an idle bus: the results for the clocks of a recorded timing are repeated, too.
#include "probe/account/pin_watch.h"

namespace niclab::probe {

/// Processes the idle interval that ended since the last call, if there is one. Returns true if the
/// clock of the present edge belongs to it.
bool PciWatch::take_idle() {
    if (sampled) bus_.keep_awake();
    const pci::FlatBus::Idled& idled = bus_.records()->idled();
    if (idled.number == idled_) return false;
    idled_ = idled.number;
    if (idled.samples == 0) return false;
    judge_idle(idled);
    return idled.cycle + idled.samples > clock_.cycle();
}

void PciWatch::judge_idle(const pci::FlatBus::Idled& idled) {
    account_.stay(idled.cycle - 1);
    const bool plain = !sampled && account_.between_transactions() && (!checker_ || checker_->in_plain_idleness());
    const SeenIdle* seen = plain ? &this->seen(idled) : nullptr;
    if (!seen || !seen->repeats) {
        for (std::uint64_t n = 0; n < idled.samples; ++n) tell(idle_sample(idled, n));
        return;
    }
    const std::uint64_t later = idled.samples - 1;
    const core::Femtoseconds at = idled.at + later * clock_.period_fs();
    account_.repeat_idle(seen->account, idled.cycle + later, at);
    if (checker_) checker_->repeat_idle(*seen->checker, seen->before.cycle, idled.cycle + later, at);
    const pci::IdleClock& last = idled.clock(later);
    last_ = last.bus, req_ = idled.shape->req, gnt_ = last.gnt;
}

check::PciSample PciWatch::idle_sample(const pci::FlatBus::Idled& idled, std::uint64_t n) {
    const pci::IdleClock& c = idled.clock(n);
    req_ = idled.shape->req, gnt_ = c.gnt;
    check::PciSample s = sample(c.bus, idled.cycle + n, idled.at + n * clock_.period_fs());
    s.rst = false;  // The bus is not repeated at this time.
    for (unsigned h = 0; h < agent_of_half_.size(); ++h) add_drive(s, h, c.drive[h]);
    last_ = c.bus;
    return s;
}

/// Rules for an agent with GNT# limit the time without activity: the result is different if that
/// time began before the recorded interval.
bool PciWatch::judged_alike(const pci::FlatBus::Idled& idled) const {
    constexpr unsigned kParked = pci::kEnAd | pci::kEnCbe;
    for (std::uint64_t n = 0; n < idled.samples && idled.clock(n).gnt == gnt_; ++n) {
        const pci::IdleClock& c = idled.clock(n);
        if ((idled.shape->req & c.gnt) != 0 || (c.gnt != 0 && (c.bus.enabled & kParked) != kParked)) return false;
    }
    return true;
}

const PciWatch::SeenIdle& PciWatch::seen(const pci::FlatBus::Idled& idled) {
    const unsigned id = idled.shape->id;
    if (seen_idle_.size() <= id) seen_idle_.resize(id + 1);
    if (seen_idle_[id].size() <= idled.samples) seen_idle_[id].resize(idled.samples + 1);
    auto& seen_before = seen_idle_[id][idled.samples];
    for (const auto& s : seen_before)
        if (s->before.alike(account_.last())) return *s;
    auto seen = std::make_unique<SeenIdle>();
    seen->before = account_.last();
    seen->repeats = judged_alike(idled);
    record(*seen, idled.samples, [&](std::uint64_t n) { return idle_sample(idled, n); });
    seen->repeats &= seen->report.total() == 0;
    return *seen_before.emplace_back(std::move(seen));
}

}  // namespace niclab::probe
