// The conversion of packets to the octets of the line, and back.
#include <algorithm>

#include "base/internet_checksum.h"
#include "tcp/packet.h"

namespace niclab::tcp {

namespace {

using Octets = std::vector<std::uint8_t>;

constexpr unsigned kMaxSegmentSize = 2, kWindowScale = 3, kTimestamps = 8, kNop = 1;

void put16(Octets& o, std::uint32_t v) { o.push_back(std::uint8_t(v >> 8)), o.push_back(std::uint8_t(v)); }
void put32(Octets& o, std::uint32_t v) { put16(o, v >> 16), put16(o, v); }
std::uint32_t get16(const std::uint8_t* p) { return std::uint32_t(p[0]) << 8 | p[1]; }
std::uint32_t get32(const std::uint8_t* p) { return get16(p) << 16 | get16(p + 2); }

/// Of the pseudo header of RFC 793 and 768.
std::uint32_t pseudo(const Packet& p, std::size_t body) {
    Octets o;
    put32(o, p.source), put32(o, p.destination);
    put16(o, std::uint32_t(p.protocol)), put16(o, std::uint32_t(body));
    return base::ones_sum(o.data(), o.size());
}

void put_options(Octets& o, const Segment& s) {
    if (s.mss) put16(o, kMaxSegmentSize << 8 | 4), put16(o, *s.mss);
    if (s.window_shift) put16(o, kNop << 8 | kWindowScale), put16(o, 3 << 8 | *s.window_shift);
    if (!s.timestamps) return;
    put16(o, kNop << 8 | kNop), put16(o, kTimestamps << 8 | 10);
    put32(o, s.timestamps->value), put32(o, s.timestamps->echo);
}

void put_tcp(Octets& o, const Packet& p) {
    const Segment& s = p.segment;
    put16(o, p.source_port), put16(o, p.destination_port);
    put32(o, s.seq), put32(o, s.acks ? s.ack : 0);
    const unsigned flags =
        unsigned(s.fin) | unsigned(s.syn) << 1 | unsigned(s.rst) << 2 | unsigned(s.psh) << 3 | unsigned(s.acks) << 4;
    put16(o, s.header_octets() / 4 << 12 | flags);
    put16(o, s.window), put16(o, 0), put16(o, 0);
    put_options(o, s);
}

/// The whole payload of IP, with its checksum.
Octets body(const Packet& p) {
    Octets o;
    const bool tcp = p.protocol == Protocol::Tcp, icmp = p.protocol == Protocol::Icmp;
    if (tcp) put_tcp(o, p);
    if (icmp)
        put16(o, p.datagram.reply ? 0 : 8 << 8), put16(o, 0), put16(o, p.source_port), put16(o, p.datagram.sequence);
    if (!tcp && !icmp) put16(o, p.source_port), put16(o, p.destination_port), put16(o, p.body_octets()), put16(o, 0);
    const std::uint64_t first = tcp ? p.segment.offset : p.datagram.offset;
    for (std::uint64_t k = first; o.size() < p.body_octets(); ++k)
        o.push_back(payload_octet(p.source, p.source_port, k));
    std::uint32_t sum = 0xFFFF & ~base::ones_sum(o.data(), o.size(), icmp ? 0 : pseudo(p, o.size()));
    if (sum == 0 && p.protocol == Protocol::Udp) sum = 0xFFFF;  // 0 would mean: no checksum.
    const std::size_t at = tcp ? 16 : icmp ? 2 : 6;
    o[at] = std::uint8_t(sum >> 8), o[at + 1] = std::uint8_t(sum);
    return o;
}

bool take_options(Segment& s, const std::uint8_t* p, const std::uint8_t* end) {
    while (p < end && *p != 0) {
        if (*p == kNop) {
            ++p;
            continue;
        }
        if (p + 1 >= end || p[1] < 2 || p + p[1] > end) return false;
        if (*p == kMaxSegmentSize && p[1] == 4) s.mss = std::uint16_t(get16(p + 2));
        if (*p == kWindowScale && p[1] == 3) s.window_shift = p[2];
        if (*p == kTimestamps && p[1] == 10) s.timestamps = Timestamps{get32(p + 2), get32(p + 6)};
        p += p[1];
    }
    return true;
}

bool take_tcp(Parsed& parsed, const std::uint8_t* p, std::size_t n) {
    if (n < 20) return false;
    Segment& s = parsed.packet.segment;
    const unsigned header = (p[12] >> 4) * 4u, flags = p[13];
    if (header < 20 || header > n) return false;
    s.seq = get32(p + 4), s.ack = get32(p + 8), s.window = std::uint16_t(get16(p + 14));
    s.fin = (flags & 1) != 0, s.syn = (flags & 2) != 0, s.rst = (flags & 4) != 0;
    s.psh = (flags & 8) != 0, s.acks = (flags & 16) != 0;
    s.length = std::uint32_t(n - header);
    parsed.payload += header;
    return take_options(s, p + 20, p + header);
}

bool take_body(Parsed& parsed, const std::uint8_t* p, std::size_t n) {
    Packet& packet = parsed.packet;
    const bool icmp = packet.protocol == Protocol::Icmp;
    if (n < 8 || base::ones_sum(p, n, icmp ? 0 : pseudo(packet, n)) != 0xFFFF) return false;
    packet.source_port = std::uint16_t(get16(p + (icmp ? 4 : 0)));
    packet.destination_port = icmp ? std::uint16_t{0} : std::uint16_t(get16(p + 2));
    if (packet.protocol == Protocol::Tcp) return take_tcp(parsed, p, n);
    packet.datagram.length = std::uint32_t(n - 8);
    packet.datagram.reply = icmp && p[0] == 0;
    if (icmp) packet.datagram.sequence = std::uint16_t(get16(p + 6));
    parsed.payload += 8;
    return true;
}

}  // namespace

Octets octets(const Packet& p) {
    if (p.protocol == Protocol::Arp) return arp_octets(p.arp, p.source, p.destination);
    Octets o;
    put16(o, 0x4500), put16(o, p.octets()), put16(o, p.id);
    put16(o, (p.more_fragments ? 0x2000u : 0u) | p.fragment_offset / 8);
    put16(o, 64 << 8 | unsigned(p.protocol)), put16(o, 0);
    put32(o, p.source), put32(o, p.destination);
    const std::uint32_t sum = 0xFFFF & ~base::ones_sum(o.data(), o.size());
    o[10] = std::uint8_t(sum >> 8), o[11] = std::uint8_t(sum);
    const Octets whole = body(p);
    const auto from = whole.begin() + std::ptrdiff_t(p.fragment() ? p.fragment_offset : 0);
    o.insert(o.end(), from, from + std::ptrdiff_t(p.octets() - Packet::kHeader));
    return o;
}

std::optional<Parsed> parse(const Octets& o) {
    if (o.size() < Packet::kHeader || o[0] != 0x45 || get16(&o[2]) > o.size() || get16(&o[2]) < 20) return std::nullopt;
    if (base::ones_sum(o.data(), Packet::kHeader) != 0xFFFF) return std::nullopt;
    if ((get16(&o[6]) & 0x3FFF) != 0 || (o[9] != 1 && o[9] != 6 && o[9] != 17)) return std::nullopt;
    Parsed parsed;
    parsed.payload = Packet::kHeader;
    parsed.packet.id = std::uint16_t(get16(&o[4]));
    parsed.packet.protocol = Protocol{o[9]};
    parsed.packet.source = get32(&o[12]), parsed.packet.destination = get32(&o[16]);
    if (!take_body(parsed, o.data() + Packet::kHeader, get16(&o[2]) - Packet::kHeader)) return std::nullopt;
    return parsed;
}

}  // namespace niclab::tcp
