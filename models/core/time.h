/// @file  Simulation time as a plain number.
#pragma once

#include <cstdint>
#include <systemc>

namespace niclab::core {

/// Femtoseconds; the kernel's time resolution is 1 fs, so this is sc_time::value().
using Femtoseconds = std::uint64_t;

/// Present simulation time in femtoseconds.
inline Femtoseconds now_fs() { return sc_core::sc_time_stamp().value(); }
inline sc_core::sc_time from_fs(Femtoseconds t) { return sc_core::sc_time::from_value(t); }

/// Sets the kernel's time resolution to 1 fs. To be called once a process, before the first sc_time is made.
void set_time_resolution();

}  // namespace niclab::core
