/// @file  The 48 payload octets of a received cell as 12 SRAM words, octet 0 in bits 7:0 of the first.
#pragma once

#include <array>
#include <cstdint>

#include "base/crc.h"
#include "base/low_first.h"

namespace niclab::nicstar {

using PayloadWords = std::array<std::uint32_t, 12>;

/// The AAL5 CRC-32 register after one more cell.
inline std::uint32_t crc_of_payload(std::uint32_t crc, const PayloadWords& payload) {
    return base::crc32_update(crc, base::octets_of(payload).data(), 48);
}

}  // namespace niclab::nicstar
