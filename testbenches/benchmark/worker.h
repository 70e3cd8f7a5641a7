/// @file A simulation in its own process: SystemC has one kernel per process.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>

#include "census.h"
#include "core/time.h"

namespace niclab::benchmark {

/// A model that is timed.
class Model {
public:
    virtual ~Model() = default;
    /// Called before each interval, not timed: gives the model work for `simulated_us`.
    virtual void feed(double simulated_us) { (void)simulated_us; }
    virtual void advance(double simulated_us) {
        core::simulate(sc_core::sc_time(simulated_us, sc_core::SC_US).value());
    }
    /// Number of user cells transferred up to now in one direction.
    virtual std::uint64_t cells() const { return 0; }
};

/// The result of one interval of simulated time. Plain data, which is sent through a pipe.
struct Stretch {
    double cpu_s = 0;
    std::uint64_t cells = 0;
    Census census;
};

/// A child process that builds one model and simulates intervals of it on request. To be created
/// before any SystemC object exists in this process. Throws std::runtime_error if the child process
/// fails.
class Worker {
public:
    Worker(const std::function<std::unique_ptr<Model>()>& build, double simulated_us);
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Timed, counts without times of activity.
    Stretch run() { return ask('r'); }
    /// Not for timing, counts with times of activity.
    Stretch count() { return ask('c'); }

private:
    Stretch ask(char command);

    pid_t child_;
    int to_child_, from_child_;
};

/// CPU time of this process in seconds.
double cpu_seconds();

}  // namespace niclab::benchmark
