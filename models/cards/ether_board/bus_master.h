/// @file Transfers of octets to and from the host's memory, for one user at a time: in bursts, or
/// in single dwords with an address phase each.
///
/// Behaviour: reads request whole dwords, writes enable only the octets to be written.
#pragma once

#include "bus/dma_if.h"

namespace niclab::ether_board {

inline constexpr unsigned kMostOctets = 48;                         ///< From any address.
inline constexpr unsigned kBurstOctets = 4 * bus::kMaxBurstDwords;  ///< From a multiple of 4.

struct Transfer {
    bus::Purpose purpose = bus::Purpose::Descriptor;
    bool write = false;
    std::uint32_t address = 0;
    unsigned octets = 0;  ///< 1 .. kBurstOctets - address % 4
    std::array<std::uint8_t, kBurstOctets> data{};
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

    Transfer transfer_;
    unsigned moved_ = 0;  ///< Octets moved.
    bool busy_ = false, bursts_ = false;
    bus::BurstStatus result_ = bus::BurstStatus::Pending;
    std::uint64_t transactions_ = 0;
};

}  // namespace niclab::ether_board
