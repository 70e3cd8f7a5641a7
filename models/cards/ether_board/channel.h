/// @file The address of a channel of the host's programs: a group of the stations with programs
/// that have opened it.
///
/// Assumed: no source defines the addresses of two programs. A group needs no protocol that finds a
///   station's own address (ARP), and passes each chip's group filter. Its first octet has the
///   group bit and the locally administered bit.
#pragma once

#include <algorithm>
#include <optional>

#include "cards/ether_board/address.h"

namespace niclab::ether_board {

inline constexpr std::uint8_t kGroup = 0x03;

/// The channel of packets that are whole frames, with their own header: to one station, or to all.
inline constexpr std::uint32_t kWholeFrames = ~std::uint32_t{0};

inline Address group_of(std::uint32_t channel) {
    return {kGroup,
            0,
            std::uint8_t(channel >> 24),
            std::uint8_t(channel >> 16),
            std::uint8_t(channel >> 8),
            std::uint8_t(channel)};
}

/// Nothing if the address is not that of a channel.
inline std::optional<std::uint32_t> channel_of(const Address& to) {
    if (to[0] != kGroup || to[1] != 0) return std::nullopt;
    return std::uint32_t{to[2]} << 24 | std::uint32_t{to[3]} << 16 | std::uint32_t{to[4]} << 8 | to[5];
}

/// Of a frame's address.
inline std::optional<std::uint32_t> channel_of(const std::uint8_t* frame) {
    Address to;
    std::copy_n(frame, to.size(), to.begin());
    return channel_of(to);
}

}  // namespace niclab::ether_board
