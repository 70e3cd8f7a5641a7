/// @file Simulation time as an integer, and the delta cycle within it.
///
/// Behaviour: clock edges and links are called ahead of the kernel where the result is the same
///   (dispatcher.h); the present time is then theirs. So only this folder reads the time of the
///   kernel or notifies its events (event.h).
#pragma once

#include <cstdint>
#include <systemc>

namespace niclab::core {

/// Femtoseconds. The kernel's time resolution is 1 fs, so this is sc_time::value().
using Femtoseconds = std::uint64_t;

/// How far the running code is ahead of the kernel; only the dispatcher changes it.
struct Present {
    Femtoseconds lead = 0;
    std::uint64_t delta_cycles = 0;  ///< Delta cycles of the dispatcher, in addition to those of the kernel.
    Femtoseconds end = 0;            ///< Time at which the present simulate() ends; 0: not known.
};
inline Present present;

/// The kernel's present context: the result of sc_get_curr_simcontext() without a call into the
/// library.
inline const sc_core::sc_simcontext& kernel() {
    return sc_core::sc_curr_simcontext ? *sc_core::sc_curr_simcontext : *sc_core::sc_get_curr_simcontext();
}

/// Present simulation time in femtoseconds.
inline Femtoseconds now_fs() { return kernel().time_stamp().value() + present.lead; }
/// Number of the present delta cycle; a later one has a higher number.
inline std::uint64_t delta_cycle() { return kernel().change_stamp() + present.delta_cycles; }
inline sc_core::sc_time from_fs(Femtoseconds t) { return sc_core::sc_time::from_value(t); }

/// Sets the kernel's time resolution to 1 fs. To be called once per process, before the first
/// sc_time is created.
void set_time_resolution();

/// Simulates for `duration`, as sc_start() does. Code runs ahead of the kernel only during this
/// call.
void simulate(Femtoseconds duration);

}  // namespace niclab::core
