/// @file A read of a file over NCP: its request and its reply, as Ethernet frames without FCS.
///
/// Source: what Linux 2.6 sends and accepts for a read, as facts. Function 72 has an octet 0, a
///   handle of six, offset and length, its reply a length and data (fs/ncpfs/ncplib_kernel.c,
///   ncp_read_kernel). Request 2222h, reply 3333h, their headers, packet type 17, socket 0451h:
///   linux/ncp.h. The IPX header of 30 octets, FFFFh for no checksum: net/ipx.h. tshark decodes
///   them so.
/// Assumed: PERFORM3's reads are function 72 and its frames raw 802.3, with a length instead of a
///   type, *assumed*. AN-880 prints only lengths: a reply has 1078 as here, a request 57 instead of
///   64. Values without effect are *assumed*, too: task 1, handle 1, network 1, the reader's socket
///   4003h, the status of a connection 0.
/// Not modelled: the octet in front of a reply's data if the offset is odd; PERFORM3's are even.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace niclab::netware {

using Address = std::array<std::uint8_t, 6>;
using Octets = std::vector<std::uint8_t>;

/// The parameters of a request and its reply.
struct Read {
    Address client{}, server{};
    std::uint8_t connection = 1, sequence = 0;
    std::uint32_t offset = 0;
    std::uint16_t octets = 1024;
};

inline constexpr unsigned kRequestOctets = 64,
                          kReplyOverhead = 54;  ///< Without FCS; the excess of a reply over its data.

Octets request(const Read& read);
/// With `read.octets` of data.
Octets reply(const Read& read);

/// The kind of a frame.
enum class Kind { Request, Reply, Other };
Kind kind_of(const Octets& frame);
/// Connection number of a request or reply.
std::uint8_t connection_of(const Octets& frame);

}  // namespace niclab::netware
