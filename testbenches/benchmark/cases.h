/// @file  What the benchmark times.
#pragma once

#include <string>
#include <vector>

#include "lab/run/runner.h"
#include "worker.h"

namespace niclab::benchmark {

struct Case {
    std::string name, what;
    std::function<std::unique_ptr<Model>()> build;  ///< Runs in the child: initialised and in its steady state.
};

/// `stream`: both directions saturated, ideal hosts; `idle`: a pair of cards with nothing but null cells.
std::vector<Case> cases();

/// So many pairs of hosts side by side in one simulation, each as in `stream`.
std::unique_ptr<Model> pairs(unsigned count);

/// CPU seconds of the whole `stream` experiment with `pdus` PDUs, in a process of its own.
double time_experiment(unsigned pdus, const lab::RunOptions& options);

/// Likewise of so many pairs of hosts, of which one sends `pdus` PDUs each way and the others null cells.
double time_pairs(unsigned count, unsigned pdus);

/// Likewise of `ethernet_segment`, so long.
double time_segment(double simulated_ms, lab::Links links);

}  // namespace niclab::benchmark
