/// @file  Keys of `[driver]`: buffers and habits of the driver that fits the card.
#pragma once

#include "cards/board/nic.h"
#include "cards/nicstar/driver.h"
#include "cards/packet_sar/driver.h"
#include "core/config.h"
#include "host/profile.h"

namespace niclab::lab {

/// What each kind of card's driver is told; the card says which of them counts.
struct DriverSetup {
    nicstar::Driver::Config nicstar;
    packet_sar::Driver::Config packet;
};

/// Fills `setup` for a host of `profile`; returns the octets of memory the driver takes. Throws core::ConfigError.
std::uint32_t read_driver(core::ConfigTable driver, const board::Config& card, const host::Profile& profile,
                          DriverSetup& setup);

}  // namespace niclab::lab
