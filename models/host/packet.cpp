#include "host/packet.h"

#include <array>
#include <stdexcept>

#include "base/internet_checksum.h"

namespace niclab::host {

namespace {

using Octets = std::vector<std::uint8_t>;
constexpr std::size_t kIpOctets = 20, kTcpOctets = 20, kUdpOctets = 8;
constexpr std::size_t kMaxSduOctets = 65535;

void put16(Octets& o, std::size_t at, std::size_t value) {
    o[at] = static_cast<std::uint8_t>(value >> 8);
    o[at + 1] = static_cast<std::uint8_t>(value);
}

/// Internet checksum of o[from, to) on top of `sum`.
std::uint16_t checksum(const Octets& o, std::size_t from, std::size_t to, std::uint32_t sum = 0) {
    return static_cast<std::uint16_t>(~base::ones_sum(o.data() + from, to - from, sum));
}

std::size_t transport_octets(const PacketFormat& format) { return format.protocol == "tcp" ? kTcpOctets : kUdpOctets; }

/// Payload that reveals any misplaced octet: a multiplicative sequence that restarts for each
/// packet.
void fill_payload(Octets& o, std::size_t from, std::uint32_t number) {
    constexpr std::uint32_t kFactor = 1664525, kTerm = 1013904223;
    // Four steps at a time, of which none depends on another.
    constexpr std::uint32_t kFactor4 = kFactor * kFactor * kFactor * kFactor;
    constexpr std::uint32_t kTerm4 = ((kTerm * kFactor + kTerm) * kFactor + kTerm) * kFactor + kTerm;
    std::array<std::uint32_t, 4> x{number * 2654435761u + 12345u};
    x[0] = x[0] * kFactor + kTerm;
    for (std::size_t k = 1; k < x.size(); ++k) x[k] = x[k - 1] * kFactor + kTerm;
    std::size_t i = from;
    for (; i + x.size() <= o.size(); i += x.size())
        for (std::size_t k = 0; k < x.size(); ++k) {
            o[i + k] = static_cast<std::uint8_t>(x[k] >> 24);
            x[k] = x[k] * kFactor4 + kTerm4;
        }
    for (std::size_t k = 0; i < o.size(); ++i, ++k) o[i] = static_cast<std::uint8_t>(x[k] >> 24);
}

Octets ip_packet(const PacketFormat& format, std::size_t payload_octets, std::uint32_t number) {
    const bool tcp = format.protocol == "tcp";
    const std::size_t transport = kIpOctets, data = kIpOctets + transport_octets(format);
    Octets o(data + payload_octets);
    fill_payload(o, data, number);
    o[0] = 0x45;
    put16(o, 2, o.size());
    put16(o, 4, number & 0xFFFF);
    o[6] = 0x40;  // don't fragment
    o[8] = 64;
    o[9] = tcp ? 6 : 17;
    const std::uint8_t addresses[] = {10, 0, 0, 1, 10, 0, 0, 2};
    std::copy(std::begin(addresses), std::end(addresses), o.begin() + 12);
    put16(o, 10, checksum(o, 0, kIpOctets));
    put16(o, transport, 1025);
    put16(o, transport + 2, 7);  // echo
    if (tcp) {
        put16(o, transport + 6, number * payload_octets & 0xFFFF);
        o[transport + 12] = 0x50;
        o[transport + 13] = 0x18;  // PSH, ACK
        put16(o, transport + 14, 8760);
    } else {
        put16(o, transport + 4, kUdpOctets + payload_octets);
    }
    const std::uint32_t length = static_cast<std::uint32_t>(o.size() - transport);
    const std::uint32_t pseudo = 0x0A00 + 1 + 0x0A00 + 2 + o[9] + length;
    std::uint16_t sum = checksum(o, transport, o.size(), pseudo);
    if (!tcp && sum == 0) sum = 0xFFFF;
    put16(o, transport + (tcp ? 16 : 6), sum);
    return o;
}

}  // namespace

std::size_t PacketFormat::header_octets() const {
    const std::size_t outer = encapsulation == "llc" ? kLlcOctets : encapsulation == "lane" ? kLaneOctets : 0;
    return protocol == "raw" ? outer : outer + kIpOctets + transport_octets(*this);
}

Octets encapsulate(const PacketFormat& format, const Octets& packet, std::uint16_t type) {
    Octets sdu;
    if (format.encapsulation == "llc") sdu = {0xAA, 0xAA, 0x03, 0x00, 0x00, 0x00, 0x08, 0x00};
    if (format.encapsulation == "lane")
        sdu = {0x00, 0x01, 0x02, 0x20, 0x48, 0x00, 0x00, 0x02, 0x02, 0x20, 0x48, 0x00, 0x00, 0x01, 0x08, 0x00};
    if (!sdu.empty()) put16(sdu, sdu.size() - 2, type);
    sdu.insert(sdu.end(), packet.begin(), packet.end());
    if (format.encapsulation == "lane" && sdu.size() < kLaneMinimum) sdu.resize(kLaneMinimum);
    return sdu;
}

Octets make_packet(const PacketFormat& format, std::size_t payload_octets, std::uint32_t number) {
    const std::size_t total = payload_octets + format.header_octets();
    if (payload_octets == 0 || total > kMaxSduOctets)
        throw std::invalid_argument(std::to_string(payload_octets) + " octets; expected 1 to " +
                                    std::to_string(kMaxSduOctets - format.header_octets()));
    if (format.protocol != "raw") return encapsulate(format, ip_packet(format, payload_octets, number));
    Octets sdu(payload_octets);
    fill_payload(sdu, 0, number);
    return encapsulate(format, sdu);
}

}  // namespace niclab::host
