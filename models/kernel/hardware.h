/// @file The hardware of a machine, from which the costs of its software follow.
///
/// Behaviour: work of the processor is stated in clocks of a Pentium. It takes these clocks divided
///   by the clock rate and by `work_per_clock`, which is 1 for a Pentium. A copy of an octet takes
///   the time of the memory. An access to a card on ISA takes clocks of that bus.
/// Assumed: the three parts do not overlap, and do not depend on each other.
/// Not modelled: sizes of caches; memory contention.
#pragma once

#include <optional>

#include "kernel/costs.h"

namespace niclab::kernel {

struct Hardware {
    double clock_hz = 100e6;
    double work_per_clock = 1;      ///< Clocks of a Pentium that one clock is worth.
    double memory_copy_mb_s = 20;   ///< 10^6 octets a second, of a copy in memory.
    double isa_clock_hz = 8.333e6;  ///< Of the bus, with which the access times of cards are measured.

    double work_us(double pentium_clocks) const { return pentium_clocks / (clock_hz * work_per_clock) * 1e6; }
    double copy_ns() const { return 1e3 / memory_copy_mb_s; }
    /// Time of an access to ISA, relative to the standard clock of the bus.
    double isa_stretch() const { return Hardware{}.isa_clock_hz / isa_clock_hz; }
};

/// Reads [hardware] of a machine; nothing if it has no such table. Throws core::ConfigError.
std::optional<Hardware> read_hardware(core::ConfigTable& machine);

/// The unit and the costs per octet of a system on the hardware, from `unit_clocks`, `send_copies`
/// and `receive_copies`. Throws core::ConfigError.
ScaledCosts read_scaled_costs(core::ConfigTable& system, const Hardware& hardware);

}  // namespace niclab::kernel
