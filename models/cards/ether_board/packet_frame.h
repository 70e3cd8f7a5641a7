/// @file The conversion of a channel's packet to a frame and back, for drivers.
///
/// Format: IEEE 802.3 with a length: group address of the channel, own address, length, packet. So
///   a packet with LLC (workload.encapsulation) is a frame according to RFC 1042, from memory of
///   it. A packet of the channel kWholeFrames is a frame with its header, and without padding. The
///   length of a received one is that of IP (RFC 894) or ARP (RFC 826).
#pragma once

#include <algorithm>
#include <vector>

#include "cards/ether_board/channel.h"

namespace niclab::ether_board {

/// Of a frame's data (IEEE 802.3, from memory of it).
inline constexpr std::size_t kMostData = 1500, kHeaderOctets = 14, kFcsOctets = 4, kShortestFrame = 60;

/// Octets of the frame for a packet, without padding and FCS.
inline std::size_t frame_octets(std::uint32_t channel, std::size_t packet) {
    return channel == kWholeFrames ? packet : kHeaderOctets + packet;
}

/// Writes the header of a packet of `octets` octets; returns the position of the packet.
inline std::uint8_t* put_header(std::uint8_t* to, std::uint32_t channel, const Address& own, std::size_t octets) {
    if (channel == kWholeFrames) return to;
    const Address group = group_of(channel);
    to = std::copy(group.begin(), group.end(), to);
    to = std::copy(own.begin(), own.end(), to);
    *to++ = std::uint8_t(octets >> 8), *to++ = std::uint8_t(octets);
    return to;
}

struct FramePacket {
    std::uint32_t channel = 0;
    std::vector<std::uint8_t> octets;
};

/// Octets of a frame that is no channel's, without its padding.
inline std::size_t unpadded(const std::uint8_t* frame, std::size_t octets) {
    constexpr unsigned kIp = 0x0800, kArp = 0x0806, kIpLengthAt = kHeaderOctets + 2, kArpOctets = 28;
    const auto big16 = [frame](std::size_t at) { return unsigned{frame[at]} << 8 | frame[at + 1]; };
    const unsigned type = big16(12);
    if (type == kArp) return std::min(octets, kHeaderOctets + kArpOctets);
    return type == kIp && octets > kIpLengthAt + 1 ? std::min(octets, kHeaderOctets + big16(kIpLengthAt)) : octets;
}

/// The packet of a frame without its FCS. Nothing if the frame is shorter than its length field.
inline std::optional<FramePacket> packet_of(const std::uint8_t* frame, std::size_t octets) {
    if (octets < kHeaderOctets) return std::nullopt;
    Address to;
    std::copy_n(frame, to.size(), to.begin());
    const auto channel = channel_of(to);
    if (!channel) return FramePacket{kWholeFrames, {frame, frame + unpadded(frame, octets)}};
    const std::size_t length = std::size_t{frame[12]} << 8 | frame[13];
    if (length > octets - kHeaderOctets) return std::nullopt;
    return FramePacket{*channel, {frame + kHeaderOctets, frame + kHeaderOctets + length}};
}

}  // namespace niclab::ether_board
