#include "lab/run/link_level_choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/watch/signals.h"

namespace niclab::lab {

namespace {
using base::kNever;
/// Interval until the next attempt for a bundle that could not enter signal level: a PCI
/// transaction or two, and not a multiple of a clock's period.
constexpr core::Femtoseconds kAgain = 307'000'001;
}  // namespace

core::Femtoseconds LinkLevelChoice::arrange() {
    if (links_ == LinkLevel::Signal) return kNever;
    const core::Femtoseconds now = bench_.now();
    core::Femtoseconds until = kNever;
    SignalGroupSet looked_at;
    const std::vector<ObservationWindow> windows =
        observers_ ? observers_->windows() : std::vector<ObservationWindow>{};
    for (const ObservationWindow& window : windows) {
        if (window.at(now)) looked_at.insert(window.signal_groups.begin(), window.signal_groups.end());
        until = std::min(until, window.next_change(now));
    }
    if (!arranged_ || looked_at != looked_at_) {
        looked_at_ = looked_at;
        arranged_ = bench_.look_at(looked_at);
        note();
    }
    for (const ObservationWindow& window : windows)
        if (window.recording) arranged_ &= window.recording->set_recording(window.at(now));
    return arranged_ ? until : std::min(until, now + kAgain);
}

void LinkLevelChoice::note() {
    const core::Femtoseconds now = bench_.now();
    const auto& all = bench_.signal_groups();
    const auto signal_groups = static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [](const auto& group) { return group->level() == SignalGroup::Level::Signal; }));
    const bool open = !signal_level_.empty() && signal_level_.back().to == kNever;
    if (open && signal_level_.back().signal_groups == signal_groups) return;
    if (open) signal_level_.back().to = now;
    if (signal_groups > 0) signal_level_.push_back({now, kNever, signal_groups});
}

std::string LinkLevelChoice::said() const {
    const std::size_t all = bench_.signal_groups().size();
    const bool ever_transaction_level =
        signal_level_.empty() || signal_level_.front().signal_groups < all || signal_level_.front().to != kNever;
    if (links_ == LinkLevel::Signal || !ever_transaction_level) return kSignal;
    std::string text = kTransaction;
    for (const Interval& s : signal_level_) {
        text += text == kTransaction ? ", at signal level: " : "; ";
        text +=
            s.signal_groups == all ? "all signal groups" : fmt::format("{} of {} signal groups", s.signal_groups, all);
        text += fmt::format(" from {:.0f} us", double(s.from) * 1e-9);
        text += s.to == kNever ? " on" : fmt::format(" to {:.0f} us", double(s.to) * 1e-9);
    }
    const double over = bench_.stepped_over_us();
    return over > 0 ? text + fmt::format(", {:.0f} us of null cells skipped", over) : text;
}

}  // namespace niclab::lab
