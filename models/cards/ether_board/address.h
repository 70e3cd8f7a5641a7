/// @file Addresses of stations, and the CRC over an address. The top bits of the CRC select a bit
/// in the group filter of a chip.
///
/// Source: 8390.c (DP8390: the register as it shifts) and pcnet32.c (LANCE: its bits in reverse) of
///   Linux 6.1.
#pragma once

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <cstdint>

namespace niclab::ether_board {

using Address = std::array<std::uint8_t, 6>;

inline bool is_group(const Address& to) { return (to[0] & 1) != 0; }

inline bool is_broadcast(const Address& to) {
    return std::all_of(to.begin(), to.end(), [](std::uint8_t o) { return o == 0xFF; });
}

/// Bit 0 .. 63 of a group filter. `reflected`: the CRC's bits are in the order of the line.
template <bool kReflected>
unsigned hash_of(const Address& to) {
    boost::crc_optimal<32, 0x04C11DB7, 0xFFFFFFFF, 0, true, kReflected> crc;
    crc.process_bytes(to.data(), to.size());
    return crc.checksum() >> 26;
}

}  // namespace niclab::ether_board
