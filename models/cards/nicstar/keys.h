/// @file  Keys of a card file and of `[driver]` that only this kind has.
#pragma once

#include "cards/nicstar/config.h"
#include "cards/nicstar/driver.h"
#include "core/config.h"

namespace niclab::nicstar {

struct Keys {
    Config chip;
    unsigned tx_fifo_cells = 9;  ///< 1..64
    double chip_hz = 0;          ///< 5 to 200 MHz; 0: PCI's clock.
};

/// Reads `mac` and `sar` of a card file; `station`: last octet of the address if none is given.
/// Throws core::ConfigError.
Keys read_keys(core::ConfigTable& card, std::uint8_t station);
/// Reads `[driver]`; returns the octets of host memory that it needs. Throws core::ConfigError.
std::uint32_t read_driver_keys(core::ConfigTable& driver, const Config& chip, Driver::Config& config);

}  // namespace niclab::nicstar
