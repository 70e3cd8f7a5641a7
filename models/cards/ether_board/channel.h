/// @file  A channel of the host's programs as an address: a group of stations, those whose programs have opened it.
///
/// Assumed:  nobody says what addresses two programs would take. A group needs no protocol that finds a station's own address (ARP), and
///           goes through each chip's filter of groups; its first octet says group and locally administered.
#pragma once

#include <algorithm>
#include <optional>

#include "cards/ether_board/address.h"

namespace niclab::ether_board {

inline constexpr std::uint8_t kGroup = 0x03;

inline Address group_of(std::uint32_t channel) {
    return {kGroup,
            0,
            std::uint8_t(channel >> 24),
            std::uint8_t(channel >> 16),
            std::uint8_t(channel >> 8),
            std::uint8_t(channel)};
}

/// Nothing: the address is no channel's.
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
