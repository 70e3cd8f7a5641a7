/// @file  The commands of the program. Each returns the process's exit code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/experiment/experiment.h"
#include "lab/experiment/level.h"
#include "lab/results/provenance.h"
#include "lab/run/runner.h"
#include "machine_commands.h"
#include "window_search.h"

namespace CLI {
class App;
}

namespace niclab::cli {

inline constexpr int kDone = 0, kCheckFailed = 1, kWrongInput = 2, kInterrupted = 130;

struct RunArguments {
    std::vector<std::string> command;  ///< All words of the command line.
    std::string experiment, out;
    std::string level;  ///< Default of the hosts, or empty.
    lab::Overrides overrides;
    lab::RunOptions options;
    WindowRequest window;              ///< Replaces the window of the options.
    std::string timeline;              ///< Chrome trace file, or empty.
    std::string report;                ///< HTML file, or empty.
    std::vector<std::string> what_if;  ///< STAGE=0
    bool quiet = false;                ///< Prints the folder alone.
    bool verbose = false;              ///< Prints every table.
    bool one_of_many = false;          ///< The program that started this one runs many simulations.
};

/// An experiment that a user names: a file, the name of one that comes with niclab, or results that
/// are to be repeated.
struct NamedSubject {
    lab::Level level = lab::Level::Cycle;
    std::string name;  ///< As passed to the first run.
    lab::Overrides overrides;
    lab::InputFiles files;  ///< The experiment's file, and for results all others.
    bool check = true;
    std::optional<lab::ProgramId> made_by;  ///< For results: the program that made them.
};
NamedSubject named_subject(const std::string& name, const lab::Overrides& overrides);
/// The same, with the value of --level. Throws core::ConfigError.
NamedSubject named_subject(const RunArguments& arguments);
struct CheckArguments {
    std::string file, map, annotate, sigrok;
};

struct ReproduceArguments {
    std::string paper, out;
    std::vector<std::string> hosts;  ///< Files of measured hosts; empty: those that come with niclab.
    std::string card;                ///< Card of these measurements, a name or a file.
};

struct ExplainArguments {
    std::string experiment, points;
    lab::Overrides overrides;
    bool parameters = false;
};

struct ListArguments {
    std::string what;  ///< params, signals, cards, hosts, experiments, papers (published tables) or folders.
    std::string word;  ///< Filters names and, for parameters, descriptions; empty: no filter.
    bool json = false;
};

struct LabArguments {
    unsigned port = 0;  ///< 0: any free one.
    bool browser = true;
    std::string shows;  ///< State of the page, as at the end of a link to the bench.
};

struct LessonArguments {
    std::string what;                ///< list, show, start, hint, check, solution or a number.
    std::vector<std::string> words;  ///< A lesson's number and answer files.
};

struct MysteryArguments {
    std::vector<std::string> words;  ///< A seed; check, a seed and answer files; or words.
    std::string out;
};

struct SweepArguments {
    std::string experiment;
    std::vector<std::string> words;  ///< The options as given, --NAME=VALUE.
};

struct BatchArguments {
    unsigned jobs = 0;  ///< 0: the number of processors.
};

struct CompareArguments {
    std::vector<std::string> subjects;  ///< Cards or experiments, each with an optional :KEY=VALUE,KEY=VALUE.
    std::string workload = "echo", sizes = "1,40,64,256,1024,1500,4096,9180,65535", out, html;
    unsigned seeds = 5, runs = 0, jobs = 0;  ///< runs 0: those of the experiment; jobs 0: the number of processors.
    std::uint64_t seed = 1;
};

/// Options of all commands that read an experiment: its name, --set, --seed and --runs.
void add_experiment(CLI::App& command, std::string& experiment, lab::Overrides& overrides);
CLI::App* add_explain(CLI::App& app, ExplainArguments& arguments);
CLI::App* add_sweep(CLI::App& app, SweepArguments& arguments);
CLI::App* add_list(CLI::App& app, ListArguments& arguments);
CLI::App* add_lab(CLI::App& app, LabArguments& arguments);
CLI::App* add_lesson(CLI::App& app, LessonArguments& arguments);
CLI::App* add_mystery(CLI::App& app, MysteryArguments& arguments);
CLI::App* add_vm(CLI::App& app, VmArguments& arguments);
CLI::App* add_run(CLI::App& app, RunArguments& arguments);
CLI::App* add_batch(CLI::App& app, BatchArguments& arguments);
CLI::App* add_check(CLI::App& app, CheckArguments& arguments);
CLI::App* add_driver(CLI::App& app, DriverArguments& arguments);
CLI::App* add_reproduce(CLI::App& app, ReproduceArguments& arguments);
CLI::App* add_compare(CLI::App& app, CompareArguments& arguments);

int run(const RunArguments& arguments);
/// What a run can observe apart from captures.
struct Observable {
    bool signals = false;   ///< Waveforms of a window of time.
    bool packets = false;   ///< Times of packets at which a window may begin.
    bool timeline = false;  ///< The path of each packet.
    bool paths = false;     ///< The paths of packets between two cards.
};
/// Throws for options of a run that have no effect with `found`; `tells` names those that have.
void refuse_options(const RunArguments& arguments, const std::string& found, const std::string& tells,
                    const Observable& observable = {});
/// --pcap-taps: the default (empty), or "KIND:HOST".
std::string capture_host(const RunArguments& arguments, const std::string& kind, const std::vector<std::string>& hosts);
/// Adds the program and the command line of a run to its results.
void add_origin(lab::Provenance& provenance, const RunArguments& arguments, const std::string& name,
                const lab::Overrides& overrides);
/// Prints an experiment with all keys resolved, without simulating it.
int explain(const ExplainArguments& arguments);
/// Carries out the command lines of standard input, several at a time.
int batch(const BatchArguments& arguments);
/// Runs an experiment at many points. Does not return if it could begin.
int sweep(const SweepArguments& arguments);
/// Compares cards or experiments. Does not return if it could begin.
int compare(const CompareArguments& arguments);
/// The papers that can be reproduced: "dollas, dollas/ with ...".
std::string papers_in_words();
bool can_be_reproduced(const std::string& paper);
/// Runs a paper's experiments and prints its tables next to the published ones. Does not return if
/// it could begin.
int reproduce(const ReproduceArguments& arguments);
/// Names of the files that it may write to the folder of its results.
std::vector<std::string> driver_results();
/// Of two versions of a driver.
int compare_drivers(const DriverArguments& arguments);
int check_waveform(const CheckArguments& arguments);
/// Returns kWrongInput if nothing matches the word.
int list(const ListArguments& arguments);
/// Opens the lab in a browser of this machine. Does not return if it could begin.
int lab(const LabArguments& arguments);
/// Sheets for a course. Does not return if it could begin.
int lesson(const LessonArguments& arguments);
/// Makes an experiment with one hidden fault. Does not return if it could begin.
int mystery(const MysteryArguments& arguments);

}  // namespace niclab::cli
