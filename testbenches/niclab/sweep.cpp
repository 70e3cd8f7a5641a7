#include <CLI/CLI.hpp>

#include "child.h"
#include "commands.h"
#include "start_python.h"
#include "words.h"

namespace niclab::cli {

namespace {

void option(CLI::App& sweep, SweepArguments& a, const std::string& name, const std::string& what) {
    sweep
        .add_option_function<std::vector<std::string>>(
            "--" + name,
            [&a, name](const std::vector<std::string>& values) {
                for (const std::string& value : values) a.words.push_back("--" + name + "=" + value);
            },
            what)
        ->allow_extra_args(false)
        ->take_all();
}

void number(CLI::App& sweep, SweepArguments& a, const std::string& name, long least, const std::string& what) {
    sweep
        .add_option_function<long>(
            "--" + name,
            [&a, name](const long& value) { a.words.push_back("--" + name + "=" + std::to_string(value)); }, what)
        ->check(whole(least));
}

}  // namespace

CLI::App* add_sweep(CLI::App& app, SweepArguments& a) {
    CLI::App* sweep = app.add_subcommand("sweep", "Run an experiment at many points, on this machine or a cluster.");
    sweep->add_option("experiment", a.experiment, "Experiment file, or the name of one that comes with niclab.")
        ->required();
    option(*sweep, a, "vary", "KEY=V1,V2,... or KEY=FROM:TO, FROM:TO:STEP, FROM:TO:xFACTOR; several make a grid.");
    option(*sweep, a, "list", "FILE.csv: a column a key, a row a point.");
    number(*sweep, a, "latin", 1, "So many points of a Latin hypercube over what --vary spans.");
    number(*sweep, a, "random", 1, "So many random points of what --vary spans.");
    option(*sweep, a, "objective", "Search for the best: latency,throughput,cost or any column of sweep.csv.");
    number(*sweep, a, "trials", 1, "Points a search tries (100).");
    option(*sweep, a, "set", "KEY=VALUE, changes one key at all points.");
    number(*sweep, a, "runs", 1, "Number of runs of each point.");
    number(*sweep, a, "seed", 0, "Seed of the points that are drawn and of each simulation.");
    option(*sweep, a, "out", "Folder for the results (results/sweep/EXPERIMENT, with what is varied).");
    number(*sweep, a, "jobs", 1, "Points at a time (the number of processors; with --cluster, its workers).");
    option(*sweep, a, "scheduler", "Address of a Dask scheduler whose workers run the points.");
    option(*sweep, a, "cluster", "slurm, pbs, sge, lsf, htcondor, oar or local: workers as jobs of a batch system.");
    option(*sweep, a, "cluster-options", "FILE.toml with queue, cores, memory and so on of a worker's job.");
    sweep->add_flag_callback(
        "--dry-run", [&a] { a.words.push_back("--dry-run"); }, "List the points, measure one, and do nothing else.");
    sweep->add_flag_callback(
        "--quiet", [&a] { a.words.push_back("--quiet"); }, "Print nothing but the folder of the results.");
    return sweep;
}

int sweep(const SweepArguments& a) {
    std::vector<std::string> words = {a.experiment, "--niclab", own_path()};
    words.insert(words.end(), a.words.begin(), a.words.end());
    start_python("sweep", words);
}

}  // namespace niclab::cli
