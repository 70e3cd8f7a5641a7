/// @file An allocator of the memory that devices access.
///
/// Behaviour: with `findings`, blocks hold kUnset at first, and kFreed after they are freed. A
///   freed block is used again late, and then it is checked that it was not written.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "host/memory.h"
#include "runtime/heap.h"

namespace niclab::linux_kernel {

/// The size of a block is a power of two, which is also its alignment in both address spaces, up to
/// 16 KiB.
class Arena {
public:
    Arena(host::Memory& memory, Findings* findings) : memory_(memory), findings_(findings) {}

    /// Throws std::runtime_error if there is not enough memory.
    void* allocate(std::size_t octets, bool zeroed, const Heap::Functions& what = {}, CodeAddress caller = nullptr);
    /// Throws std::runtime_error for a block that was not allocated here.
    void release(void* block, CodeAddress caller = nullptr);
    /// Throws std::runtime_error for a pointer that no device can access.
    std::uint32_t bus_address(const void* octet) const;
    /// The allocated block that contains an octet, or its end: with its begin; nullptr: none.
    const std::pair<void* const, Heap::Block>* block_of(const void* octet) const;
    const std::map<void*, Heap::Block>& live() const { return live_; }
    /// Checks that freed blocks were not written.
    void check_freed();
    /// The freed block with an address, as Heap::described() has it; empty: none that is not used again.
    std::string described_freed(const void* address) const;

private:
    struct Freed {
        void* begin;
        Heap::Block block;
    };
    static constexpr std::size_t kKeptOctets = 1 << 20;  ///< Of freed blocks that are not used again yet.

    void check_freed(const Freed& freed);
    void reuse_oldest();

    host::Memory& memory_;
    Findings* findings_;
    std::map<unsigned, std::vector<void*>> free_;  ///< By log2 of the size.
    std::map<void*, Heap::Block> live_;
    std::deque<Freed> kept_;
    std::size_t kept_octets_ = 0;
};

}  // namespace niclab::linux_kernel
