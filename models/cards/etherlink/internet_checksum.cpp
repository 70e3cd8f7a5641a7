#include "cards/etherlink/internet_checksum.h"

#include "base/internet_checksum.h"

namespace niclab::etherlink {

namespace {

constexpr std::size_t kTypeAt = 12, kTagOctets = 4, kShortestHeader = 20;
constexpr std::uint16_t kIpv4 = 0x0800, kFragmentBits = 0x3FFF;
constexpr std::uint8_t kTcp = 6, kUdp = 17;
constexpr std::size_t kFragmentAt = 6, kProtocolAt = 9, kIpSumAt = 10, kAddressesAt = 12, kAddressesOctets = 8;
constexpr std::size_t kTcpSumAt = 16, kUdpSumAt = 6, kTcpHeader = 20, kUdpHeader = 8;

std::uint16_t word(const std::uint8_t* at) { return std::uint16_t(at[0] << 8 | at[1]); }

/// The sum without the word at the even position `skipped`.
std::uint32_t sum_without(const std::uint8_t* octets, std::size_t n, std::size_t skipped, std::uint32_t start = 0) {
    const std::size_t rest = skipped + 2;
    return base::ones_sum(octets + rest, n - rest, base::ones_sum(octets, skipped, start));
}

std::uint16_t complement(std::uint32_t total) { return std::uint16_t(~base::ones_fold(total)); }

FrameChecksums::Field field(const std::uint8_t* frame, std::size_t at, std::uint32_t others) {
    const std::uint16_t value = complement(others), found = word(frame + at);
    // Both zeros of the one's complement are valid.
    return {at, value, complement(std::uint32_t{others} + found) == 0};
}

}  // namespace

FrameChecksums checksums_of(const std::uint8_t* frame, std::size_t octets, std::uint16_t vlan_type) {
    FrameChecksums result;
    std::size_t type_at = kTypeAt;
    if (octets >= type_at + 2 && vlan_type != 0 && word(frame + type_at) == vlan_type) type_at += kTagOctets;
    const std::size_t ip_at = type_at + 2;
    if (octets < ip_at + kShortestHeader || word(frame + type_at) != kIpv4) return result;
    const std::uint8_t* ip = frame + ip_at;
    const std::size_t header = 4u * (ip[0] & 0xFu), total = word(ip + 2);
    if (ip[0] >> 4 != 4 || header < kShortestHeader || ip_at + header > octets) return result;
    result.ip = field(frame, ip_at + kIpSumAt, sum_without(ip, header, kIpSumAt));
    const bool tcp = ip[kProtocolAt] == kTcp, udp = ip[kProtocolAt] == kUdp;
    const bool fragment = (word(ip + kFragmentAt) & kFragmentBits) != 0;
    const std::size_t shortest = tcp ? kTcpHeader : kUdpHeader;
    if (!(tcp || udp) || fragment || total < header + shortest || ip_at + total > octets) return result;
    const std::uint8_t* segment = ip + header;
    const std::size_t length = total - header, sum_at = tcp ? kTcpSumAt : kUdpSumAt;
    const std::uint32_t pseudo =
        base::ones_sum(ip + kAddressesAt, kAddressesOctets) + ip[kProtocolAt] + static_cast<std::uint32_t>(length);
    result.transport = field(frame, ip_at + header + sum_at, sum_without(segment, length, sum_at, pseudo));
    result.kind = tcp ? Transport::Tcp : Transport::Udp;
    result.unused = udp && word(segment + sum_at) == 0;
    if (udp && result.transport.value == 0) result.transport.value = 0xFFFF;
    return result;
}

}  // namespace niclab::etherlink
