#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <future>

#include "base/count_of.h"
#include "child.h"
#include "commands.h"
#include "comparison.h"
#include "core/config.h"
#include "core/output_file.h"
#include "progress_line.h"
#include "result_folder.h"
#include "terminal.h"

namespace niclab::cli {

namespace {

/// The command of the trial of one version, with a recording in `out`.
std::vector<std::string> trial_of(const DriverArguments& a, const std::string& source, const std::string& out) {
    std::vector<std::string> words{own_path(), "driver", source, "--card", a.card,
                                   "--record", "--out",  out,    "--seed", std::to_string(a.seed)};
    const auto add = [&words](const char* option, const std::string& value) {
        words.insert(words.end(), {option, value});
    };
    if (!a.kernel.empty()) add("--kernel", a.kernel);
    for (const std::string& assignment : a.assignments) add("--set", assignment);
    for (const std::string& parameter : a.module_parameters) add("--module-param", parameter);
    for (const std::string& step : a.steps) add("--step", step);
    if (a.mbps > 0) add("--mbps", std::to_string(a.mbps));
    if (a.packets > 0) add("--packets", std::to_string(a.packets));
    if (a.frames > 0) add("--frames", std::to_string(a.frames));
    if (a.cpus > 1) add("--cpus", std::to_string(a.cpus));
    if (a.fail_nth > 0) add("--fail-nth", std::to_string(a.fail_nth));
    if (a.no_debug) words.push_back("--no-debug");
    if (a.signal_level) add("--fidelity", lab::kSignal);
    if (a.load_only) words.push_back("--load-only");
    return words;
}

volatile std::sig_atomic_t g_ended = 0;

/// The trials end with this process, which waits until they have removed their temporary folders.
void end_with_trials() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(number, SIG_IGN) != SIG_IGN)
            std::signal(number, [](int) {
                g_ended = 1;
                end_quiet_children();
            });
}

}  // namespace

int compare_drivers(const DriverArguments& a) {
    if (const std::size_t n = a.versions.size(); n != 2)
        throw core::ConfigError(fmt::format("--bisect {}: {}; expected two, the good version and the bad one",
                                            a.versions[0], base::count_of(n, "source")));
    if (a.list_allocations) throw core::ConfigError("--fail-nth list: not with --bisect; expected a number");
    const std::string out = a.out.empty() ? "results/driver/bisect" : a.out;
    const std::string good = a.versions[0], bad = a.versions[1];
    ResultFolder results(out, {"comparison.txt"});
    results.create();
    ResultFolder results_good(out + "/good", driver_results()), results_bad(out + "/bad", driver_results());
    results_good.create(), results_bad.create();
    end_with_trials();
    auto first = std::async(std::launch::async, run_quietly, trial_of(a, good, results_good.path()));
    const Ended second = run_quietly(trial_of(a, bad, results_bad.path()));
    const Ended one = first.get();
    if (g_ended) {
        std::fputs("niclab driver: interrupted; the versions are not compared\n", stderr);
        return kInterrupted;
    }
    for (const Ended& ended : {one, second}) {
        if (ended.code == kDone || ended.code == kCheckFailed) continue;
        std::fputs(ended.error.c_str(), stderr);
        return ended.code;
    }
    const auto comparison = linux_kernel::compare_recordings(results_good.path(), results_bad.path(), good, bad);
    core::write_file(out + "/comparison.txt", comparison.text);
    results.keep(), results_good.keep(), results_bad.keep();
    print_folded(comparison.text);
    std::printf("%s\n", out.c_str());
    return comparison.equal ? kDone : kCheckFailed;
}

}  // namespace niclab::cli
