#include "probe/account/occupancy.h"

#include <algorithm>

namespace niclab::probe {

void Occupancy::begin(core::Femtoseconds now) {
    from_ = since_ = now;
    on_ = true;
}

void Occupancy::set(core::Femtoseconds now, std::uint64_t level) {
    while (on_ && since_ < now) last_until(now);
    level_ = level;
}

/// Accounts for the present level up to `end`, or to the end of the present bin.
void Occupancy::last_until(core::Femtoseconds end) {
    std::size_t bin = (since_ - from_) / width_;
    if (bin >= most_bins_) {
        merge_pairs();
        bin = (since_ - from_) / width_;
    }
    const core::Femtoseconds until = std::min(end, from_ + (bin + 1) * width_);
    if (bin == bins_.size()) bins_.push_back({since_, since_, level_, level_, 0});
    Bin& b = bins_[bin];
    b.end = until;
    b.min = std::min(b.min, level_);
    b.max = std::max(b.max, level_);
    b.area += level_ * (until - since_);
    since_ = until;
}

void Occupancy::merge_pairs() {
    for (std::size_t i = 0; i < bins_.size(); i += 2) {
        Bin merged = bins_[i];
        if (i + 1 < bins_.size()) {
            const Bin& next = bins_[i + 1];
            merged = {merged.begin, next.end, std::min(merged.min, next.min), std::max(merged.max, next.max),
                      merged.area + next.area};
        }
        bins_[i / 2] = merged;
    }
    bins_.resize((bins_.size() + 1) / 2);
    width_ *= 2;
}

}  // namespace niclab::probe
