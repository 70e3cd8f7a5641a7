/// @file Faults of the kernel's own drivers that the debug kernel finds. They do not fail a trial.
#pragma once

#include <string>

#include "runtime/findings.h"

namespace niclab::linux_kernel {

/// What a known fault may depend on.
struct Situation {
    bool eisa;               ///< The machine has EISA.
    bool maps_dma;           ///< The driver has mapped memory for DMA: it does not use programmed I/O only.
    bool allocation_failed;  ///< One of the driver's (Machine::Config::fail_nth).
    bool counters_set;       ///< The trial has set counters of the driver near 2^31 or 2^32.
};

/// The reason why a fault in a function of a module is known; empty if it is not.
std::string known_fault(Rule rule, const std::string& module, const std::string& function, const Situation& situation);

}  // namespace niclab::linux_kernel
