/// @file The SAR-PDU of AAL3/4: segment type in the first two bits, CRC-10 in the last ten.
///
/// Source:  ITU-T I.363.3 (from memory of the standard): ST 2, SN 4, MID 10 bits, 44 octets, LI 6,
///          CRC 10 bits.
#pragma once

#include <cstdint>

#include "atm/cell.h"
#include "base/crc.h"

namespace niclab::atm {

/// End of message or single segment message: the last cell of a CPCS-PDU.
inline bool aal34_is_last(const std::uint8_t* payload) { return (payload[0] & 0x40u) != 0; }

inline bool aal34_crc_holds(const std::uint8_t* payload) { return base::crc10(payload, kPayloadOctets) == 0; }

/// Writes the CRC-10 of the other 374 bits into the last ten.
inline void aal34_put_crc(std::uint8_t* payload) {
    constexpr unsigned kWholeOctets = 46, kBitsLeft = 6;
    unsigned crc = base::crc10(payload, kWholeOctets);
    for (unsigned bit = 0; bit < kBitsLeft; ++bit) {
        const bool feedback = ((crc >> 9 ^ payload[kWholeOctets] >> (7 - bit)) & 1u) != 0;
        crc = (crc << 1 & 0x3FFu) ^ (feedback ? 0x233u : 0u);
    }
    payload[46] = static_cast<std::uint8_t>((payload[46] & 0xFCu) | crc >> 8);
    payload[47] = static_cast<std::uint8_t>(crc);
}

}  // namespace niclab::atm
