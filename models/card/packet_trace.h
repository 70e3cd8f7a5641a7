/// @file The internal events of a packet: the times at which its first unit passed each point
/// inside cards and hosts.
#pragma once

#include <array>
#include <cstdint>

#include "card/sram.h"
#include "core/time.h"

namespace niclab::card {

/// In the order in which they happen.
enum class Point {
    HandedDown,  ///< The driver is called to send it.
    Posted,      ///< Descriptors are in memory.
    Doorbell,    ///< The card is notified of it.
    SendTurn,    ///< The last unit of the previous packet of its channel is in the transmit FIFO.
    Copied,      ///< Cards with packet memory: the packet is complete there.
    Begun,       ///< Cards with packet memory: the packets before it are sent.
    DescriptorGnt,
    DescriptorFrame,
    DescriptorEnd,  ///< The descriptor is in the card.
    PayReq,
    PayGnt,
    PayFrame,
    PayData,
    PayEnd,     ///< The first unit's payload is in the card.
    Segmented,  ///< The first unit is in the transmit FIFO.
    Launched,   ///< Its header is launched on the line.
    LineEnd,    ///< It is in the receiving PHY's FIFO.
    Received,   ///< Its last octet is in the receiving card.
    Turn,       ///< The units before it have left the card's receive FIFO.
    TableReq,   ///< Cards with tables in host memory: the look-up's burst.
    TableGnt,
    TableFrame,
    TableData,
    TableEnd,   ///< The table's entry is in the card.
    Decided,    ///< It is looked up, and its burst is requested.
    Completed,  ///< Cards with packet memory: the packet is complete there.
    RxGnt,
    RxFrame,
    LastData,   ///< The last unit's payload is in memory.
    StatusEnd,  ///< The status entry is in memory.
    Handler,    ///< The interrupt handler begins.
    HandedUp    ///< The driver passes it to the protocol.
};
inline constexpr unsigned kPoints = static_cast<unsigned>(Point::HandedUp) + 1;

/// Clocks during which an engine waited for the SRAM's port, by the user that had it.
using SramWaits = std::array<std::uint64_t, kSramUsers>;

struct PacketTrace {
    std::array<core::Femtoseconds, kPoints> at{};  ///< 0: not observed.
    unsigned units_ahead = 0;                      ///< In the transmit FIFO before the first unit.
    unsigned nulls_ahead = 0;                      ///< The null cells among them.
    unsigned packets_ahead = 0;                    ///< Packets of the channel that were not sent when it was posted.
    unsigned received_ahead = 0;                   ///< In the receive FIFO before the first unit.
    /// The owner of the bus while the card waited for GNT#. The names must outlive this object,
    /// because runs may be long.
    const char *descriptor_holder = "", *pay_holder = "", *table_holder = "", *rx_holder = "";
    SramWaits descriptor_waits{}, pay_waits{},
        rx_waits{};  ///< Before the descriptor, before the payload, and after reception.
    core::Femtoseconds point(Point p) const { return at[static_cast<unsigned>(p)]; }
    void set(Point p, core::Femtoseconds when) { at[static_cast<unsigned>(p)] = when; }
};

}  // namespace niclab::card
