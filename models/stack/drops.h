/// @file  Why a packet is lost: each has one cause.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tcp/packet.h"

namespace niclab::stack {

enum class Drop {
    SwitchQueue,          ///< No place in a switch's queue.
    Epd,                  ///< Early packet discard: the queue was long when the PDU began.
    Policing,             ///< Faster than its contract, where a connection enters a switch.
    CardReceiveBuffer,    ///< The host gave the card no buffer in time.
    CardFifo,             ///< In the card: its FIFO, its packet memory, a reset.
    IpQueue,              ///< The interface's queue was full.
    SocketBuffer,         ///< The receiving socket's buffer was full.
    LineError,            ///< A cell was missing or wrong behind a line.
    NoListener,           ///< Nobody listens at its port or address.
    Ppd,                  ///< Partial packet discard: cells behind one that was dropped, of a packet lost for that.
    LowPriority,          ///< Cells with CLP, of which fewer may wait.
    NoRoute,              ///< A switch knows no way for its connection.
    NoConnection,         ///< A card has no such connection open: none to its address, or none with its VPI and VCI.
    IncompletePdu,        ///< Cells that came to a card without the others of their PDU.
    Reassembly,           ///< A fragment of IP that came without the others of its datagram.
    ExcessiveCollisions,  ///< Ethernet: all attempts at a frame collided.
    LateCollision,  ///< Ethernet: a collision behind the slot time, and the frame was not tried again or nobody saw it.
    ProtocolQueue,  ///< Too many wait for the protocols, which the interrupts leave no time.
    Unresolved      ///< It waited for its address to be known, and a newer one took its place.
};
inline constexpr std::size_t kDrops = 19;

inline const char* to_string(Drop drop) {
    static const char* const names[kDrops] = {"switch_queue",   "epd",
                                              "policing",       "card_receive_buffer",
                                              "card_fifo",      "ip_queue",
                                              "socket_buffer",  "line_error",
                                              "no_listener",    "ppd",
                                              "low_priority",   "no_route",
                                              "no_connection",  "incomplete_pdu",
                                              "reassembly",     "excessive_collisions",
                                              "late_collision", "protocol_queue",
                                              "unresolved"};
    return names[static_cast<std::size_t>(drop)];
}

/// One packet of IP, or a fragment; cells of it below IP, where the packet itself may have been told of for another cause.
struct Loss {
    Drop cause{};
    tcp::Packet packet;
    std::uint32_t packets = 1;  ///< 0: only cells.
    std::uint32_t cells = 0;
    std::uint32_t octets_of_all = 0;  ///< Of IP, where the packets differ; 0: each has those of `packet`.
    std::uint64_t octets() const {
        return octets_of_all > 0 ? octets_of_all : std::uint64_t{packets} * packet.octets();
    }
};

using DropCounts = std::array<std::uint64_t, kDrops>;

}  // namespace niclab::stack
