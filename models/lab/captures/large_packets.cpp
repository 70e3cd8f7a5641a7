#include "lab/captures/large_packets.h"

#include <algorithm>

#include "base/internet_checksum.h"

namespace niclab::lab {

namespace {

using Octets = std::vector<std::uint8_t>;
constexpr std::uint8_t kTcp = 6, kFin = 0x01, kPush = 0x08, kCwr = 0x80;
constexpr std::size_t kIpMinimum = 20, kTcpMinimum = 20;

std::uint32_t get(const Octets& o, std::size_t at, unsigned octets) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < octets; ++i) value = value << 8 | o[at + i];
    return value;
}

void put(Octets& o, std::size_t at, unsigned octets, std::uint64_t value) {
    for (unsigned i = octets; i-- > 0; value >>= 8) o[at + i] = static_cast<std::uint8_t>(value);
}

/// The Internet checksum of o[from, to) on top of `sum`.
std::uint16_t checksum(const Octets& o, std::size_t from, std::size_t to, std::uint64_t sum) {
    return static_cast<std::uint16_t>(~base::ones_sum(o.data() + from, to - from, sum));
}

struct Headers {
    std::size_t ip, tcp;
    std::size_t all() const { return ip + tcp; }
};

Octets one_segment(const Octets& packet, Headers h, std::size_t from, std::size_t to, unsigned number) {
    Octets s(packet.begin(), packet.begin() + static_cast<std::ptrdiff_t>(h.all()));
    s.insert(s.end(), packet.begin() + static_cast<std::ptrdiff_t>(from),
             packet.begin() + static_cast<std::ptrdiff_t>(to));
    put(s, 2, 2, s.size());
    put(s, 4, 2, get(packet, 4, 2) + number);
    put(s, 10, 2, 0);
    put(s, 10, 2, checksum(s, 0, h.ip, 0));
    put(s, h.ip + 4, 4, get(packet, h.ip + 4, 4) + (from - h.all()));
    std::uint8_t& flags = s[h.ip + 13];
    if (to < packet.size()) flags &= static_cast<std::uint8_t>(~(kFin | kPush));
    if (number > 0) flags &= static_cast<std::uint8_t>(~kCwr);
    put(s, h.ip + 16, 2, 0);
    const std::uint64_t addresses = std::uint64_t{get(s, 12, 2)} + get(s, 14, 2) + get(s, 16, 2) + get(s, 18, 2);
    put(s, h.ip + 16, 2, checksum(s, h.ip, s.size(), addresses + kTcp + (s.size() - h.ip)));
    return s;
}

}  // namespace

Segments segment(const Octets& packet, std::size_t mtu) {
    const auto refuse = [](const std::string& why) { return Segments{{}, why}; };
    if (packet.size() < kIpMinimum) return refuse("no whole IP header; expected at least 20 octets");
    if (packet[9] != kTcp) return refuse("IP protocol " + std::to_string(packet[9]) + "; expected TCP (6) to segment");
    if ((get(packet, 6, 2) & 0x3FFF) != 0) return refuse("a fragment; expected a whole packet of TCP to segment");
    Headers h{std::size_t{packet[0] & 0xFu} * 4, 0};
    if (h.ip < kIpMinimum || packet.size() < h.ip + kTcpMinimum)
        return refuse("no whole TCP header; expected at least 20 octets");
    h.tcp = (std::size_t{packet[h.ip + 12]} >> 4) * 4;
    if (h.tcp < kTcpMinimum || packet.size() < h.all())
        return refuse("a TCP header of " + std::to_string(h.tcp) + " octets; expected 20 to 60, all captured");
    if (mtu <= h.all()) return refuse("headers of " + std::to_string(h.all()) + " octets; expected a larger MTU");
    Segments result;
    const std::size_t step = mtu - h.all();
    std::size_t from = h.all();
    do {
        const std::size_t to = std::min(packet.size(), from + step);
        result.packets.push_back(one_segment(packet, h, from, to, static_cast<unsigned>(result.packets.size())));
        from = to;
    } while (from < packet.size());
    return result;
}

}  // namespace niclab::lab
