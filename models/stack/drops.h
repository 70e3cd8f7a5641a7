/// @file The reasons for which a packet is lost: each lost packet has one cause.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tcp/packet.h"

namespace niclab::stack {

enum class Drop {
    SwitchQueue,          ///< No place in a switch's queue.
    Epd,                  ///< Early packet discard: the queue was long when the PDU began.
    Policing,             ///< Above its contract, at the input of a switch.
    CardReceiveBuffer,    ///< The host did not supply a buffer in time.
    CardFifo,             ///< In the card: its FIFO, its packet memory, a reset.
    IpQueue,              ///< The interface's queue was full.
    SocketBuffer,         ///< The receiving socket's buffer was full.
    LineError,            ///< A cell was missing or wrong after a line.
    NoListener,           ///< No program listens at its port or address.
    Ppd,                  ///< Partial packet discard: cells after a dropped one, of a packet lost for that.
    LowPriority,          ///< Cells with CLP, for which the limit is lower.
    NoRoute,              ///< A switch has no route for its connection.
    NoConnection,         ///< A card has no such open connection: to its address, or with its VPI and VCI.
    IncompletePdu,        ///< Cells that arrived at a card without the others of their PDU.
    Reassembly,           ///< A fragment of IP that arrived without the others of its datagram.
    ExcessiveCollisions,  ///< Ethernet: all attempts at a frame collided.
    LateCollision,  ///< Ethernet: a collision after the slot time, and the frame was not retried or no station detected
                    ///< it.
    ProtocolQueue,  ///< The queue for the protocols was full, because interrupts left them no time.
    Unresolved      ///< A newer packet replaced it while it waited for the resolution of its address.
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

/// One packet of IP, or a fragment; or cells of it below IP, if the packet itself was reported with
/// another cause.
struct Loss {
    Drop cause{};
    tcp::Packet packet;
    std::uint32_t packets = 1;  ///< 0: only cells.
    std::uint32_t cells = 0;
    std::uint32_t octets_of_all = 0;  ///< Of IP, if the packets differ; 0: each has the octets of `packet`.
    std::uint64_t octets() const {
        return octets_of_all > 0 ? octets_of_all : std::uint64_t{packets} * packet.octets();
    }
};

using DropCounts = std::array<std::uint64_t, kDrops>;

}  // namespace niclab::stack
