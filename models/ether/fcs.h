/// @file The frame check sequence of 802.3, octet by octet.
///
/// Source: IEEE 802.3 3.2.9 (from memory of the standard); tests compare it with the published
///   check value CBF43926h.
#pragma once

#include <array>
#include <boost/crc.hpp>
#include <cstddef>
#include <cstdint>

#include "ether/rules.h"

namespace niclab::ether {

class Fcs {
public:
    void add(std::uint8_t octet) { crc_.process_byte(octet); }
    void add(const std::uint8_t* octets, std::size_t n) { crc_.process_bytes(octets, n); }
    /// The four octets in the order of transmission.
    std::array<std::uint8_t, kFcsOctets> octets() const {
        const std::uint32_t c = crc_.checksum();
        return {std::uint8_t(c), std::uint8_t(c >> 8), std::uint8_t(c >> 16), std::uint8_t(c >> 24)};
    }
    /// The octets that were added end with their correct FCS.
    bool good() const { return crc_.checksum() == kResidue; }

private:
    static constexpr std::uint32_t kResidue = 0x2144DF1C;  ///< Checksum over any frame with a correct FCS.
    boost::crc_32_type crc_;
};

}  // namespace niclab::ether
