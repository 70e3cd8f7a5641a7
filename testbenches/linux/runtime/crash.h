/// @file  A driver that uses memory it does not have ends its machine's CPU, not the program: what was found until then is told.
#pragma once

namespace niclab::linux_kernel {

/// From here on such an access, in the code that a machine's CPU runs, throws std::runtime_error there, which
/// Machine::error() keeps. `otherwise` is called, in a signal handler, where nobody can catch that; it must not return.
void catch_crashes(void (*otherwise)());

}  // namespace niclab::linux_kernel
