/// @file  What the kernel was asked to do in a stretch of simulated time.
#pragma once

#include <array>

#include "core/clock.h"

namespace niclab::benchmark {

/// Counts of one stretch. Plain data: it crosses a pipe.
struct Census {
    static constexpr unsigned kMaxClocks = 256;
    struct ClockCount {
        std::uint64_t edges = 0;  ///< Delivered.
        std::uint64_t calls = 0;  ///< Of the methods known to run on this clock.
    };
    std::array<ClockCount, kMaxClocks> clocks{};
    unsigned clock_count = 0;
    std::uint64_t calls = 0;    ///< Of all methods, the clocks' own included.
    std::uint64_t methods = 0;  ///< Modules with at least one call.
    std::uint64_t wires = 0;    ///< Signals written at least once.
    std::uint64_t writes = 0, changes = 0;
    std::uint64_t instants = 0;  ///< Different times at which something happened; 0 when not counted.
};

class Model;

/// Counts everything below the top-level objects of the present context that is a core::ActivitySource while simulation advances.
/// `step` also counts the instants, by stopping at each: slow, not for timing.
Census take_census(Model& model, double simulated_us, bool step);

}  // namespace niclab::benchmark
