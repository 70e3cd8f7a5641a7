/// @file The state of the receive side that the transmit side reports to the far end.
#pragma once

#include <cstdint>

namespace niclab::phy {

/// A report for the far end. Error counts are totals: the transmitter sends the part that it has
/// not sent yet. So each error is reported once, whatever the difference of the two clocks.
struct FarEndReport {
    std::uint64_t line_errors = 0, path_errors = 0;  ///< In bits; M1 has at most 24 per frame, G1 at most 8.
    bool line_rdi = false, path_rdi = false;
};

}  // namespace niclab::phy
