/// @file The activity of the kernel in an interval of simulated time.
#pragma once

#include <array>

#include "core/clock.h"

namespace niclab::benchmark {

/// The counts of one interval. Plain data, which is sent through a pipe.
struct Census {
    static constexpr unsigned kMaxClocks = 256;
    struct ClockCount {
        std::uint64_t edges = 0;  ///< Delivered.
        std::uint64_t calls = 0;  ///< Of the methods that are known to run on this clock.
    };
    std::array<ClockCount, kMaxClocks> clocks{};
    unsigned clock_count = 0;
    std::uint64_t calls = 0;    ///< Of all methods, including the clocks' own.
    std::uint64_t methods = 0;  ///< Modules with at least one call.
    std::uint64_t wires = 0;    ///< Signals written at least once.
    std::uint64_t writes = 0, changes = 0;
    std::uint64_t instants = 0;  ///< Number of different times with activity; 0 if not counted.
};

class Model;

/// Counts all objects below the top-level objects of the present context that are a
/// core::ActivitySource while simulation advances. `step` also counts the times, by stopping at
/// each: slow, not for timing.
Census take_census(Model& model, double simulated_us, bool step);

}  // namespace niclab::benchmark
