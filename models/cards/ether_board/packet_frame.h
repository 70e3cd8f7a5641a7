/// @file The conversion of a channel's packet to a frame and back, for drivers.
///
/// Format: IEEE 802.3 with a length: group address of the channel, own address, length, packet. So
///   a packet with LLC (workload.encapsulation) is a frame according to RFC 1042, from memory of
///   it.
#pragma once

#include <algorithm>
#include <vector>

#include "cards/ether_board/channel.h"

namespace niclab::ether_board {

/// Of a frame's data (IEEE 802.3, from memory of it).
inline constexpr std::size_t kMostData = 1500, kHeaderOctets = 14, kFcsOctets = 4, kShortestFrame = 60;

/// Writes the header of a packet of `octets` octets; returns the position of the packet.
inline std::uint8_t* put_header(std::uint8_t* to, std::uint32_t channel, const Address& own, std::size_t octets) {
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

/// The packet of a frame without its FCS. Nothing if the frame belongs to no channel, or is shorter
/// than its length field.
inline std::optional<FramePacket> packet_of(const std::uint8_t* frame, std::size_t octets) {
    if (octets < kHeaderOctets) return std::nullopt;
    Address to;
    std::copy_n(frame, to.size(), to.begin());
    const auto channel = channel_of(to);
    const std::size_t length = std::size_t{frame[12]} << 8 | frame[13];
    if (!channel || length > octets - kHeaderOctets) return std::nullopt;
    return FramePacket{*channel, {frame + kHeaderOctets, frame + kHeaderOctets + length}};
}

}  // namespace niclab::ether_board
