/// @file  Blocks of the memory that devices reach, given and taken back.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "host/memory.h"

namespace niclab::linux_kernel {

/// Blocks have a power of two as size, and their size, up to 16 KiB, as alignment in both address spaces.
class Arena {
public:
    explicit Arena(host::Memory& memory) : memory_(memory) {}

    /// Throws std::runtime_error when memory is used up.
    void* allocate(std::size_t octets);
    /// Throws std::runtime_error for a block that was not allocated here.
    void release(void* block);
    /// Throws std::runtime_error for a pointer that no device can reach.
    std::uint32_t bus_address(const void* octet) const;
    /// Blocks not given back.
    std::size_t blocks() const { return class_of_.size(); }

private:
    host::Memory& memory_;
    std::map<unsigned, std::vector<void*>> free_;  ///< By log2 of the size.
    std::map<void*, unsigned> class_of_;
};

}  // namespace niclab::linux_kernel
