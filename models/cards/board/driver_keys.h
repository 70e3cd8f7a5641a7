/// @file Keys of `[driver]` that the drivers of all cards for an ATM line have.
#pragma once

#include "core/config.h"

namespace niclab::board {

inline constexpr std::uint32_t kWholeBuffer = 65600;  ///< Octets, for an SDU of any size.

inline unsigned read_tx_buffers(core::ConfigTable& driver) {
    return static_cast<unsigned>(driver.integer("tx_buffers", 32, 1, 128, "Number of transmit buffers of 64 KiB."));
}
inline double read_poll_us(core::ConfigTable& driver) {
    return driver.time_ns("poll_interval", 0, 0, 10e6,
                          "Poll interval of the driver. 0 ns: the driver uses interrupts.") *
           1e-3;
}

}  // namespace niclab::board
