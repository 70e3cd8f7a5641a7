/// @file The memory of a guest in another process, mapped into the memory of a simulated host.
///
/// Behaviour: each range that the guest's machine shares appears at its physical address. The bus
///   lets the card reach no other addresses (machine_bus.h).
/// Limitations: ranges above the host's memory cannot be reached. They are counted in octets.
#pragma once

#include <map>

#include "host/memory.h"
#include "server.h"

namespace niclab::vm {

class GuestMemory {
public:
    static constexpr std::uint64_t kPage = 4096;
    /// `memory` must outlive it.
    explicit GuestMemory(host::Memory& memory);
    GuestMemory(const GuestMemory&) = delete;
    ~GuestMemory();

    /// Maps `range` of the guest; `file` is -1 if it is not shared. Returns 0, or an error number.
    int map(const DmaRange& range, int file, std::uint64_t file_offset);
    /// Unmaps all ranges in `range`. Returns 0, or an error number.
    int unmap(const DmaRange& range);
    /// Octets that masters can reach from `address` on; 0: not even the first.
    std::uint64_t reachable_octets(std::uint64_t address) const;
    /// Octets of the guest's memory that masters can reach.
    std::uint64_t shared_octets() const;

    struct Refused {
        std::uint64_t transactions = 0;  ///< Of the card, which were aborted.
        std::uint64_t first = 0;         ///< Address at which the first one was.
    };
    const Refused& refused() const { return refused_; }
    void note_refused(std::uint64_t address) {
        if (refused_.transactions++ == 0) refused_.first = address;
    }
    /// Octets that are above the host's memory.
    std::uint64_t unreachable_octets() const { return unreachable_octets_; }

    /// Completes transfers that a bus moves late: the guest accesses its memory by itself.
    void synchronize() const { memory_.edge_runners().synchronize(); }

private:
    struct Part {
        std::uint64_t octets;
        bool shared;
    };
    void clear(std::uint64_t address, std::uint64_t octets);

    host::Memory& memory_;
    std::map<std::uint64_t, Part> parts_;  ///< By address; they do not overlap.
    Refused refused_;
    std::uint64_t unreachable_octets_ = 0;
};

}  // namespace niclab::vm
