/// @file The reference of the benchmark: the same work for the kernel as in a model, without its
/// logic.
///
/// Behaviour: for each clock of the model it has a clock with the same number of edges. It makes
///   the same number of method calls, writes and changes of signals, evenly distributed over the
///   edges. Times of activity without a core::Clock (the clock that a receiver recovers from the
///   line) become one more clock.
#pragma once

#include <memory>

#include "census.h"

namespace niclab::benchmark {

class Floor {
public:
    /// `census` with its times counted, over `simulated_us`.
    Floor(const Census& census, double simulated_us);
    ~Floor();

private:
    class Method;
    void add_clock(const Census::ClockCount& count, double calls, double simulated_us);
    Method& add_method();

    std::vector<std::unique_ptr<core::Clock>> clocks_;
    std::vector<std::unique_ptr<Method>> methods_;
    sc_core::sc_event sometimes_;
    std::uint64_t wires_left_, methods_left_;
    std::uint32_t write_rate_, change_rate_;
    double carried_calls_ = 0;  ///< Fractional part of the calls that were assigned to the clocks up to now.
};

}  // namespace niclab::benchmark
