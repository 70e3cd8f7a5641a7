#include "lab/experiment/repetition.h"

namespace niclab::lab {

unsigned read_runs(core::ConfigTable& run) {
    return unsigned(run.integer("runs", 1, 1, 100'000, "Number of runs. Each run starts with different clock phases."));
}

std::uint64_t read_seed(core::ConfigTable& run) {
    return std::uint64_t(run.integer("seed", 1, 0, INT64_MAX, "Seed of all random numbers."));
}

Confidence read_confidence(core::ConfigTable t) {
    Confidence c;
    c.level =
        t.number("level", 0, 0, 99.9, "Confidence level of the mean in percent. 0: run.runs sets the number of runs.");
    c.width = t.number("width", 5, 0.01, 100,
                       "Width of the confidence interval at which the runs end, in percent of the mean.");
    c.least = unsigned(t.integer("min_runs", 3, 2, 1000, "Minimum number of runs."));
    c.most = unsigned(t.integer("max_runs", 10, 2, 1000, "Maximum number of runs."));
    if (c.most < c.least) throw t.error("max_runs", "less than min_runs", "at least min_runs");
    t.done();
    return c;
}

}  // namespace niclab::lab
