/// @file  What lies between the moments of a packet: when its first unit passed each place inside cards and hosts.
#pragma once

#include <array>
#include <cstdint>

#include "card/sram.h"
#include "core/time.h"

namespace niclab::card {

/// In the order in which they happen.
enum class Point {
    HandedDown,  ///< The driver is asked to send it.
    Posted,      ///< Descriptors are in memory.
    Doorbell,    ///< The card knows of it.
    SendTurn,    ///< The last unit of the channel's packet before it is in the transmit FIFO.
    Copied,      ///< Cards with packet memory: the packet is whole there.
    Begun,       ///< Likewise: the packets before it are sent.
    DescriptorGnt,
    DescriptorFrame,
    DescriptorEnd,  ///< The descriptor is in the card.
    PayReq,
    PayGnt,
    PayFrame,
    PayData,
    PayEnd,     ///< The first unit's payload is in the card.
    Segmented,  ///< The first unit is in the transmit FIFO.
    Launched,   ///< Its header goes onto the line.
    LineEnd,    ///< It is in the receiving PHY's FIFO.
    Received,   ///< Its last octet is in the receiving card.
    Turn,       ///< The units before it have left the card's receive FIFO.
    TableReq,   ///< Cards with tables in host memory: the look-up's burst.
    TableGnt,
    TableFrame,
    TableData,
    TableEnd,   ///< The table's entry is in the card.
    Decided,    ///< Looked up, its burst is asked for.
    Completed,  ///< Cards with packet memory: the packet is whole there.
    RxGnt,
    RxFrame,
    LastData,   ///< The last unit's payload is in memory.
    StatusEnd,  ///< So is the status entry.
    Handler,    ///< The interrupt handler begins.
    HandedUp    ///< The driver hands it to the protocol.
};
inline constexpr unsigned kPoints = static_cast<unsigned>(Point::HandedUp) + 1;

/// Clocks an engine waited for the SRAM's port, by who had it.
using SramWaits = std::array<std::uint64_t, kSramUsers>;

struct PacketLife {
    std::array<core::Femtoseconds, kPoints> at{};  ///< 0: not seen.
    unsigned units_ahead = 0;                      ///< In the transmit FIFO before the first unit.
    unsigned nulls_ahead = 0;                      ///< Those of them nobody sent.
    unsigned packets_ahead = 0;                    ///< Of the channel, not sent yet when it was posted.
    unsigned received_ahead = 0;                   ///< In the receive FIFO before the first unit.
    /// Who had the bus while the card waited for GNT#; names that outlive this: runs may be long.
    const char *descriptor_holder = "", *pay_holder = "", *table_holder = "", *rx_holder = "";
    SramWaits descriptor_waits{}, pay_waits{},
        rx_waits{};  ///< Before the descriptor, the payload, and behind reception.
    core::Femtoseconds point(Point p) const { return at[static_cast<unsigned>(p)]; }
};

}  // namespace niclab::card
