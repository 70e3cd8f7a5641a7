/// @file The AAL5 CPCS-PDU: SDU, padding and the 8-octet trailer.
///
/// Source: ITU-T I.363.5 (from memory of the standard): UU, CPI, Length, CRC-32; a multiple of 48
///   octets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "atm/cell.h"

namespace niclab::atm {

inline constexpr std::size_t kMaxSduOctets = 65535;
inline constexpr std::size_t kTrailerOctets = 8;

/// Number of cells of a CPCS-PDU with an SDU of `sdu_octets` (1..65535).
constexpr std::size_t aal5_cells(std::size_t sdu_octets) {
    return (sdu_octets + kTrailerOctets + kPayloadOctets - 1) / kPayloadOctets;
}

/// UU, CPI and Length: the first half of the trailer as a word, from bit 31 on.
constexpr std::uint32_t aal5_control(std::size_t sdu_octets, std::uint8_t uu = 0, std::uint8_t cpi = 0) {
    return std::uint32_t{uu} << 24 | std::uint32_t{cpi} << 16 | static_cast<std::uint32_t>(sdu_octets & 0xFFFF);
}

/// The CRC-32 register after one more cell of a PDU that is not the last.
std::uint32_t aal5_continue(const std::uint8_t* payload, std::uint32_t crc);
/// Writes the trailer into the payload of a PDU's last cell. `crc`: the register after the cells
/// before it.
void aal5_finish(std::uint8_t* payload, std::uint32_t crc, std::uint32_t control);

/// The CPCS-PDU of an SDU of 1..65535 octets, with zero padding.
std::vector<std::uint8_t> aal5_encode(const std::vector<std::uint8_t>& sdu, std::uint8_t uu = 0, std::uint8_t cpi = 0);

/// Length of the SDU in a CPCS-PDU of `octets`; nothing if the Length in the trailer is not valid
/// for it.
std::optional<std::size_t> aal5_sdu_octets(const std::uint8_t* pdu, std::size_t octets);

/// The receiver's length rule: whether an SDU of `length` octets fits a CPCS-PDU of `octets`.
constexpr bool aal5_length_fits(std::size_t length, std::size_t octets) {
    return length > 0 && aal5_cells(length) * kPayloadOctets == octets;
}

}  // namespace niclab::atm
