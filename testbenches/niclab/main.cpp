/// @file  The one program: reads the command line and calls a command.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <systemc>

#include "commands.h"
#include "core/config.h"
#include "core/printable.h"
#include "core/renamed_names.h"
#include "words.h"

namespace niclab::cli {

CLI::App* add_schema(CLI::App& app);
int schema();

namespace {

constexpr const char* kUsage =
    "niclab, a laboratory for network interface cards\n\n"
    "Try first:   niclab run echo --report echo.html\n\n"
    "Commands:    run EXPERIMENT.toml   simulate an experiment and tell where the time went\n"
    "             sweep EXPERIMENT.toml --vary KEY=V1,V2,...   the same at many points\n"
    "             explain EXPERIMENT.toml   its every key, resolved\n"
    "             check FILE            hold a waveform against the rules of PCI and UTOPIA\n"
    "             compare A B ...       cards or experiments beside each other, on the same workload and seeds\n"
    "             reproduce dollas    a paper's experiments, its tables beside the published ones\n"
    "             driver [NICSTAR.c]  put a Linux driver through a trial on two simulated machines\n"
    "             list params|counters|columns|signals|rules|cards|hosts|experiments|... [WORD]\n"
    "             schema                what an editor needs to help with experiments\n"
    "             lab                   the bench in a browser: turn a knob, see what it does\n"
    "             lesson list           sheets for a course, with hints and answers that are checked\n"
    "             mystery SEED          a bench with one hidden fault, to be found with instruments\n"
    "             help COMMAND          --version\n";

}  // namespace

void add_experiment(CLI::App& command, std::string& experiment, lab::Overrides& overrides) {
    command
        .add_option("experiment", experiment,
                    "Experiment file, the name of one that comes with niclab, or results.json to do its run again.")
        ->required();
    command.add_option("--set", overrides.assignments, "KEY=VALUE, changes one key of the experiment.")
        ->allow_extra_args(false)
        ->take_all();
    command.add_option("--seed", overrides.seed, "Seed of everything random.")->check(whole(0));
    command.add_option("--runs", overrides.runs, "Number of runs.")->check(whole(1, 100000));
}

namespace {

CLI::App* add_run(CLI::App& app, RunArguments& a) {
    CLI::App* run = app.add_subcommand("run", "Simulate an experiment.");
    add_experiment(*run, a.experiment, a.overrides);
    run->add_option("--level", a.level,
                    "How closely the cards of hosts with a TCP are simulated: as a few numbers, or clock by clock.")
        ->check(one_of({"coarse", "cycle"}))
        ->option_text("coarse|cycle");
    run->add_option("--out", a.out, "Folder for the results (results/EXPERIMENT, with what --set changed).");
    CLI::Option* vcd = run->add_option("--vcd", a.options.vcd, "Waveform file, .vcd or .fst.");
    run->add_option("--vcd-from", a.options.vcd_from_us, "Start of the waveform, microseconds of simulated time.")
        ->needs(vcd);
    run->add_option("--vcd-to", a.options.vcd_to_us, "End of the waveform, microseconds of simulated time.")
        ->needs(vcd);
    run->add_option("--vcd-trigger", a.options.vcd_trigger,
                    "File of a trigger that opens and closes the waveform's window.")
        ->needs(vcd);
    run->add_option("--vcd-signals", a.options.vcd_signals, "Which signals, a pattern such as 'client.pci.*'.")
        ->needs(vcd);
    CLI::Option* pcap = run->add_option("--pcap", a.options.pcap, "Capture file (pcapng) for Wireshark.");
    run->add_option("--pcap-taps", a.options.pcap_taps,
                    "What it captures: some of cells,pdus,sent_pdus,packets,line_cells,frames (cells,pdus,packets).")
        ->needs(pcap);
    run->add_flag("--pcap-split", a.options.pcap_split, "A capture file per tap, NAME.TAP.pcapng, as tcpdump reads.")
        ->needs(pcap);
    run->add_option_function<std::string>(
           "--pcap-time", [&a](const std::string& unit) { a.options.pcap_picoseconds = unit == "ps"; },
           "Unit of its times (ns); ns are rounded down, ps are misread by Wireshark 4.0.")
        ->needs(pcap)
        ->check(one_of({"ns", "ps"}))
        ->option_text("ns|ps");
    run->add_option("--timeline", a.timeline, "Where each packet's time went, for Perfetto (Chrome trace JSON).");
    run->add_option("--report", a.report, "A page of the results to look at (HTML, one file, for any browser).");
    run->add_option("--what-if", a.what_if,
                    "STAGE=0: runs again with a stage that costs nothing and tells what was gained.")
        ->allow_extra_args(false)
        ->take_all();
    run->add_option_function<std::string>(
           "--fidelity",
           [&a](const std::string& word) {
               a.options.links = word == lab::kSignal ? lab::Links::Pins : lab::Links::Whole;
           },
           "Abstraction level of links. transaction: a cell, frame or bus transfer is one transaction, except where a "
           "waveform or an instrument records its signals. signal: all signals change at their clock edges. Results "
           "are "
           "the same.")
        ->check(one_of({lab::kTransaction, lab::kSignal}))
        ->option_text("transaction|signal");
    run->add_flag("!--no-check", a.options.check, "Run without the checkers of buses and lines.");
    run->add_flag("--quiet", a.quiet, "Print nothing but the folder of the results.");
    return run;
}

void check_window(const lab::RunOptions& o) {
    if (!(o.vcd_from_us >= 0))
        throw core::ConfigError(
            fmt::format("--vcd-from {:g}: out of range; expected microseconds from 0", o.vcd_from_us));
    if (!(o.vcd_to_us >= o.vcd_from_us))
        throw core::ConfigError(fmt::format("--vcd-to {:g}: before --vcd-from; expected a time after it", o.vcd_to_us));
}

CLI::App* add_check(CLI::App& app, CheckArguments& a) {
    CLI::App* checking = app.add_subcommand("check", "Hold a waveform against the rules of PCI and UTOPIA.");
    checking->add_option("file", a.file, "Waveform, a VCD or an FST.")->required();
    checking->add_option("--map", a.map, "Mapping of its signals (TOML); none: niclab's own names.");
    checking->add_option("--annotate", a.annotate,
                         "Waveform to write (.vcd or .fst): the buses, what happens on them in words, violations.");
    checking->add_option("--sigrok", a.sigrok, "Folder for a VCD a bus of single wires, as sigrok reads them.");
    return checking;
}

CLI::App* add_driver(CLI::App& app, DriverArguments& a) {
    CLI::App* trial = app.add_subcommand("driver", "Put a Linux driver through a trial on two simulated machines.");
    trial->add_option(
        "source", a.source,
        "A nicstar.c, ne2k-pci.c, 8390.c, pcnet32.c, 3c59x.c, ne.c, 8390p.c, wd.c, 3c509.c or lance.c; none: the "
        "one of Debian's kernel.");
    trial->add_option(
        "--card", a.card,
        "idt77901 (nicstar.c), rtl8029 (ne2k-pci.c), am79c970a (pcnet32.c), 3c595 or 3c597 (3c59x.c), ne2000 "
        "(ne.c), wd8013 (wd.c), at_lantic (ne.c), at_lantic_shared (wd.c), 3c509 or 3c579 (3c509.c), at1500 (lance.c): "
        "the card it drives (idt77901).");
    trial->add_option("--kernel", a.kernel,
                      "Folder with the kernel's files beside it: nicstar.h, suni.c, lib8390.c, mii.c ...");
    trial->add_option("--set", a.assignments, "KEY=VALUE, changes one key of the bench.")
        ->allow_extra_args(false)
        ->take_all();
    trial
        ->add_option("--module-param", a.module_parameters,
                     "NAME=VALUE[,VALUE...], a parameter of the driver's module.")
        ->allow_extra_args(false)
        ->take_all();
    trial->add_option("--mbps", a.mbps, "Rate of the cable, 10 or 100 (10); 100 with --card 3c595.");
    trial->add_option("--packets", a.packets, "Packets each way over ATM (200).")->check(whole(1, 100000));
    trial->add_option("--frames", a.frames, "Frames each way over Ethernet (500).")->check(whole(1, 100000));
    trial->add_option("--seed", a.seed, "Seed of the packets.")->check(whole(0));
    trial->add_option("--out", a.out, "Folder for the results (results/driver/CARD).");
    return trial;
}

CLI::App* add_reproduce(CLI::App& app, ReproduceArguments& a) {
    CLI::App* paper = app.add_subcommand("reproduce", "A paper's experiments, its tables beside the published ones.");
    paper->add_option("paper", a.paper, papers_in_words())->required();
    paper->add_option("--out", a.out, "Folder for the results (results/reproduce/PAPER).");
    return paper;
}

CLI::App* add_compare(CLI::App& app, CompareArguments& a) {
    CLI::App* several = app.add_subcommand("compare", "Cards or experiments beside each other.");
    several
        ->add_option("subjects", a.subjects,
                     "Cards or experiments, names or files; NAME:KEY=VALUE,KEY=VALUE is one with something changed.")
        ->required();
    several->add_option("--workload", a.workload, "Experiment in which cards are compared (echo).");
    several->add_option("--sizes", a.sizes, "Packet sizes at which throughput is measured, octets: 1,40,1500.");
    several->add_option("--seeds", a.seeds, "How many seeds, each a simulation of its own (5).")->check(whole(2, 1000));
    several->add_option("--seed", a.seed, "The first of them (1).")->check(whole(0, 1L << 62));
    several->add_option("--runs", a.runs, "Runs a seed, in place of the experiment's.")->check(whole(1, 100000));
    several->add_option("--jobs", a.jobs, "Simulations at a time (as many as processors).")->check(whole(1, 1024));
    several->add_option("--out", a.out, "Folder for the results (results/compare/NAMES).");
    several->add_option("--html", a.html, "Another place for the page compare.html.");
    return several;
}

/// The arguments of each command.
struct Arguments {
    RunArguments run;
    SweepArguments sweep;
    CompareArguments compare;
    ExplainArguments explain;
    CheckArguments check;
    ReproduceArguments reproduce;
    DriverArguments driver;
    ListArguments list;
    LabArguments lab;
    LessonArguments lesson;
    MysteryArguments mystery;
};

struct Command {
    const CLI::App* app;
    std::function<int()> carry_out;
};

std::vector<Command> add_commands(CLI::App& app, Arguments& a) {
    return {{add_run(app, a.run),
             [&a] {
                 check_window(a.run.options);
                 return run(a.run);
             }},
            {add_sweep(app, a.sweep), [&a] { return sweep(a.sweep); }},
            {add_compare(app, a.compare), [&a] { return compare(a.compare); }},
            {add_explain(app, a.explain), [&a] { return explain(a.explain); }},
            {add_check(app, a.check), [&a] { return check_waveform(a.check); }},
            {add_reproduce(app, a.reproduce), [&a] { return reproduce(a.reproduce); }},
            {add_driver(app, a.driver), [&a] { return driver(a.driver); }},
            {add_list(app, a.list), [&a] { return list(a.list); }},
            {add_schema(app), [] { return schema(); }},
            {add_lab(app, a.lab), [&a] { return lab(a.lab); }},
            {add_lesson(app, a.lesson), [&a] { return lesson(a.lesson); }},
            {add_mystery(app, a.mystery), [&a] { return mystery(a.mystery); }}};
}

/// `help COMMAND` is another form of `COMMAND --help`.
std::vector<std::string> words_of(const CLI::App& app, int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() < 2 || words[0] != "help") return words;
    const auto named = [&words](const CLI::App* command) { return command->get_name() == words[1]; };
    if (app.get_subcommands(named).empty()) return {words[1]};  // to be refused
    return {words[1], "--help"};
}

/// Parses the command line and executes its command. Throws the exceptions of CLI11 and the
/// commands.
int carry_out(CLI::App& app, const std::vector<Command>& commands, std::vector<std::string> words) {
    std::reverse(words.begin(), words.end());  // In the order of CLI11.
    app.parse(std::move(words));
    for (const Command& command : commands)
        if (command.app->parsed()) return command.carry_out();
    return kDone;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("niclab, a laboratory for network interface cards", "niclab");
    app.set_version_flag("--version", "niclab " + lab::version());
    app.require_subcommand(1);
    Arguments arguments;
    arguments.run.command.assign(argv, argv + argc);
    const std::vector<Command> commands = add_commands(app, arguments);
    const std::vector<std::string> words = words_of(app, argc, argv);
    if (words.empty() || words[0] == "help") {
        std::fputs(kUsage, stdout);
        return kDone;
    }
    core::set_rename_warning(
        [](const std::string& sentence) { std::fprintf(stderr, "%s\n", core::printable(sentence).c_str()); });
    try {
        return carry_out(app, commands, core::rename_options(words));
    } catch (const CLI::Success& e) {
        return app.exit(e);
    } catch (const CLI::ParseError& e) {
        std::fprintf(stderr, "%s\n", core::printable(refusal(app, e, words.front())).c_str());
        return kWrongInput;
    } catch (const core::ConfigError& e) {
        std::fprintf(stderr, "%s\n", core::printable(e.what()).c_str());
        return kWrongInput;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "niclab: %s\n", core::printable(e.what()).c_str());
        return kCheckFailed;
    }
}

}  // namespace niclab::cli

/// SystemC's library refers to it; the simulation is driven from main() instead.
int sc_main(int argc, char* argv[]) { return niclab::cli::main(argc, argv); }

int main(int argc, char* argv[]) {
    std::signal(SIGXFSZ, SIG_IGN);  // A file that must not grow causes an error of write(), as a full disk does.
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
