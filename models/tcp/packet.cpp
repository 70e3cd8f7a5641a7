#include "tcp/packet.h"

#include <algorithm>
#include <cstdio>

namespace niclab::tcp {

std::optional<Address> parse_address(const std::string& text) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    char end = 0;
    if (std::sscanf(text.c_str(), "%3u.%3u.%3u.%3u%c", &a, &b, &c, &d, &end) != 4) return std::nullopt;
    if (std::max({a, b, c, d}) > 255) return std::nullopt;
    return a << 24 | b << 16 | c << 8 | d;
}

std::string to_string(Address address) {
    std::string text;
    for (int shift = 24; shift >= 0; shift -= 8)
        text += std::to_string(address >> shift & 0xFF) + (shift > 0 ? "." : "");
    return text;
}

std::uint32_t Packet::body_octets() const {
    return protocol == Protocol::Tcp ? segment.header_octets() + segment.length : 8 + datagram.length;
}

std::vector<Packet> fragments(const Packet& packet, std::uint32_t mtu) {
    if (packet.octets() <= mtu) return {packet};
    const std::uint32_t body = packet.body_octets(), most = (mtu - Packet::kHeader) / 8 * 8;
    std::vector<Packet> pieces;
    for (std::uint32_t at = 0; at < body; at += most) {
        Packet piece = packet;
        piece.fragment_offset = at;
        piece.fragment_octets = std::min(most, body - at);
        piece.more_fragments = at + piece.fragment_octets < body;
        pieces.push_back(piece);
    }
    return pieces;
}

}  // namespace niclab::tcp
