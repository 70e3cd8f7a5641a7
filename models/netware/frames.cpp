#include "netware/frames.h"

#include <algorithm>

namespace niclab::netware {

namespace {

constexpr std::size_t kEthernet = 14, kIpx = 30, kNcp = kEthernet + kIpx;
constexpr std::uint8_t kPacketType = 17, kReadFile = 72;
constexpr std::uint16_t kServerSocket = 0x0451, kClientSocket = 0x4003, kRequest = 0x2222, kReply = 0x3333;
constexpr std::uint32_t kNetwork = 1;

void put(Octets& o, std::uint64_t value, unsigned octets) {
    for (unsigned i = octets; i-- > 0;) o.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

void put(Octets& o, const Address& a) { o.insert(o.end(), a.begin(), a.end()); }

void put_end(Octets& o, const Address& node, std::uint16_t socket) {
    put(o, kNetwork, 4);
    put(o, node);
    put(o, socket, 2);
}

/// Ethernet and IPX headers of a frame, followed by `ncp` octets.
Octets headers(const Address& to, std::uint16_t to_socket, const Address& from, std::uint16_t from_socket,
               std::size_t ncp) {
    Octets o;
    put(o, to);
    put(o, from);
    put(o, kIpx + ncp, 2);
    put(o, 0xFFFF, 2);  // no checksum
    put(o, kIpx + ncp, 2);
    put(o, 0, 1);  // hops
    put(o, kPacketType, 1);
    put_end(o, to, to_socket);
    put_end(o, from, from_socket);
    return o;
}

}  // namespace

Octets request(const Read& read) {
    Octets o = headers(read.server, kServerSocket, read.client, kClientSocket, kRequestOctets - kNcp);
    put(o, kRequest, 2);
    put(o, read.sequence, 1);
    put(o, read.connection, 1);
    put(o, 1, 1);  // task
    put(o, 0, 1);  // connection, high octet
    put(o, kReadFile, 1);
    put(o, 0, 1);  // reserved
    put(o, 1, 6);  // file handle
    put(o, read.offset, 4);
    put(o, read.octets, 2);
    return o;
}

Octets reply(const Read& read) {
    Octets o = headers(read.client, kClientSocket, read.server, kServerSocket, kReplyOverhead - kNcp + read.octets);
    put(o, kReply, 2);
    put(o, read.sequence, 1);
    put(o, read.connection, 1);
    put(o, 1, 1);  // task
    put(o, 0, 3);  // connection, high octet; completion code; connection status
    put(o, read.octets, 2);
    for (unsigned i = 0; i < read.octets; ++i) o.push_back(static_cast<std::uint8_t>(read.offset + i));
    return o;
}

Kind kind_of(const Octets& frame) {
    if (frame.size() < kNcp + 4 || frame[kEthernet] != 0xFF || frame[kEthernet + 1] != 0xFF) return Kind::Other;
    const unsigned type = frame[kNcp] << 8 | frame[kNcp + 1];
    return type == kRequest ? Kind::Request : type == kReply ? Kind::Reply : Kind::Other;
}

std::uint8_t connection_of(const Octets& frame) { return frame[kNcp + 3]; }

}  // namespace niclab::netware
