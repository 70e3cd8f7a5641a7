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
    CLI::App* sweep =
        app.add_subcommand("sweep", "Run an experiment for each value of a parameter, on this machine or a cluster.");
    sweep->add_option("experiment", a.experiment, "Experiment file, or the name of one from `niclab list experiments`.")
        ->required();
    option(*sweep, a, "vary",
           "Parameter to vary: KEY=V1,V2,... or KEY=FROM:TO, FROM:TO:STEP or FROM:TO:xFACTOR. Several make a grid.");
    option(*sweep, a, "list", "CSV file with the points: one column per key, one row per point.");
    number(*sweep, a, "latin", 1, "Number of points of a Latin hypercube over the ranges of --vary.");
    number(*sweep, a, "random", 1, "Number of random points in the ranges of --vary.");
    option(*sweep, a, "objective",
           "Search the best points: latency, throughput, cost or any column of sweep.csv, separated by commas.");
    number(*sweep, a, "trials", 1, "Points that a search tries. Default: 100.");
    option(*sweep, a, "set", "Parameter KEY=VALUE to change at all points; may be repeated.");
    number(*sweep, a, "runs", 1, "Runs of each point. Default: as in the experiment.");
    number(*sweep, a, "seed", 0, "Seed of the random points and of each simulation.");
    option(*sweep, a, "out", "Folder of the results. Default: results/sweep/EXPERIMENT, with the varied keys.");
    number(*sweep, a, "jobs", 1,
           "Points at a time. Default: the number of processors; with --cluster, of its workers.");
    option(*sweep, a, "scheduler", "Address of a Dask scheduler. Its workers run the points.");
    option(*sweep, a, "cluster",
           "Batch system whose jobs run the points: slurm, pbs, sge, lsf, htcondor, oar or local.");
    option(*sweep, a, "cluster-options", "TOML file with queue, cores, memory and other settings of a worker's job.");
    sweep->add_flag_callback(
        "--dry-run", [&a] { a.words.push_back("--dry-run"); }, "List the points, measure one, and end.");
    sweep->add_flag_callback(
        "--quiet", [&a] { a.words.push_back("--quiet"); }, "Print only the folder of the results.");
    return sweep;
}

int sweep(const SweepArguments& a) {
    std::vector<std::string> words = {a.experiment, "--niclab", own_path()};
    words.insert(words.end(), a.words.begin(), a.words.end());
    start_python("sweep", words);
}

}  // namespace niclab::cli
