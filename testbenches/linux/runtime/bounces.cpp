#include "runtime/bounces.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "kernel/pci.h"

namespace niclab::linux_kernel {

bool Bounces::is_in_heap(const void* block, std::size_t octets) const {
    const auto next = heap_.live().upper_bound(const_cast<void*>(block));
    if (next == heap_.live().begin()) return false;
    const auto& [begin, found] = *std::prev(next);
    return static_cast<const char*>(block) + octets <= static_cast<const char*>(begin) + found.octets;
}

void* Bounces::map(void* block, std::size_t octets, int direction, CodeAddress caller) {
    constexpr std::uintptr_t kAlignment = 64, kDword = 4;
    if (!findings_ && !is_in_heap(block, octets)) return block;
    const std::size_t offset = reinterpret_cast<std::uintptr_t>(block) % kAlignment;
    Copy copy{};
    copy.own = static_cast<std::uint8_t*>(block), copy.octets = octets;
    copy.block = arena_.allocate(offset + (octets + kDword - 1) / kDword * kDword, false, {}, caller);
    copy.reached = static_cast<std::uint8_t*>(copy.block) + offset;
    copy.direction = direction, copy.mapped = caller;
    std::memcpy(copy.reached, copy.own, octets);
    give_to_device(copy, 0, octets);
    copies_[arena_.bus_address(copy.reached)] = copy;
    return copy.reached;
}

void Bounces::give_to_device(Copy& copy, std::size_t from, std::size_t octets) const {
    copy.of_cpu_from = copy.of_cpu_to = 0;
    if (copy.direction != DMA_FROM_DEVICE)
        std::memcpy(copy.reached + from, copy.own + from, octets);
    else if (findings_)
        std::memset(copy.own + from, kOfDevice, octets);
}

void Bounces::give_to_cpu(Copy& copy, std::size_t from, std::size_t octets) {
    std::memcpy(copy.own + from, copy.reached + from, octets);
    copy.of_cpu_from = from, copy.of_cpu_to = from + octets;
}

void Bounces::read_by_cpu(const void* at, CodeAddress caller) {
    const auto* octet = static_cast<const std::uint8_t*>(at);
    for (auto& [begin, copy] : copies_) {
        if (octet < copy.own || octet >= copy.own + copy.octets || copy.direction != DMA_FROM_DEVICE) continue;
        const auto offset = static_cast<std::size_t>(octet - copy.own);
        if (offset >= copy.of_cpu_from && offset < copy.of_cpu_to) return;
        findings_->add(Rule::DmaSync, caller,
                       "octets are read while their memory, which is mapped at " + findings_->line(copy.mapped) +
                           ", belongs to the card; expected dma_sync_single_for_cpu() before");
        return give_to_cpu(copy, 0, copy.octets);
    }
}

void Bounces::unmap(std::uint32_t address, int direction) {
    const auto found = copies_.find(address);
    if (found == copies_.end()) return;
    const Copy& copy = found->second;
    if (copy.direction == DMA_TO_DEVICE && direction == DMA_TO_DEVICE)
        check_unchanged(copy);
    else
        std::memcpy(copy.own, copy.reached, copy.octets);
    arena_.release(copy.block);
    copies_.erase(found);
}

/// The device has read the copy: what the CPU has written since then came too
/// late.
void Bounces::check_unchanged(const Copy& copy) const {
    if (!findings_ || std::memcmp(copy.own, copy.reached, copy.octets) == 0) return;
    findings_->add(Rule::DmaSync, copy.mapped,
                   "memory that is mapped here as to the device was written "
                   "while it was mapped, which the card need "
                   "not see; expected dma_sync_single_for_device(), or writes "
                   "before the mapping");
}

void Bounces::sync(std::uint32_t address, std::size_t octets, int direction, bool for_cpu) {
    const auto next = copies_.upper_bound(address);
    if (next == copies_.begin()) return;
    auto& [begin, copy] = *std::prev(next);
    const std::size_t from = address - begin;
    if (from >= copy.octets) return;
    octets = std::min(octets, copy.octets - from);
    if (!for_cpu)
        give_to_device(copy, from, octets);
    else if (copy.direction != DMA_TO_DEVICE || direction != DMA_TO_DEVICE)
        give_to_cpu(copy, from, octets);
}

void Bounces::release(const void* block, std::size_t octets) {
    const auto* begin = static_cast<const std::uint8_t*>(block);
    for (auto next = copies_.begin(); next != copies_.end();) {
        const auto copy = next++;
        if (copy->second.own < begin || copy->second.own >= begin + octets) continue;
        arena_.release(copy->second.block);
        copies_.erase(copy);
    }
}

}  // namespace niclab::linux_kernel
