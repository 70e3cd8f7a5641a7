/// @file The summary of a run with a guest.
#pragma once

#include <string>

#include "instruments.h"
#include "qemu.h"

namespace niclab::vm {

/// The origin of the guest's software, and how its time passed.
struct RunDescription {
    std::string card, driver;
    std::string qemu, kernel;  ///< Versions; empty: the user's own.
    std::string version;       ///< Of niclab.
    std::string console;       ///< Messages of the kernel.
    double wall_s = 0;
    std::uint64_t seed = 1;
};

/// The row about faults that the kernel has reported in its messages; empty: none.
std::string kernel_row(const std::string& console);

/// The rows after the first sentence.
std::string summary(const RunDescription& run, Machine& machine, const Instruments& instruments);

}  // namespace niclab::vm
