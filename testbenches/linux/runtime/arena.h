/// @file An allocator of the memory that devices access.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "host/memory.h"

namespace niclab::linux_kernel {

/// The size of a block is a power of two, which is also its alignment in both address spaces, up to
/// 16 KiB.
class Arena {
public:
    explicit Arena(host::Memory& memory) : memory_(memory) {}

    /// Throws std::runtime_error if there is not enough memory.
    void* allocate(std::size_t octets);
    /// Throws std::runtime_error for a block that was not allocated here.
    void release(void* block);
    /// Throws std::runtime_error for a pointer that no device can access.
    std::uint32_t bus_address(const void* octet) const;
    /// Number of allocated blocks.
    std::size_t blocks() const { return class_of_.size(); }

private:
    host::Memory& memory_;
    std::map<unsigned, std::vector<void*>> free_;  ///< By log2 of the size.
    std::map<void*, unsigned> class_of_;
};

}  // namespace niclab::linux_kernel
