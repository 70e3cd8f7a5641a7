/// @file The cases of the benchmark.
#pragma once

#include <string>
#include <vector>

#include "lab/run/runner.h"
#include "worker.h"

namespace niclab::benchmark {

struct Case {
    std::string name, what;
    std::function<std::unique_ptr<Model>()> build;  ///< Runs in the child process: initialised and in its steady state.
};

/// `stream`: both directions saturated, ideal hosts; `idle`: a pair of cards with null cells only.
std::vector<Case> cases();

/// `count` pairs of hosts in parallel in one simulation, each as in `stream`.
std::unique_ptr<Model> pairs(unsigned count);

/// CPU seconds of the whole `stream` experiment with `pdus` PDUs, in its own process.
double time_experiment(unsigned pdus, const lab::RunOptions& options);

/// The same for `count` pairs of hosts, of which one sends `pdus` PDUs in each direction and the
/// others send null cells.
double time_pairs(unsigned count, unsigned pdus);

/// The same for `ethernet_segment` over `simulated_ms`.
double time_segment(double simulated_ms, lab::LinkLevel links);

}  // namespace niclab::benchmark
