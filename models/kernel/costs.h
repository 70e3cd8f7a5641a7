/// @file The costs of a system's network software on a machine: a fixed part and a part per octet
/// for each function.
///
/// Behaviour: fixed parts are multiples of one unit per machine and system (`Weights`, *assumed*,
///   the same for all). The cost per octet is one number per direction. Sent octets are copied and
///   summed in one pass. A received octet costs a third each in the driver, in the checksum and in
///   the copy to the program. So a machine with a system has three fitted numbers. Any single cost
///   may be given explicitly instead.
#pragma once

#include <array>

#include "core/config.h"
#include "stack/executor.h"

namespace niclab::kernel {

struct Cost {
    double fixed_us = 0, per_octet_ns = 0;
    base::Femtoseconds of(std::uint32_t octets) const { return base::from_us(fixed_us + 1e-3 * per_octet_ns * octets); }
};

/// Indexed by stack::Activity.
using Costs = std::array<Cost, stack::kActivities>;

/// `unit_us`: the unit of the fixed parts.
Costs costs(double unit_us, double send_octet_ns, double receive_octet_ns);

/// The numbers of a system on a machine.
struct ScaledCosts {
    double unit_us = 0, send_octet_ns = 0, receive_octet_ns = 0;
};

/// Reads a machine's table for a system. `scaled`: numbers that follow from the machine's hardware;
/// keys of the table replace them. Throws core::ConfigError.
Costs read_costs(core::ConfigTable table, const ScaledCosts& scaled = {});

}  // namespace niclab::kernel
