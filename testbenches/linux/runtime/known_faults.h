/// @file Faults of the kernel's own drivers that the debug kernel finds. They do not fail a trial.
#pragma once

#include <string>

#include "runtime/findings.h"

namespace niclab::linux_kernel {

/// What a known fault may depend on.
struct Situation {
    bool eisa;      ///< The machine has EISA.
    bool maps_dma;  ///< The driver has mapped memory for DMA: it does not use programmed I/O only.
};

/// The reason why a fault at `place` is known; empty if it is not.
std::string known_fault(Rule rule, const SourceLines::Place& place, const Situation& situation);

}  // namespace niclab::linux_kernel
