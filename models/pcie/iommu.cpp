#include "pcie/iommu.h"

namespace niclab::pcie {

Femtoseconds Iommu::translate(std::uint64_t address, Femtoseconds now) {
    if (!config_.enabled) return now;
    const std::uint64_t page = address / config_.page_octets;
    const auto found =
        std::find_if(entries_.rbegin(), entries_.rend(), [page](const Entry& e) { return e.page == page; });
    if (found != entries_.rend()) {
        ++stats_.hits;
        std::rotate(found.base() - 1, found.base(), entries_.end());
        return std::max(now, entries_.back().usable);
    }
    ++stats_.misses;
    const Femtoseconds begin = std::max(now, walker_free_);
    walker_free_ = begin + config_.walker_time;
    if (entries_.size() == config_.entries) entries_.erase(entries_.begin());
    entries_.push_back({page, begin + config_.walk});
    return begin + config_.walk;
}

}  // namespace niclab::pcie
