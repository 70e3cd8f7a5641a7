/// @file The handling of invalid memory accesses of a driver: they end its machine's CPU, not the
/// program, so that the results up to then are reported.
#pragma once

namespace niclab::linux_kernel {

/// From now on such an access, in the code that a machine's CPU runs, throws std::runtime_error
/// there, which Machine::error() stores. `otherwise` is called, in a signal handler, if no code can
/// catch that; it must not return.
void catch_crashes(void (*otherwise)());

}  // namespace niclab::linux_kernel
