/// @file  The one program: reads the command line and calls a command.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <systemc>

#include "commands.h"
#include "core/config.h"

namespace niclab::cli {

namespace {

constexpr const char* kUsage =
    "niclab, a laboratory for network interface cards\n\n"
    "Try first:   niclab run echo\n\n"
    "Commands:    run EXPERIMENT.toml   simulate an experiment and tell where the time went\n"
    "             list params|signals|cards|hosts|experiments|papers\n"
    "             --version             --help\n";

void add_run(CLI::App& app, RunArguments& a) {
    CLI::App* run = app.add_subcommand("run", "Simulate an experiment.");
    run->add_option("experiment", a.experiment, "Experiment file, or the name of one that comes with niclab.")
        ->required();
    run->add_option("--set", a.overrides.assignments, "KEY=VALUE, changes one key of the experiment.")
        ->allow_extra_args(false)
        ->take_all();
    run->add_option("--seed", a.overrides.seed, "Seed of everything random.")
        ->check(CLI::Range(0L, 9223372036854775807L));
    run->add_option("--runs", a.overrides.runs, "Number of runs.")->check(CLI::Range(1, 100000));
    run->add_option("--out", a.out, "Folder for the results (results/EXPERIMENT).");
    run->add_option("--vcd", a.options.vcd, "Waveform file, .vcd or .fst.");
    run->add_option("--vcd-from", a.options.vcd_from_us, "Start of the waveform, microseconds of simulated time.");
    run->add_option("--vcd-to", a.options.vcd_to_us, "End of the waveform, microseconds of simulated time.");
    run->add_option("--vcd-signals", a.options.vcd_signals, "Which signals, a pattern such as 'client.pci.*'.");
    run->add_option("--pcap", a.options.pcap, "Capture file (pcapng) of cells and host packets.");
    run->add_flag("--quiet", a.quiet, "Print nothing but the folder of the results.");
}

int wrong_command_line(const CLI::App& app, const CLI::ParseError& e, int argc, char** argv) {
    std::string text = e.what();
    const std::vector<std::string> commands{"run", "list"};
    if (argc > 1 && app.get_subcommands().empty()) {
        const std::string near = core::nearest_name(argv[1], commands);
        text = std::string(argv[1]) + ": unknown command found, run or list wanted" +
               (near.empty() ? "" : ", perhaps \"" + near + "\"");
    }
    std::fprintf(stderr, "niclab: %s\n", text.substr(0, text.find('\n')).c_str());
    return kWrongInput;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("niclab, a laboratory for network interface cards", "niclab");
    app.set_version_flag("--version", "niclab " + system::version());
    app.require_subcommand(1);
    RunArguments arguments;
    std::string what;
    add_run(app, arguments);
    CLI::App* listing = app.add_subcommand("list", "List what there is.");
    listing->add_option("what", what, "params, signals, cards, hosts, experiments or papers")
        ->required()
        ->check(CLI::IsMember({"params", "signals", "cards", "hosts", "experiments", "papers"}));
    if (argc == 1) {
        std::fputs(kUsage, stdout);
        return kDone;
    }
    try {
        app.parse(argc, argv);
        return listing->parsed() ? list(what) : run(arguments);
    } catch (const CLI::Success& e) {
        return app.exit(e);
    } catch (const CLI::ParseError& e) {
        return wrong_command_line(app, e, argc, argv);
    } catch (const core::ConfigError& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return kWrongInput;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "niclab: %s\n", e.what());
        return kCheckFailed;
    }
}

}  // namespace niclab::cli

/// SystemC's library refers to it; the simulation is driven from main() instead.
int sc_main(int argc, char* argv[]) { return niclab::cli::main(argc, argv); }

int main(int argc, char* argv[]) {
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
