/// @file Copies of mapped memory of kmalloc() in the memory that devices access.
///
/// Behaviour: as swiotlb of the kernel does for a device that does not reach a block. The copy is
///   made at the mapping and at a synchronization for the device. It is copied back at the unmapping
///   and at a synchronization for the CPU. Memory of packet buffers and pages needs no copy.
#pragma once

#include <cstdint>
#include <map>

#include "runtime/arena.h"

namespace niclab::linux_kernel {

class Bounces {
public:
    Bounces(Arena& arena, const Heap& heap) : arena_(arena), heap_(heap) {}
    /// The memory that the device accesses for `block`.
    void* map(void* block, std::size_t octets, int direction, CodeAddress caller);
    void unmap(std::uint32_t address);
    void sync(std::uint32_t address, bool for_cpu);

private:
    struct Copy {
        void *own, *reached;
        std::size_t octets;
        int direction;
    };
    void refresh(const Copy& copy, bool for_cpu) const;

    Arena& arena_;
    const Heap& heap_;
    std::map<std::uint32_t, Copy> copies_;  ///< By address of the mapping.
};

}  // namespace niclab::linux_kernel
