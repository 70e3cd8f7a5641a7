/// @file  What a system's network software costs on a machine: fixed parts and octets, function by function.
///
/// Fixed parts are multiples of one unit a machine and system have (`Weights`, *assumed*, the same for all), octets one number a direction:
/// sent ones are copied and summed at once, received ones cost a third each in the driver, in the checksum and in the copy to the program.
/// So a machine and system have three numbers that are fitted. Any single cost may be given instead.
#pragma once

#include <array>

#include "core/config.h"
#include "stack/executor.h"

namespace niclab::kernel {

struct Cost {
    double fixed_us = 0, per_octet_ns = 0;
    base::Femtoseconds of(std::uint32_t octets) const { return base::from_us(fixed_us + 1e-3 * per_octet_ns * octets); }
};

/// By stack::Activity.
using Costs = std::array<Cost, stack::kActivities>;

/// `unit_us`: the unit of fixed parts.
Costs costs(double unit_us, double send_octet_ns, double receive_octet_ns);

/// Reads a machine's table of a system. Throws core::ConfigError.
Costs read_costs(core::ConfigTable table);

}  // namespace niclab::kernel
