/// @file The memory of kmalloc(): blocks of a machine, freed with it at the latest.
///
/// Behaviour: with fences, each block ends at a page that cannot be accessed, and freed blocks
///   cannot be accessed either, so that the processor reports the access itself. Memory that is not
///   zeroed holds kUnset.
/// Not modelled: accesses shortly before a block are not detected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "runtime/findings.h"

namespace niclab::linux_kernel {

/// Octets of memory that was not written since it was allocated, of freed memory, and of memory
/// after the end of a block.
constexpr unsigned char kUnset = 0x5A, kFreed = 0x6B, kAfter = 0xFB;

class Heap {
public:
    /// The functions that allocate a kind of memory and free it; nullptr: it is part of another block.
    struct Functions {
        const char *allocate, *release;
    };
    struct Block {
        std::size_t octets = 0;
        Functions what{};
        CodeAddress allocated = nullptr;
        CodeAddress freed = nullptr;  ///< Of a freed block.
    };
    /// With `findings`, which gets what is wrong, blocks have fences.
    explicit Heap(Findings* findings) : findings_(findings) {}
    /// "12 octets after the begin of a block of 40 octets, allocated at FILE:LINE", and for a freed block
    /// "and freed at FILE:LINE", or "by the kernel".
    static std::string description(const void* address, const void* begin, const Block& block, Findings& findings);
    Heap(const Heap&) = delete;
    Heap& operator=(const Heap&) = delete;
    ~Heap();

    void* allocate(std::size_t octets, bool zeroed, const Functions& what = {}, CodeAddress caller = nullptr);
    /// Throws std::runtime_error for an unknown block, such as one that is freed twice.
    void release(void* block, CodeAddress caller = nullptr);
    std::size_t blocks() const { return live_.size(); }
    const std::map<void*, Block>& live() const { return live_; }
    /// The allocated block that contains an octet: with its begin; nullptr: none.
    const std::pair<void* const, Block>* block_of(const void* octet) const;
    /// The block with an address, live or freed: its size, its place of allocation, and the offset.
    /// Empty if there is none.
    std::string described(const void* address) const;
    /// Whether an address is in a freed block.
    bool is_freed(const void* address) const { return found_freed(address) != nullptr; }

private:
    struct Freed {
        void* begin;
        Block block;
    };
    static constexpr std::size_t kKept = 2048;  ///< Freed blocks that still cannot be accessed.

    const Freed* found_freed(const void* address) const;

    Findings* findings_;
    std::map<void*, Block> live_;
    std::deque<Freed> freed_;
};

}  // namespace niclab::linux_kernel
