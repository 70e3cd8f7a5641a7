/// @file The runs of an experiment that needs a new simulation for each: as many as it says, or until
/// its means are known.
///
/// Behaviour: run k has the random numbers of seed run.seed + k. The options of the first run name the
///   output files; later runs have none.
#pragma once

#include <functional>

#include "lab/results/run_head.h"
#include "lab/run/runner.h"

namespace niclab::lab {

/// Simulates one run and adds it to the results. Its progress is a fraction of this run. Returns false
/// if the user has ended it early.
using OneRun = std::function<bool(unsigned run, const RunOptions& options)>;

/// Sets what `results` say of the experiment at `level`, of its runs and of the time that they took.
/// `means`: of the runs up to now.
void repeat_runs(const Experiment& experiment, const std::string& level, const RunOptions& options, RunHead& results,
                 const OneRun& one_run, const std::function<RunMeans()>& means);

/// The same with a `Run` for each: its constructor observes, execute() simulates, note() adds to the
/// results.
template <class Run, class Described, class Results>
void repeat(const Described& described, const std::string& level, const RunOptions& options, Results& results) {
    const auto one_run = [&](unsigned r, const RunOptions& o) {
        Run run(described, r, o, results);
        const bool completed = run.execute();
        run.note();
        return completed;
    };
    repeat_runs(described.common, level, options, results, one_run, [&] { return means_of(described, results); });
}

}  // namespace niclab::lab
