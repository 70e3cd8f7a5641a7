/// @file  The 48 payload octets of a received cell as 12 SRAM words, octet 0 in bits 7:0 of the first.
#pragma once

#include <array>
#include <cstdint>

#include "base/crc.h"
#include "pci/dma_if.h"

namespace niclab::sar {

using PayloadWords = std::array<std::uint32_t, 12>;

/// Makes `burst` write the payload to any byte address: 12 dwords, 13 when the lanes are shifted.
inline void put_payload(pci::Burst& burst, std::uint32_t address, const PayloadWords& payload) {
    const unsigned lane = address % 4;
    burst = {};
    burst.command = pci::Command::MemoryWrite;
    burst.purpose = pci::Purpose::RxPayload;
    burst.address = address & ~3u;
    burst.dwords = lane == 0 ? 12 : 13;
    if (lane != 0) {
        burst.first_enables = static_cast<std::uint8_t>(0xFu << lane & 0xFu);
        burst.last_enables = static_cast<std::uint8_t>(0xFu >> (4 - lane));
    }
    for (unsigned i = 0; i < payload.size(); ++i) {
        const std::uint64_t shifted = std::uint64_t{payload[i]} << 8 * lane;
        burst.data[i] |= static_cast<std::uint32_t>(shifted);
        burst.data[i + 1] = static_cast<std::uint32_t>(shifted >> 32);
    }
}

/// The payload in the order of the line.
inline std::array<std::uint8_t, 48> octets_of(const PayloadWords& payload) {
    std::array<std::uint8_t, 48> octets;
    for (unsigned i = 0; i < 48; ++i) octets[i] = static_cast<std::uint8_t>(payload[i / 4] >> 8 * (i % 4));
    return octets;
}

/// The AAL5 CRC-32 register after one more cell.
inline std::uint32_t crc_of_payload(std::uint32_t crc, const PayloadWords& payload) {
    return base::crc32_update(crc, octets_of(payload).data(), 48);
}

}  // namespace niclab::sar
