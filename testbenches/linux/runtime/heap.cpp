#include "runtime/heap.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <stdexcept>

namespace niclab::linux_kernel {

namespace {

constexpr std::size_t kPage = 4096, kAlignment = 8;
std::size_t rounded(std::size_t octets, std::size_t to) { return (octets + to - 1) / to * to; }
std::size_t pages_of(std::size_t octets) { return rounded(std::max<std::size_t>(octets, 1), kPage); }

/// Begin of the pages of a block.
char* mapping_of(void* block, std::size_t octets) {
    return static_cast<char*>(block) + rounded(octets, kAlignment) - pages_of(octets);
}

/// The block ends with its page, and thus a size that is a power of two is also its alignment.
void* fenced_block(std::size_t octets) {
    const std::size_t length = pages_of(octets);
    void* pages = mmap(nullptr, length + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    char* end = static_cast<char*>(pages) + length;
    mprotect(end, kPage, PROT_NONE);
    return end - rounded(octets, kAlignment);
}

void unmap(void* block, std::size_t octets) { munmap(mapping_of(block, octets), pages_of(octets) + kPage); }

}  // namespace

Heap::~Heap() {
    for (const auto& [begin, block] : live_) findings_ ? unmap(begin, block.octets) : std::free(begin);
    for (const Freed& freed : freed_) unmap(freed.begin, freed.block.octets);
}

void* Heap::allocate(std::size_t octets, bool zeroed, const Functions& what, CodeAddress caller) {
    void* block = findings_ ? fenced_block(octets) : std::calloc(1, octets);
    if (findings_) {
        if (!zeroed) std::memset(block, kUnset, octets);
        std::memset(static_cast<char*>(block) + octets, kAfter, rounded(octets, kAlignment) - octets);
    }
    live_[block] = {octets, what, caller, nullptr};
    return block;
}

void Heap::release(void* block, CodeAddress caller) {
    if (!block) return;
    const auto found = live_.find(block);
    if (found == live_.end()) {
        const std::string text = findings_ ? described(block) : "";
        throw std::runtime_error("the driver gives back memory that it does not have" +
                                 (text.empty() ? "" : " at " + findings_->line(caller) + ": " + text));
    }
    Block old = found->second;
    live_.erase(found);
    if (!findings_) return std::free(block);
    const auto* end = static_cast<const unsigned char*>(block) + old.octets;
    if (std::any_of(end, end + (rounded(old.octets, kAlignment) - old.octets),
                    [](unsigned char octet) { return octet != kAfter; }))
        findings_->add(Rule::MemoryOverrun, old.allocated,
                       "octets after the end of this block of " + std::to_string(old.octets) +
                           " octets were written; expected writes within the block");
    old.freed = caller;
    mprotect(mapping_of(block, old.octets), pages_of(old.octets), PROT_NONE);
    freed_.push_back({block, old});
    if (freed_.size() > kKept) {
        unmap(freed_.front().begin, freed_.front().block.octets);
        freed_.pop_front();
    }
}

const Heap::Freed* Heap::found_freed(const void* address) const {
    const auto* at = static_cast<const char*>(address);
    const auto found = std::find_if(freed_.rbegin(), freed_.rend(), [at](const Freed& freed) {
        const char* pages = mapping_of(freed.begin, freed.block.octets);
        return at >= pages && at < pages + pages_of(freed.block.octets) + kPage;
    });
    return found == freed_.rend() ? nullptr : &*found;
}

const std::pair<void* const, Heap::Block>* Heap::block_of(const void* octet) const {
    const auto next = live_.upper_bound(const_cast<void*>(octet));
    if (next == live_.begin()) return nullptr;
    const auto& found = *std::prev(next);
    return octet < static_cast<const char*>(found.first) + found.second.octets ? &found : nullptr;
}

std::string Heap::description(const void* address, const void* begin, const Block& block, Findings& findings) {
    const auto offset = static_cast<const char*>(address) - static_cast<const char*>(begin);
    return std::to_string(offset) + " octets after the begin of a block of " + std::to_string(block.octets) +
           " octets, allocated " + findings.doer(block.allocated) +
           (block.freed ? " and freed " + findings.doer(block.freed) : "");
}

std::string Heap::described(const void* address) const {
    if (const Freed* freed = found_freed(address)) return description(address, freed->begin, freed->block, *findings_);
    const auto next = live_.upper_bound(const_cast<void*>(address));
    if (next == live_.begin()) return "";
    const auto& [begin, block] = *std::prev(next);
    return static_cast<const char*>(address) < static_cast<const char*>(begin) + block.octets + kPage
               ? description(address, begin, block, *findings_)
               : "";
}

}  // namespace niclab::linux_kernel
