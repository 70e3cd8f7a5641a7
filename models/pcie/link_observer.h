/// @file An observer of the packets of a link, in the order of their last symbols.
#pragma once

#include <array>
#include <cstdint>

#include "pcie/tlp.h"

namespace niclab::pcie {

enum class Way : std::uint8_t { Up, Down };  ///< Up: to the root.

/// A packet on the line.
struct LinkPacket {
    Way way = Way::Up;
    Femtoseconds begin = 0, end = 0;  ///< First and last symbol, framing included.
    const Tlp* tlp = nullptr;         ///< nullptr: a DLLP.
    std::uint16_t sequence = 0;
    bool bad = false;       ///< Damaged on the line.
    bool repeated = false;  ///< Not its first transmission.
    unsigned line_octets = 0;
    std::array<std::uint8_t, 4> dllp{};  ///< Without CRC.
};

class LinkObserver {
public:
    virtual ~LinkObserver() = default;
    virtual void packet(const LinkPacket& packet) = 0;
};

}  // namespace niclab::pcie
