#include "runtime/arena.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <stdexcept>

namespace niclab::linux_kernel {

namespace {

unsigned log2_of(std::size_t octets) {
    unsigned log2 = 6;
    while ((std::size_t{1} << log2) < octets) ++log2;
    return log2;
}
std::size_t size_of(std::size_t octets) { return std::size_t{1} << log2_of(octets); }

/// Whether all octets from `begin` to `end` are `value`.
bool all_are(const unsigned char* begin, const unsigned char* end, unsigned char value) {
    return std::all_of(begin, end, [value](unsigned char octet) { return octet == value; });
}

}  // namespace

void* Arena::allocate(std::size_t octets, bool zeroed, const Heap::Functions& what, CodeAddress caller) {
    const unsigned log2 = log2_of(octets);
    std::vector<void*>& blocks = free_[log2];
    if (blocks.empty()) {
        const std::uint32_t size = 1u << log2;
        blocks.push_back(memory_.at(memory_.allocate(size, std::min(size, host::Memory::kAlignment))));
    }
    void* block = blocks.back();
    blocks.pop_back();
    live_[block] = {octets, what, caller, nullptr};
    std::memset(block, findings_ && !zeroed ? kUnset : 0, octets);
    if (findings_) std::memset(static_cast<char*>(block) + octets, kAfter, size_of(octets) - octets);
    return block;
}

void Arena::release(void* block, CodeAddress caller) {
    const auto found = live_.find(block);
    if (found == live_.end()) throw std::runtime_error("the driver gives back memory that it does not have");
    Heap::Block old = found->second;
    live_.erase(found);
    if (!findings_) return free_[log2_of(old.octets)].push_back(block);
    auto* begin = static_cast<unsigned char*>(block);
    if (!all_are(begin + old.octets, begin + size_of(old.octets), kAfter))
        findings_->add(Rule::MemoryOverrun, old.allocated,
                       "octets after the end of this block of " + std::to_string(old.octets) +
                           " octets were written; expected writes within the block");
    std::memset(begin, kFreed, size_of(old.octets));
    old.freed = caller;
    kept_.push_back({block, old});
    kept_octets_ += size_of(old.octets);
    while (kept_octets_ > kKeptOctets) reuse_oldest();
}

void Arena::check_freed(const Freed& freed) {
    const auto* begin = static_cast<const unsigned char*>(freed.begin);
    if (all_are(begin, begin + size_of(freed.block.octets), kFreed)) return;
    findings_->add(Rule::MemoryFreed, freed.block.freed,
                   "the block of " + std::to_string(freed.block.octets) + " octets that is freed here, allocated at " +
                       findings_->line(freed.block.allocated) + ", was written afterwards; expected no use after that");
}

void Arena::check_freed() {
    for (const Freed& freed : kept_) check_freed(freed);
}

std::string Arena::described_freed(const void* address) const {
    const auto* at = static_cast<const char*>(address);
    const auto found = std::find_if(kept_.rbegin(), kept_.rend(), [at](const Freed& freed) {
        const auto* begin = static_cast<const char*>(freed.begin);
        return at >= begin && at < begin + size_of(freed.block.octets);
    });
    return found == kept_.rend() ? "" : Heap::description(address, found->begin, found->block, *findings_);
}

void Arena::reuse_oldest() {
    const Freed oldest = kept_.front();
    kept_.pop_front();
    kept_octets_ -= size_of(oldest.block.octets);
    check_freed(oldest);
    free_[log2_of(oldest.block.octets)].push_back(oldest.begin);
}

std::uint32_t Arena::bus_address(const void* octet) const {
    const auto address = memory_.address_of(octet);
    if (!address) throw std::runtime_error("the driver maps memory for DMA that no device can reach");
    return *address;
}

const std::pair<void* const, Heap::Block>* Arena::block_of(const void* octet) const {
    const auto next = live_.upper_bound(const_cast<void*>(octet));
    if (next == live_.begin()) return nullptr;
    const auto& found = *std::prev(next);
    return octet <= static_cast<const char*>(found.first) + found.second.octets ? &found : nullptr;
}

}  // namespace niclab::linux_kernel
