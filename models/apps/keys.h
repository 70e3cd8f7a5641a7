/// @file Keys that several kinds of flow have.
#pragma once

#include "apps/app.h"
#include "core/config.h"

namespace niclab::apps {

inline constexpr std::int64_t kMostItems = 1'000'000'000'000;  ///< Octets or transactions of a flow.
inline constexpr std::int64_t kMostOctets = 1 << 24;           ///< Of one call, request or frame.
inline constexpr std::int64_t kMostDatagram = 65507;           ///< Octets: 65535 less both headers (RFC 768, RFC 791).

inline std::uint32_t octets(core::ConfigTable& flow, const char* key, std::int64_t standard, std::int64_t most,
                            const char* meaning) {
    return std::uint32_t(flow.integer(key, standard, 1, most, meaning));
}

/// `standard`: octets of each buffer.
inline Buffers read_buffers(core::ConfigTable& flow, std::int64_t standard = 65536) {
    constexpr std::int64_t kMost = 1 << 28;
    Buffers b;
    const std::int64_t both = flow.integer("socket_buffer", standard, 1, kMost,
                                           "Size of the send and receive buffers of both sockets, in octets.");
    b.send = octets(flow, "send_buffer", both, kMost,
                    "Size of the sending socket's buffer in octets, instead of socket_buffer.");
    b.receive = octets(flow, "receive_buffer", both, kMost,
                       "Size of the receiving socket's buffer in octets, instead of socket_buffer.");
    b.no_delay = flow.boolean("no_delay", false, "Set TCP_NODELAY: disable Nagle's algorithm for the flow.");
    return b;
}

/// From datagram to datagram, or from echo to echo.
inline Femtoseconds read_interval(core::ConfigTable& flow, double standard_ns, const char* meaning) {
    return base::from_us(flow.time_ns("interval", standard_ns, 0, 1e12, meaning) * 1e-3);
}

}  // namespace niclab::apps
