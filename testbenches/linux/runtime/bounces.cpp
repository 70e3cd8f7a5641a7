#include "runtime/bounces.h"

#include <cstring>
#include <iterator>

#include "kernel/pci.h"

namespace niclab::linux_kernel {

void* Bounces::map(void* block, std::size_t octets, int direction, CodeAddress caller) {
    const auto next = heap_.live().upper_bound(block);
    if (next == heap_.live().begin()) return block;
    const auto& [begin, found] = *std::prev(next);
    if (static_cast<char*>(block) + octets > static_cast<char*>(begin) + found.octets) return block;
    const Copy copy{block, arena_.allocate(octets, false, {"dma_map_single()", "dma_unmap_single()"}, caller), octets,
                    direction};
    copies_[arena_.bus_address(copy.reached)] = copy;
    refresh(copy, false);
    return copy.reached;
}

void Bounces::refresh(const Copy& copy, bool for_cpu) const {
    if (for_cpu && copy.direction != DMA_TO_DEVICE) std::memcpy(copy.own, copy.reached, copy.octets);
    if (!for_cpu) std::memcpy(copy.reached, copy.own, copy.octets);
}

void Bounces::unmap(std::uint32_t address) {
    const auto found = copies_.find(address);
    if (found == copies_.end()) return;
    refresh(found->second, true);
    arena_.release(found->second.reached);
    copies_.erase(found);
}

void Bounces::sync(std::uint32_t address, bool for_cpu) {
    const auto found = copies_.find(address);
    if (found != copies_.end()) refresh(found->second, for_cpu);
}

}  // namespace niclab::linux_kernel
