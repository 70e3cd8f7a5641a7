/// @file  Simulation time as a plain number, and the moment within it.
///
/// Clock edges and links are called ahead of the kernel where nobody can tell (dispatcher.h): the present is theirs then.
/// So nothing but this room asks the kernel for the time, or notifies one of its events (event.h).
#pragma once

#include <cstdint>
#include <systemc>

namespace niclab::core {

/// Femtoseconds; the kernel's time resolution is 1 fs, so this is sc_time::value().
using Femtoseconds = std::uint64_t;

/// How far what runs now is ahead of the kernel; the dispatcher's to change.
struct Present {
    Femtoseconds lead = 0;
    std::uint64_t moments = 0;  ///< That were not the kernel's, ever.
    Femtoseconds end = 0;       ///< Up to where the kernel was told to simulate; 0: not known.
};
inline Present present;

/// The kernel's present context: as sc_get_curr_simcontext() gives it, without a call into its library.
inline const sc_core::sc_simcontext& kernel() {
    return sc_core::sc_curr_simcontext ? *sc_core::sc_curr_simcontext : *sc_core::sc_get_curr_simcontext();
}

/// Present simulation time in femtoseconds.
inline Femtoseconds now_fs() { return kernel().time_stamp().value() + present.lead; }
/// What is called in one delta cycle is called in one moment; a later one has a higher number.
inline std::uint64_t moment() { return kernel().change_stamp() + present.moments; }
inline sc_core::sc_time from_fs(Femtoseconds t) { return sc_core::sc_time::from_value(t); }

/// Sets the kernel's time resolution to 1 fs. To be called once a process, before the first sc_time is made.
void set_time_resolution();

/// Simulates for so long, as sc_start() does. Only here may anything run ahead of the kernel.
void simulate(Femtoseconds duration);

}  // namespace niclab::core
