/// @file  Why a packet is lost: each has one cause.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tcp/packet.h"

namespace niclab::stack {

enum class Drop {
    SwitchQueue,
    Epd,
    Policing,
    CardReceiveBuffer,
    CardFifo,
    NoHostBuffer,
    IpQueue,
    SocketBuffer,
    LineError,
    NoListener
};
inline constexpr std::size_t kDrops = 10;

inline const char* to_string(Drop drop) {
    static const char* const names[kDrops] = {
        "switch_queue",   "epd",      "policing",      "card_receive_buffer", "card_fifo",
        "no_host_buffer", "ip_queue", "socket_buffer", "line_error",          "no_listener"};
    return names[static_cast<std::size_t>(drop)];
}

/// One packet of IP, or a fragment.
struct Loss {
    Drop cause{};
    tcp::Packet packet;
};

using DropCounts = std::array<std::uint64_t, kDrops>;

}  // namespace niclab::stack
