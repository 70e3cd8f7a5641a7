/// @file A configuration request to a function: its effect, and the data of its completion.
#pragma once

#include <array>

#include "pcie/config_space.h"
#include "pcie/tlp.h"

namespace niclab::pcie {

/// Carries out `request`, of which `data` are the written octets. Returns what a read returns.
inline std::array<std::uint8_t, kDwordOctets> access_config(ConfigSpace& space, const Tlp& request,
                                                            const std::uint8_t* data) {
    const auto offset = unsigned(request.address & 0xFFC), lane = unsigned(request.address % kDwordOctets);
    std::array<std::uint8_t, kDwordOctets> octets{};
    if (request.type == TlpType::ConfigWrite) {
        std::uint32_t value = 0;
        for (unsigned k = 0; k < request.octets; ++k) value |= std::uint32_t{data[k]} << 8 * (lane + k);
        space.write(offset, value, byte_enables(request.address, request.octets).first);
        return octets;
    }
    const std::uint32_t value = space.read(offset);
    for (unsigned k = 0; k < kDwordOctets; ++k) octets[k] = std::uint8_t(value >> 8 * k);
    return octets;
}

}  // namespace niclab::pcie
