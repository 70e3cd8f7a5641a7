/// @file Transfers of octets to and from the host's memory, for one user at a time: in bursts, in
/// single dwords with an address phase each, or as blocks.
///
/// Behaviour: reads request whole dwords, writes enable only the octets to be written. A block has
///   the octets themselves.
#pragma once

#include "bus/block_if.h"
#include "bus/dma_if.h"

namespace niclab::ether_board {

inline constexpr unsigned kMostOctets = 48;                         ///< From any address.
inline constexpr unsigned kBurstOctets = 4 * bus::kMaxBurstDwords;  ///< From a multiple of 4.
inline constexpr unsigned kMostBlockOctets = 512;

struct Transfer {
    bus::Purpose purpose = bus::Purpose::Descriptor;
    bool write = false;
    std::uint32_t address = 0;
    unsigned octets = 0;      ///< 1 .. kBurstOctets - address % 4; as a block: 1 .. kMostBlockOctets
    bool last_first = false;  ///< A read of whole dwords, from the last to the first, one by one.
    std::array<std::uint8_t, kMostBlockOctets> data{};
};

/// A user of the bus master. Called at an edge at which the bus is free.
class BusUser {
public:
    virtual ~BusUser() = default;
    virtual bool next(Transfer& transfer) = 0;
    virtual void done(const Transfer& transfer) = 0;
};

class BusMaster {
public:
    bus::DmaChannel channel{"dma"};
    bus::BlockChannel blocks{"blocks"};

    /// From now on transfers are blocks.
    void use_blocks() { by_blocks_ = true; }
    bool idle() const { return !busy_; }
    void start(const Transfer& transfer, bool bursts);
    enum class Event { None, Done, Failed };
    /// One edge.
    Event clock();
    const Transfer& transfer() const { return transfer_; }
    /// How the last burst ended.
    bus::BurstStatus result() const { return result_; }
    std::uint64_t transactions() const { return transactions_; }

private:
    void post();
    void take(const bus::Burst& burst);
    /// The next octet of the transfer.
    unsigned next_octet() const { return transfer_.last_first ? transfer_.octets - moved_ - kDword : moved_; }

    static constexpr unsigned kDword = 4;
    Transfer transfer_;
    unsigned moved_ = 0;  ///< Octets moved.
    bool busy_ = false, bursts_ = false, by_blocks_ = false;
    bus::BurstStatus result_ = bus::BurstStatus::Pending;
    std::uint64_t transactions_ = 0;
};

}  // namespace niclab::ether_board
