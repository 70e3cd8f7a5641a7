/// @file  The one program: reads the command line and calls a command.
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <systemc>

#include "commands.h"
#include "core/config.h"
#include "core/printable.h"
#include "core/renamed_names.h"
#include "lab/results/folded.h"
#include "terminal.h"
#include "words.h"

namespace niclab::cli {

CLI::App* add_schema(CLI::App& app);
int schema();

namespace {

constexpr const char* kTitle = "niclab, a simulator of network interface cards";

/// A command as `niclab help` has it.
struct Use {
    const char *words, *what;
};
constexpr Use kUses[] = {
    {"run EXPERIMENT", "Simulate an experiment and print where the time of a packet goes."},
    {"sweep EXPERIMENT --vary KEY=V1,V2", "Run an experiment for each value of a parameter."},
    {"compare A B ...", "Compare cards or experiments with the same workload and seeds."},
    {"explain EXPERIMENT", "Print every parameter of an experiment with its value, as JSON."},
    {"check WAVEFORM", "Check a waveform against the rules of PCI and UTOPIA."},
    {"reproduce PAPER", "Run the experiments of a paper and compare the results with its tables."},
    {"driver [SOURCE]", "Test a Linux driver on two simulated machines."},
    {"vm --card CARD", "Let a Linux kernel in QEMU drive a simulated card."},
    {"list TOPIC [WORD]", "List parameters, counters, columns, signals, rules, cards, hosts, experiments."},
    {"schema", "Print a JSON schema of experiment files, for editors."},
    {"lab", "Open a page in a browser that runs an experiment when a parameter changes."},
    {"lesson list", "List the sheets for a course. Answers can be checked."},
    {"mystery SEED", "Make an experiment with one hidden fault to be found."},
    {"help COMMAND", "Print the options of a command."},
};

void print_help() {
    constexpr std::size_t kColumn = 38;
    print_folded(kTitle);
    print_folded("\nTry first: niclab run echo --report echo.html\n");
    for (const Use& use : kUses) print_entry(std::string("  ") + use.words, use.what, kColumn);
}

/// Help that is folded to the terminal: descriptions stay in their column.
class FoldedHelp : public CLI::Formatter {
public:
    std::string make_option(const CLI::Option* option, bool is_positional) const override {
        return lab::folded(CLI::Formatter::make_option(option, is_positional), get_column_width(), terminal_columns());
    }
    std::string make_subcommand(const CLI::App* command) const override {
        return lab::folded(CLI::Formatter::make_subcommand(command), get_column_width(), terminal_columns());
    }
};

}  // namespace

void add_experiment(CLI::App& command, std::string& experiment, lab::Overrides& overrides) {
    command
        .add_option("experiment", experiment,
                    "Experiment file, the name of one from `niclab list experiments`, or the results.json of a run to "
                    "repeat.")
        ->required();
    command.add_option("--set", overrides.assignments, "Parameter of the experiment to change; may be repeated.")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->take_all();
    command.add_option("--seed", overrides.seed, "Seed of all random streams.")->check(whole(0));
    command.add_option("--runs", overrides.runs, "Number of runs of the experiment, in one simulation.")
        ->check(whole(1, 100000));
}

namespace {

CLI::App* add_run(CLI::App& app, RunArguments& a) {
    CLI::App* run = app.add_subcommand("run", "Simulate an experiment and print where the time of a packet goes.");
    add_experiment(*run, a.experiment, a.overrides);
    run->add_option("--level", a.level,
                    "Abstraction level of the cards of hosts with a TCP: coarse is a few linear numbers, cycle is "
                    "every clock.")
        ->check(one_of({"coarse", "cycle"}))
        ->option_text("coarse|cycle");
    run->add_option("--out", a.out, "Folder of the results. Default: results/EXPERIMENT, with the changes of --set.")
        ->type_name("FOLDER");
    CLI::Option* vcd =
        run->add_option("--vcd", a.options.vcd,
                        "Waveform file to write, .vcd or .fst. A whole run has several MB per ms of simulated time.")
            ->type_name("FILE");
    CLI::Option* from =
        run->add_option("--vcd-from", a.options.vcd_from_us, "Start of the waveform, microseconds of simulated time.")
            ->type_name("US")
            ->needs(vcd);
    CLI::Option* to =
        run->add_option("--vcd-to", a.options.vcd_to_us, "End of the waveform, microseconds of simulated time.")
            ->type_name("US")
            ->needs(vcd);
    CLI::Option* trigger =
        run->add_option("--vcd-trigger", a.options.vcd_trigger,
                        "File with a trigger of the logic analyzer that starts and ends the waveform.")
            ->type_name("FILE")
            ->needs(vcd);
    CLI::Option* packet =
        run->add_option("--vcd-from-packet", a.window.from_packet,
                        "Start of the waveform: packet N of the first direction, from 0, counted over all runs.")
            ->type_name("N")
            ->needs(vcd)
            ->excludes(trigger)
            ->excludes(from)
            ->check(whole(0));
    run->add_flag("--vcd-around-warning", a.window.around_warning,
                  "Record 50 us before and after the first violation of a rule, alarm or lost packet.")
        ->needs(vcd)
        ->excludes(trigger)
        ->excludes(from)
        ->excludes(to)
        ->excludes(packet);
    run->add_option("--vcd-signals", a.options.vcd_signals,
                    "Pattern of the signals in the waveform, such as 'client.pci.*'.")
        ->type_name("PATTERN")
        ->needs(vcd);
    CLI::Option* pcap =
        run->add_option("--pcap", a.options.pcap, "Capture file to write, pcapng for Wireshark.")->type_name("FILE");
    run->add_option("--pcap-taps", a.options.pcap_taps,
                    "Taps of the capture: some of cells, pdus, sent_pdus, packets, line_cells and frames, separated "
                    "by commas. Default: cells,pdus,packets.")
        ->type_name("TAPS")
        ->needs(pcap);
    run->add_flag("--pcap-split", a.options.pcap_split,
                  "Write a capture file per tap, NAME.TAP.pcapng, for programs that read one link type.")
        ->needs(pcap);
    run->add_option_function<std::string>(
           "--pcap-time", [&a](const std::string& unit) { a.options.pcap_picoseconds = unit == "ps"; },
           "Unit of the times in the capture. Default: ns, rounded down. Wireshark 4.0 misreads ps.")
        ->needs(pcap)
        ->check(one_of({"ns", "ps"}))
        ->option_text("ns|ps");
    run->add_option("--timeline", a.timeline,
                    "Timeline to write, the path of each packet for Perfetto (Chrome trace JSON).")
        ->type_name("FILE");
    run->add_option("--report", a.report, "Report to write, one HTML page for a browser.")->type_name("FILE");
    run->add_option("--what-if", a.what_if,
                    "Stage that costs nothing in a second run, such as transmit_fifo=0. The gain is printed.")
        ->type_name("STAGE=0")
        ->allow_extra_args(false)
        ->take_all();
    run->add_option_function<std::string>(
           "--fidelity",
           [&a](const std::string& word) {
               a.options.links = word == lab::kSignal ? lab::LinkLevel::Signal : lab::LinkLevel::Transaction;
           },
           "Abstraction level of links. transaction: a cell, frame or bus transfer is one transaction, except where a "
           "waveform or an instrument records its signals. signal: all signals change at their clock edges. Results "
           "are the same.")
        ->check(one_of({lab::kTransaction, lab::kSignal}))
        ->option_text("transaction|signal");
    run->add_flag("!--no-check", a.options.check, "Disable the checkers of buses and lines.");
    CLI::Option* quiet = run->add_flag("--quiet", a.quiet, "Print only the folder of the results.");
    run->add_flag("--verbose", a.verbose, "Print all tables of summary.txt, not only the answer.")->excludes(quiet);
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
    CLI::App* checking = app.add_subcommand("check", "Check a waveform against the rules of PCI and UTOPIA.");
    checking->add_option("file", a.file, "Waveform to check, VCD or FST.")->required();
    checking
        ->add_option("--map", a.map,
                     "File (TOML) with the names of the signals. Default: the names in niclab's waveforms.")
        ->type_name("FILE");
    checking
        ->add_option("--annotate", a.annotate,
                     "Waveform to write, .vcd or .fst: the buses, with rows in words and a marker per violation.")
        ->type_name("FILE");
    checking->add_option("--sigrok", a.sigrok, "Folder for one VCD per bus with single wires, as sigrok reads them.")
        ->type_name("FOLDER");
    return checking;
}

CLI::App* add_driver(CLI::App& app, DriverArguments& a) {
    CLI::App* trial = app.add_subcommand("driver", "Test a Linux driver on two simulated machines.");
    CLI::Option* source = trial->add_option(
        "source", a.source,
        "Source of the driver: nicstar.c, ne2k-pci.c, 8390.c, pcnet32.c, 3c59x.c, ne.c, 8390p.c, wd.c, 3c509.c, "
        "lance.c, or one of e1000 or e1000e. Default: the one of Debian's kernel.");
    trial
        ->add_option(
            "--card", a.card,
            "Card of the driver: idt77901 (nicstar.c), rtl8029 (ne2k-pci.c), am79c970a (pcnet32.c), 3c595, 3c597 or "
            "3c905b (3c59x.c), ne2000 or at_lantic (ne.c), wd8013 or at_lantic_shared (wd.c), 3c509 or 3c579 "
            "(3c509.c), at1500 (lance.c), 82540em (e1000), 82574l (e1000e). Default: idt77901.")
        ->type_name("CARD");
    trial
        ->add_option("--kernel", a.kernel,
                     "Folder with the other files of the kernel: nicstar.h, suni.c, lib8390.c, mii.c and so on.")
        ->type_name("FOLDER");
    trial->add_option("--set", a.assignments, "Parameter of the simulated machines to change; may be repeated.")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->take_all();
    trial->add_option("--module-param", a.module_parameters, "Parameter of the driver's module; may be repeated.")
        ->type_name("NAME=VALUE[,VALUE...]")
        ->allow_extra_args(false)
        ->take_all();
    trial->add_option(
        "--mbps", a.mbps,
        "Rate of the cable, 10 or 100 Mb/s. Default: 10. 100 requires --card 3c595, 3c597 or 3c905b. That "
        "of 82540em and 82574l has 1000 Mb/s.");
    trial->add_option("--packets", a.packets, "Packets in each direction over ATM. Default: 200.")
        ->check(whole(1, 100000));
    trial->add_option("--frames", a.frames, "Frames in each direction over Ethernet. Default: 500.")
        ->check(whole(1, 100000));
    trial
        ->add_option(
            "--step", a.steps,
            "Step to execute, by its name in the report, besides those that each trial needs; may be repeated. "
            "Default: all.")
        ->type_name("NAME")
        ->allow_extra_args(false)
        ->take_all();
    trial->add_flag("--load-only", a.load_only,
                    "Load and unload the module only, and print its kernel messages: for a module that accesses "
                    "registers.");
    trial->add_flag("--record", a.record,
                    "Write tables of the bus transactions, frames and statistics to the folder of the results.");
    trial
        ->add_option("--bisect", a.versions,
                     "Two versions of a source: print which bus transactions, frames and statistics differ, the first "
                     "difference first. Default of --out: results/driver/bisect.")
        ->expected(2)
        ->excludes(source)
        ->type_name("GOOD BAD");
    trial->add_option("--seed", a.seed, "Seed of the packets' contents, and of the interleavings of two CPUs.")
        ->check(whole(0));
    trial
        ->add_option(
            "--cpus", a.cpus,
            "CPUs of each machine, 1 or 2. Default: 1. With 2, an interrupt handler and the rest of the driver "
            "run at the same time, and memory has the order that barriers give it.")
        ->check(whole(1, 2));
    trial
        ->add_option("--fail-nth", a.fail_nth,
                     "Number of the allocation or mapping of the client's driver that fails, from 1 on.")
        ->check(whole(1, 1'000'000));
    trial->add_flag("--no-debug", a.no_debug,
                    "Do not check the driver's use of DMA, memory, interrupts, timers and locks.");
    trial->add_option("--out", a.out, "Folder of the results. Default: results/driver/CARD.")->type_name("FOLDER");
    return trial;
}

CLI::App* add_reproduce(CLI::App& app, ReproduceArguments& a) {
    CLI::App* paper =
        app.add_subcommand("reproduce", "Run the experiments of a paper and compare the results with its tables.");
    paper->add_option("paper", a.paper, papers_in_words())->required();
    paper->add_option("--out", a.out, "Folder of the results. Default: results/reproduce/PAPER.")->type_name("FOLDER");
    paper
        ->add_option("--host", a.hosts,
                     "pcie_bench: file of a measured host instead of those that come with niclab; may be repeated.")
        ->type_name("FILE")
        ->allow_extra_args(false)
        ->take_all();
    paper->add_option("--card", a.card, "pcie_bench: card that was measured, a name or a file. Default: nfp6000.");
    return paper;
}

CLI::App* add_compare(CLI::App& app, CompareArguments& a) {
    CLI::App* several = app.add_subcommand("compare", "Compare cards or experiments with the same workload and seeds.");
    several
        ->add_option(
            "subjects", a.subjects,
            "Cards or experiments to compare, names or files. NAME:KEY=VALUE,KEY=VALUE changes parameters of one.")
        ->required();
    several->add_option("--workload", a.workload, "Experiment in which the cards are compared. Default: echo.");
    several->add_option("--sizes", a.sizes, "Packet sizes for the throughput in octets, such as 1,40,1500.");
    several->add_option("--seeds", a.seeds, "Number of seeds, one simulation for each. Default: 5.")
        ->check(whole(2, 1000));
    several->add_option("--seed", a.seed, "First seed. Default: 1.")->check(whole(0, 1L << 62));
    several->add_option("--runs", a.runs, "Runs per seed. Default: as in the experiment.")->check(whole(1, 100000));
    several->add_option("--jobs", a.jobs, "Simulations at a time. Default: the number of processors.")
        ->check(whole(1, 1024));
    several->add_option("--out", a.out, "Folder of the results. Default: results/compare/NAMES.")->type_name("FOLDER");
    several->add_option("--html", a.html, "File of the page. Default: compare.html in the folder of the results.")
        ->type_name("FILE");
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
    VmArguments vm;
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
            {add_vm(app, a.vm), [&a] { return vm(a.vm); }},
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

/// Ends this process when the thread that started it ends, if that asks for it: NICLAB_PARENT is its
/// process id. So no tool that runs many simulations leaves one of them.
void end_with_parent() {
    const char* parent = std::getenv("NICLAB_PARENT");
    if (!parent) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (std::to_string(getppid()) != parent) std::exit(kInterrupted);  // it has ended before
    unsetenv("NICLAB_PARENT");                                         // for processes that this one starts
}

}  // namespace

int main(int argc, char** argv) {
    end_with_parent();
    CLI::App app(kTitle, "niclab");
    app.formatter(std::make_shared<FoldedHelp>());
    app.set_version_flag("--version", "niclab " + lab::version());
    app.require_subcommand(1);
    Arguments arguments;
    arguments.run.command.assign(argv, argv + argc);
    const std::vector<Command> commands = add_commands(app, arguments);
    const std::vector<std::string> words = words_of(app, argc, argv);
    if (words.empty() || words[0] == "help") {
        print_help();
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
