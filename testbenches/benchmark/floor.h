/// @file  The floor: as much work for the kernel as a model gives it, and no logic.
///
/// Per clock of the model a clock with as many edges; as many method calls, writes and changes of signals, spread
/// evenly over the edges. Instants that no core::Clock makes (the clock a receiver recovers from the line) become one
/// more clock.
#pragma once

#include <memory>

#include "census.h"

namespace niclab::benchmark {

class Floor {
public:
    /// `census` with its instants counted, over `simulated_us`.
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
    double carried_calls_ = 0;  ///< That did not make a whole method on the clocks so far.
};

}  // namespace niclab::benchmark
