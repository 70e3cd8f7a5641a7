/// @file Faults of the kernel's own drivers that the debug kernel finds. They do not fail a trial.
#pragma once

#include <string>

#include "runtime/findings.h"

namespace niclab::linux_kernel {

/// The reason why a fault at `place` is known; empty if it is not. `eisa`: on a machine with EISA.
std::string known_fault(Rule rule, const SourceLines::Place& place, bool eisa);

}  // namespace niclab::linux_kernel
