#include "cards/i8254x/checksum.h"

#include <algorithm>

#include "base/internet_checksum.h"
#include "cards/i8254x/layout.h"

namespace niclab::i8254x {

namespace {

constexpr std::uint16_t kAllOnes = 0xFFFF, kIpv4Type = 0x0800, kVlanType = 0x8100;
constexpr unsigned kTypeAt = 12, kIpHeader = 20, kAddressesAt = 12, kAddressesOctets = 8, kTcpProtocol = 6,
                   kUdpProtocol = 17, kUdpChecksumAt = 6;
constexpr std::uint16_t kFragment = 0x3FFF;  ///< MF and the offset.

}  // namespace

void insert_checksum(Octets& frame, std::size_t from, std::size_t at, std::size_t end, bool of_udp) {
    const std::size_t stop = end == 0 ? frame.size() : std::min(end + 1, frame.size());
    if (at + 2 > frame.size() || from > stop) return;
    auto checksum = std::uint16_t(~base::ones_sum(frame.data() + from, stop - from));
    if (checksum == 0 && of_udp) checksum = kAllOnes;
    put_big16(&frame[at], checksum);
}

Checked check_received(const Octets& frame) {
    Checked found;
    std::size_t ip = kHeaderOctets;
    if (frame.size() >= kHeaderOctets + kVlanOctets && big16(&frame[kTypeAt]) == kVlanType) ip += kVlanOctets;
    if (frame.size() < ip + kIpHeader || big16(&frame[ip - 2]) != kIpv4Type || frame[ip] >> 4 != 4) return found;
    const std::size_t header = 4u * (frame[ip] & 0xF), total = big16(&frame[ip + 2]);
    if (header < kIpHeader || total < header || ip + total > frame.size()) return found;
    found.ip = true, found.ip_wrong = base::ones_sum(&frame[ip], header) != kAllOnes;
    const unsigned protocol = frame[ip + 9];
    const bool whole = (big16(&frame[ip + 6]) & kFragment) == 0;
    const std::size_t transport = ip + header, end = ip + total;
    if (!whole || (protocol != kTcpProtocol && protocol != kUdpProtocol)) return found;
    if (protocol == kUdpProtocol) {  // 0: the sender has not calculated one.
        if (transport + kUdpChecksumAt + 2 > end || big16(&frame[transport + kUdpChecksumAt]) == 0) return found;
    }
    const std::uint32_t pseudo =
        base::ones_sum(&frame[ip + kAddressesAt], kAddressesOctets, protocol + std::uint32_t(total - header));
    found.transport = true,
    found.transport_wrong = base::ones_sum(frame.data() + transport, end - transport, pseudo) != kAllOnes;
    return found;
}

}  // namespace niclab::i8254x
