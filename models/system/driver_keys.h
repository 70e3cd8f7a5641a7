/// @file  Keys of `[driver]`: buffers and habits of the driver that fits the card.
#pragma once

#include "core/config.h"
#include "host/host.h"
#include "nic/nic.h"

namespace niclab::system {

/// Fills the driver's part of `host`, whose profile is read; returns the octets of memory it takes. Throws
/// core::ConfigError.
std::uint32_t read_driver(core::ConfigTable driver, const nic::Config& card, host::Config& host);

}  // namespace niclab::system
