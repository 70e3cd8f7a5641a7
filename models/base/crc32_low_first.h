/// @file CRC-32, the low bit of each octet first, as the LCRC and the ECRC of PCI Express and files
/// of zlib have it.
///
/// Behaviour: the register starts with ones and is complemented. libdeflate computes it, or zlib if
///   niclab is built without libdeflate; boost::crc_32_type, as in ether/fcs.h, is slower.
/// Source: polynomial of IEEE 802.3; the tests compare it with a division bit by bit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace niclab::base {

std::uint32_t crc32_low_first(const std::uint8_t* octets, std::size_t n);

}  // namespace niclab::base
