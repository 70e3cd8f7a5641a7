/// @file  AAL5 CPCS-PDU: SDU, padding and the 8-octet trailer.
///
/// Source:  ITU-T I.363.5 (from memory of the standard): UU, CPI, Length, CRC-32; a multiple of 48 octets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "atm/cell.h"

namespace niclab::atm {

inline constexpr std::size_t kMaxSduOctets = 65535;
inline constexpr std::size_t kTrailerOctets = 8;

/// Cells of a CPCS-PDU that carries `sdu_octets` (1..65535).
constexpr std::size_t aal5_cells(std::size_t sdu_octets) {
    return (sdu_octets + kTrailerOctets + kPayloadOctets - 1) / kPayloadOctets;
}

/// The CPCS-PDU of an SDU of 1..65535 octets, with zero padding.
std::vector<std::uint8_t> aal5_encode(const std::vector<std::uint8_t>& sdu, std::uint8_t uu = 0, std::uint8_t cpi = 0);

enum class Aal5Status { Ok, CrcError, LengthError };

/// Checks a received CPCS-PDU of at least the trailer's octets; `sdu_octets` is set when the status is Ok.
Aal5Status aal5_check(const std::uint8_t* pdu, std::size_t octets, std::size_t& sdu_octets);

/// The receiver's length rule: does an SDU of `length` octets fit a CPCS-PDU of `octets`?
constexpr bool aal5_length_fits(std::size_t length, std::size_t octets) {
    return length > 0 && aal5_cells(length) * kPayloadOctets == octets;
}

}  // namespace niclab::atm
