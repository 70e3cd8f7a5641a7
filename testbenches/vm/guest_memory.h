/// @file The memory of a guest in another process, mapped into the memory of a simulated host.
///
/// Behaviour: each range that the guest's machine shares appears at its physical address. A bus
///   master that accesses another address reads zeros, and its writes are dropped; such accesses are
///   counted. So no master of the card can reach memory that the guest did not offer.
/// Limitations: ranges above the host's memory cannot be reached. They are counted in octets.
#pragma once

#include <map>
#include <set>

#include "host/memory.h"
#include "server.h"

namespace niclab::vm {

class GuestMemory : public host::MasterObserver {
public:
    static constexpr std::uint64_t kPage = 4096;
    /// `memory` must outlive it.
    explicit GuestMemory(host::Memory& memory);
    GuestMemory(const GuestMemory&) = delete;
    ~GuestMemory() override;

    /// Maps `range` of the guest; `file` is -1 if it is not shared. Returns 0, or an error number.
    int map(const DmaRange& range, int file, std::uint64_t file_offset);
    /// Unmaps all ranges in `range`. Returns 0, or an error number.
    int unmap(const DmaRange& range);
    bool contains(std::uint64_t address) const;
    /// Octets of the guest's memory that masters can reach.
    std::uint64_t shared_octets() const;

    struct Outside {
        std::uint64_t accesses = 0;  ///< Of masters to other addresses, in dwords.
        std::uint32_t first = 0;     ///< Address of the first one.
    };
    const Outside& outside() const { return outside_; }
    /// Octets that are above the host's memory.
    std::uint64_t unreachable_octets() const { return unreachable_octets_; }

    void on_master_access(std::uint32_t address, std::uint8_t enables, bool write) override;
    /// Drops what masters have written to other addresses.
    void drop_outside();
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
    Outside outside_;
    std::set<std::uint32_t> written_;  ///< Pages outside of all ranges that a master has written.
    std::uint64_t unreachable_octets_ = 0;
};

}  // namespace niclab::vm
