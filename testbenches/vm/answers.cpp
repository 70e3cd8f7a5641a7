#include "answers.h"

#include <algorithm>

#include "base/internet_checksum.h"

namespace niclab::vm {

namespace {

constexpr std::size_t kIpHeader = 20, kEcho = 8;

tcp::Address address(const Octets& o, std::size_t at) {
    return tcp::Address{word(o, at)} << 16 | tcp::Address{word(o, at + 2)};
}

std::uint16_t checksum(const Octets& o, std::size_t at) {
    return static_cast<std::uint16_t>(~base::ones_sum(o.data() + at, o.size() - at));
}

}  // namespace

bool Answers::receive(base::Femtoseconds now, const Octets& packet) {
    if (answer_echo(packet)) return ++stats_.echo_replies, true;
    if (tcp_.receive(now, packet)) return ++stats_.tcp_segments, true;
    return false;
}

bool Answers::answer_echo(const Octets& packet) {
    constexpr std::size_t kSource = 12, kDestination = 16, kSum = kIpHeader + 2;
    constexpr unsigned kIcmp = 1, kRequest = 8, kFragment = 0x3FFF;
    if (packet.size() < kIpHeader + kEcho || packet[0] != 0x45 || packet[9] != kIcmp || packet[kIpHeader] != kRequest)
        return false;
    const std::size_t length = word(packet, 2);
    if (length < kIpHeader + kEcho || length > packet.size() || (word(packet, 6) & kFragment) != 0) return false;
    if (address(packet, kDestination) != own_ || base::ones_sum(packet.data(), kIpHeader) != 0xFFFF) return false;
    Octets reply(packet.begin(), packet.begin() + static_cast<std::ptrdiff_t>(length));
    if (checksum(reply, kIpHeader) != 0) return false;
    std::swap_ranges(reply.begin() + kSource, reply.begin() + kDestination, reply.begin() + kDestination);
    reply[kIpHeader] = reply[kSum] = reply[kSum + 1] = 0;
    const std::uint16_t sum = checksum(reply, kIpHeader);
    reply[kSum] = static_cast<std::uint8_t>(sum >> 8);
    reply[kSum + 1] = static_cast<std::uint8_t>(sum);
    outgoing().push_back(std::move(reply));
    return true;
}

}  // namespace niclab::vm
