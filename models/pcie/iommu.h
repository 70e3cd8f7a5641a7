/// @file The translation of addresses of a card: a TLB and one page table walker.
///
/// Behaviour: the TLB replaces the entry that was used longest ago. A miss starts a walk; walks
///   overlap, and one can begin per `walker_time`. An entry can be used when its walk has ended.
/// Not modelled: caches of upper levels of the page table, prefetch, invalidation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/time.h"

namespace niclab::pcie {

using base::Femtoseconds;

struct IommuConfig {
    bool enabled = false;
    std::uint64_t page_octets = 4096;  ///< A power of two.
    unsigned entries = 96;
    Femtoseconds walk = 0;         ///< Latency of a walk.
    Femtoseconds walker_time = 0;  ///< From the begin of a walk to that of the next.
};

class Iommu {
public:
    struct Stats {
        std::uint64_t hits = 0, misses = 0;
    };
    explicit Iommu(const IommuConfig& config) : config_(config) {}

    /// Time at which the address is translated, `now` or later.
    Femtoseconds translate(std::uint64_t address, Femtoseconds now);
    const Stats& stats() const { return stats_; }

private:
    struct Entry {
        std::uint64_t page;
        Femtoseconds usable;
    };
    const IommuConfig config_;
    std::vector<Entry> entries_;  ///< The one used last comes last.
    Femtoseconds walker_free_ = 0;
    Stats stats_;
};

}  // namespace niclab::pcie
