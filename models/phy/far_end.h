/// @file  What the receive side has to tell the far end through the transmit side.
#pragma once

#include <cstdint>

namespace niclab::phy {

/// Error counts are totals ever: the transmitter sends what it has not sent yet, so each error is told once however
/// the two clocks differ.
struct FarEndReport {
    std::uint64_t line_errors = 0, path_errors = 0;  ///< Bits; M1 carries up to 24 a frame, G1 up to 8.
    bool line_rdi = false, path_rdi = false;
};

}  // namespace niclab::phy
