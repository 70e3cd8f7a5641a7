/// @file  Cells that differ from each other in header and payload.
#pragma once

#include <cstdint>

#include "atm/cell.h"

namespace niclab::test {

inline atm::Cell numbered_cell(std::uint32_t n) {
    atm::Cell cell;
    cell.set_header({0, static_cast<std::uint8_t>(n >> 16), static_cast<std::uint16_t>(n | 1), 0, false});
    for (unsigned i = 0; i < atm::kPayloadOctets; ++i) cell.payload()[i] = static_cast<std::uint8_t>(n * 31 + i * 7);
    return cell;
}

}  // namespace niclab::test
