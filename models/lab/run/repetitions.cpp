#include "lab/run/repetitions.h"

#include <chrono>
#include <utility>

namespace niclab::lab {

void repeat_runs(const Experiment& experiment, const std::string& level, const RunOptions& options, RunHead& results,
                 const OneRun& one_run, const std::function<RunMeans()>& means) {
    const auto begin = std::chrono::steady_clock::now();
    results.describe(experiment, level);
    results.provenance.check = options.check;
    const Confidence& confidence = experiment.confidence;
    const unsigned most = confidence.most_runs(experiment.runs);
    const auto known = [&] { return means().known(); };
    for (unsigned r = 0; !results.partial && !confidence.enough(r, experiment.runs, known); ++r) {
        RunOptions of_run = r == 0 ? options : options.without_outputs();
        if (options.progress)
            of_run.progress = [&options, r, most](double fraction, const std::string&) {
                options.progress((r + fraction) / most, "run " + std::to_string(r + 1));
            };
        results.partial = !one_run(r, of_run);
        if (!results.partial) ++results.runs;
    }
    results.means = means();
    if (confidence.on())
        for (const std::string& sentence : unknown_means(results.means)) results.remarks.push_back(sentence);
    results.provenance.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace niclab::lab
