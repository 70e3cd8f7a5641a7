/// @file  One simulation in a process of its own: SystemC has one kernel per process.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>

#include "census.h"
#include "core/time.h"

namespace niclab::benchmark {

/// What is timed.
class Model {
public:
    virtual ~Model() = default;
    /// Before each stretch, not timed: gives the model something to do for `simulated_us`.
    virtual void feed(double simulated_us) { (void)simulated_us; }
    virtual void advance(double simulated_us) {
        core::simulate(sc_core::sc_time(simulated_us, sc_core::SC_US).value());
    }
    /// User cells carried so far in one direction.
    virtual std::uint64_t cells() const { return 0; }
};

/// One stretch of simulated time. Plain data: it crosses a pipe.
struct Stretch {
    double cpu_s = 0;
    std::uint64_t cells = 0;
    Census census;
};

/// A child process that builds one model and simulates stretches of it on demand. To be made before any SystemC object
/// exists in this process. Throws std::runtime_error when the child fails.
class Worker {
public:
    Worker(const std::function<std::unique_ptr<Model>()>& build, double simulated_us);
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Timed, counts without instants.
    Stretch run() { return ask('r'); }
    /// Not to be timed, counts with instants.
    Stretch count() { return ask('c'); }

private:
    Stretch ask(char command);

    pid_t child_;
    int to_child_, from_child_;
};

/// CPU time of this process in seconds.
double cpu_seconds();

}  // namespace niclab::benchmark
