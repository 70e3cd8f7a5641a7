/// @file The ATM cell: 5 header octets and 48 payload octets, and the 13 words in which it is
/// stored.
///
/// Source: ITU-T I.361 UNI header: GFC 4, VPI 8, VCI 16, PTI 3, CLP 1, HEC 8 bits (from memory of
///   the standard).
#pragma once

#include <array>
#include <cstdint>

namespace niclab::atm {

inline constexpr unsigned kCellOctets = 53;
inline constexpr unsigned kHeaderOctets = 5;
inline constexpr unsigned kPayloadOctets = 48;

/// The fields of a UNI header, each in its natural range.
struct Header {
    std::uint8_t gfc = 0;   ///< 0..15
    std::uint8_t vpi = 0;   ///< 0..255
    std::uint16_t vci = 0;  ///< 0..65535
    std::uint8_t pti = 0;   ///< 0..7; bit 0 marks the last cell of an AAL5 CPCS-PDU.
    bool clp = false;

    /// The 32 bits in the order of transmission, GFC first; also word 3 of a transmit buffer
    /// descriptor.
    constexpr std::uint32_t word() const {
        return std::uint32_t{gfc} << 28 | std::uint32_t{vpi} << 20 | std::uint32_t{vci} << 4 | std::uint32_t{pti} << 1 |
               std::uint32_t{clp};
    }
    static constexpr Header from_word(std::uint32_t w) {
        return {static_cast<std::uint8_t>(w >> 28), static_cast<std::uint8_t>(w >> 20),
                static_cast<std::uint16_t>(w >> 4), static_cast<std::uint8_t>(w >> 1 & 7), (w & 1) != 0};
    }
    /// VPI 0 and VCI 0: an idle or unassigned cell, which no receiver delivers.
    constexpr bool is_null() const { return vpi == 0 && vci == 0; }
    constexpr bool operator==(const Header& o) const { return word() == o.word(); }
};

/// 53 octets in the order of the line; octet 4 is the HEC.
struct Cell {
    std::array<std::uint8_t, kCellOctets> octets{};

    Header header() const { return Header::from_word(header_word()); }
    std::uint32_t header_word() const {
        return std::uint32_t{octets[0]} << 24 | std::uint32_t{octets[1]} << 16 | std::uint32_t{octets[2]} << 8 |
               std::uint32_t{octets[3]};
    }
    void set_header(const Header& h) {
        const std::uint32_t w = h.word();
        for (unsigned i = 0; i < 4; ++i) octets[i] = static_cast<std::uint8_t>(w >> (24 - 8 * i));
    }
    std::uint8_t* payload() { return octets.data() + kHeaderOctets; }
    const std::uint8_t* payload() const { return octets.data() + kHeaderOctets; }
    bool operator==(const Cell& o) const { return octets == o.octets; }
};

/// 32 bits of a received cell on the inner side of the UTOPIA receiver. Word 0 is the header (as
/// Header::word). Words 1 to 12 are the payload, little-endian (octet 0 of the payload in bits
/// 7:0). The HEC is not passed on.
struct CellWord {
    std::uint32_t data = 0;
    bool first = false;
    bool last = false;
};

}  // namespace niclab::atm
