#include "lab/run/link_choice.h"

#include <fmt/format.h>

#include <algorithm>

namespace niclab::lab {

namespace {
constexpr core::Femtoseconds kNever = ~core::Femtoseconds{0};
/// Interval until the next attempt for a bundle that could not enter signal level: a PCI
/// transaction or two, and not a multiple of a clock's period.
constexpr core::Femtoseconds kAgain = 307'000'001;
}  // namespace

core::Femtoseconds LinkChoice::arrange() {
    if (links_ == Links::Pins) return kNever;
    const core::Femtoseconds now = bench_.now();
    core::Femtoseconds until = kNever;
    BundleSet looked_at;
    for (const Look& look : observers_ ? observers_->looks() : std::vector<Look>{}) {
        if (look.at(now)) looked_at.insert(look.bundles.begin(), look.bundles.end());
        if (look.begins() > now) until = std::min(until, look.begins());
        if (look.to > now && look.to != kNever) until = std::min(until, look.to + 1);
    }
    if (arranged_ && looked_at == looked_at_) return until;
    looked_at_ = looked_at;
    arranged_ = bench_.look_at(looked_at);
    note();
    return arranged_ ? until : std::min(until, now + kAgain);
}

void LinkChoice::note() {
    const core::Femtoseconds now = bench_.now();
    const auto& all = bench_.bundles();
    const auto bundles = static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [](const auto& bundle) { return !bundle->whole(); }));
    const bool open = !at_pins_.empty() && at_pins_.back().to == kNever;
    if (open && at_pins_.back().bundles == bundles) return;
    if (open) at_pins_.back().to = now;
    if (bundles > 0) at_pins_.push_back({now, kNever, bundles});
}

std::string LinkChoice::said() const {
    const std::size_t all = bench_.bundles().size();
    const bool ever_whole = at_pins_.empty() || at_pins_.front().bundles < all || at_pins_.front().to != kNever;
    if (links_ == Links::Pins || !ever_whole) return kSignal;
    std::string text = kTransaction;
    for (const Stretch& s : at_pins_) {
        text += text == kTransaction ? ", at signal level: " : "; ";
        text += s.bundles == all ? "all signal groups" : fmt::format("{} of {} signal groups", s.bundles, all);
        text += fmt::format(" from {:.0f} us", double(s.from) * 1e-9);
        text += s.to == kNever ? " on" : fmt::format(" to {:.0f} us", double(s.to) * 1e-9);
    }
    const double over = bench_.stepped_over_us();
    return over > 0 ? text + fmt::format(", {:.0f} us of null cells skipped", over) : text;
}

}  // namespace niclab::lab
