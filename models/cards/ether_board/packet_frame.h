/// @file  A packet of a channel as a frame, for drivers.
///
/// Frames:  IEEE 802.3 with a length: group address of the channel, own address, length, packet. A packet of LLC (workload.encapsulation) is
///          so a frame as RFC 1042 has it, from memory of it.
#pragma once

#include <algorithm>
#include <vector>

#include "cards/ether_board/channel.h"

namespace niclab::ether_board {

/// Of a frame's data (IEEE 802.3, from memory of it).
inline constexpr std::size_t kMostData = 1500, kHeaderOctets = 14, kFcsOctets = 4, kShortestFrame = 60;

/// Writes the header of a packet of so many octets; returns where the packet goes.
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

/// Out of a frame without its FCS. Nothing: it is no channel's, or shorter than it says.
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
