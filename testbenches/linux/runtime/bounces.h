/// @file Copies of mapped memory in the memory that devices access.
///
/// Behaviour: as swiotlb of the kernel does for a device that does not reach a block. The copy is
///   made at the mapping and at a synchronization for the device. It is copied back at the unmapping
///   and at a synchronization for the CPU. Memory of kmalloc() always has a copy. In a debug kernel
///   all memory has one, so that a missing synchronization shows: while memory is mapped as from the
///   device, the CPU sees kOfDevice in it. A copy has the alignment of its memory.
/// Not modelled: several parts of a mapping that are synchronized apart.
#pragma once

#include <cstdint>
#include <map>

#include "runtime/arena.h"

namespace niclab::linux_kernel {

/// Octets of memory that belongs to a device.
constexpr unsigned char kOfDevice = 0xC7;

class Bounces {
public:
    /// `findings`: of a debug kernel, or nullptr.
    Bounces(Arena& arena, const Heap& heap, Findings* findings) : arena_(arena), heap_(heap), findings_(findings) {}
    /// The memory that the device accesses for `block`.
    void* map(void* block, std::size_t octets, int direction, CodeAddress caller);
    void unmap(std::uint32_t address, int direction);
    void sync(std::uint32_t address, std::size_t octets, int direction, bool for_cpu);
    /// The CPU reads octets with the value kOfDevice: a fault if they belong to the device. The driver
    /// goes on with those of the device.
    void read_by_cpu(const void* at, CodeAddress caller);
    /// Memory of the driver is freed: its copies end.
    void release(const void* block, std::size_t octets);

private:
    struct Copy {
        std::uint8_t *own, *reached;
        void* block;  ///< That contains `reached`.
        std::size_t octets;
        int direction;
        CodeAddress mapped;
        std::size_t of_cpu_from, of_cpu_to;  ///< Octets that were synchronized for the CPU.
    };
    using Copies = std::map<std::uint32_t, Copy>;  ///< By address of the mapping.

    bool is_in_heap(const void* block, std::size_t octets) const;
    void give_to_device(Copy& copy, std::size_t from, std::size_t octets) const;
    static void give_to_cpu(Copy& copy, std::size_t from, std::size_t octets);
    void check_unchanged(const Copy& copy) const;

    Arena& arena_;
    const Heap& heap_;
    Findings* findings_;
    Copies copies_;
};

}  // namespace niclab::linux_kernel
