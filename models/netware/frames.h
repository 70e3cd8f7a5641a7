/// @file  A read of a file over NCP: its request and its reply, as Ethernet frames without FCS.
///
/// Source:  raw 802.3 frames, a length in the place of a type and IPX behind it; IPX header of 30 octets, checksum FFFFh, packet type
///          17, socket 0451h; NCP request 2222h, function 72 (read from a file), reply 3333h: from memory, held against tshark.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace niclab::netware {

using Address = std::array<std::uint8_t, 6>;
using Octets = std::vector<std::uint8_t>;

/// Of a request and its reply.
struct Read {
    Address reader{}, keeper{};
    std::uint8_t connection = 1, sequence = 0;
    std::uint32_t offset = 0;
    std::uint16_t octets = 1024;
};

inline constexpr unsigned kRequestOctets = 64,
                          kReplyOverhead = 54;  ///< Without FCS; a reply is so much longer than its data.

Octets request(const Read& read);
/// With `read.octets` of data.
Octets reply(const Read& read);

/// What a frame is.
enum class Kind { Request, Reply, Other };
Kind kind_of(const Octets& frame);
/// Connection number of a request or reply.
std::uint8_t connection_of(const Octets& frame);

}  // namespace niclab::netware
