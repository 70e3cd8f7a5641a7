/// @file  Keys of a card file and of `[driver]` that only this kind has.
#pragma once

#include "cards/packet_sar/config.h"
#include "cards/packet_sar/driver.h"
#include "core/config.h"

namespace niclab::packet_sar {

struct Keys {
    Config chip;
    unsigned tx_fifo_cells = 4;  ///< 1..64
};

/// Reads `packet` of a card file. Throws core::ConfigError.
Keys read_keys(core::ConfigTable& card);
/// Reads `[driver]`; returns the octets of host memory that it needs. Throws core::ConfigError.
std::uint32_t read_driver_keys(core::ConfigTable& driver, unsigned programs, Driver::Config& config);

}  // namespace niclab::packet_sar
