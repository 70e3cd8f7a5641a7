#include "pcie/lanes.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace niclab::pcie {

namespace {

/// Of one bit on a lane, by generation.
constexpr std::array<Femtoseconds, 5> kBitTimes = {400'000, 200'000, 125'000, 62'500, 31'250};
constexpr unsigned kFirstWithBlocks = 3;
constexpr unsigned kSkpSymbols = 4, kSymbolsBetweenSkps = 1180, kSymbolBits = 10;
constexpr unsigned kBlocksBetweenSkps = 370, kBlockBits = 130;

}  // namespace

Lanes::Lanes(const LanesConfig& config) : width_(config.width) {
    if (config.generation < 1 || config.generation > kBitTimes.size())
        throw std::invalid_argument("generation = " + std::to_string(config.generation) +
                                    ": out of range; expected 1 to 5");
    if (width_ != 1 && width_ != 2 && width_ != 4 && width_ != 8 && width_ != 16)
        throw std::invalid_argument("width = " + std::to_string(width_) +
                                    ": no such number of lanes; expected 1, 2, 4, 8 or 16");
    while (1u << lanes_shift_ < 8 * width_) ++lanes_shift_;
    bit_ = kBitTimes[config.generation - 1];
    blocks_ = config.generation >= kFirstWithBlocks;
    skp_interval_ = bit_ * (blocks_ ? kBlocksBetweenSkps * kBlockBits : kSymbolsBetweenSkps * kSymbolBits);
    skp_time_ = bit_ * (blocks_ ? kBlockBits : kSkpSymbols * kSymbolBits);
    skp_due_ = skp_interval_;
}

Femtoseconds Lanes::begin(Femtoseconds ready, Femtoseconds free) {
    const Femtoseconds start = std::max(ready, free);
    if (start < skp_due_) return start;
    const Femtoseconds last = skp_due_ + (start - skp_due_) / skp_interval_ * skp_interval_;
    skp_due_ = last + skp_interval_;
    return std::max(start, std::max(last, free) + skp_time_);
}

}  // namespace niclab::pcie
