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
    {"batch", "Run the commands that a program writes to standard input, several at a time."},
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

void check_window(const lab::RunOptions& o) {
    if (!(o.vcd_from_us >= 0))
        throw core::ConfigError(
            fmt::format("--vcd-from {:g}: out of range; expected microseconds from 0", o.vcd_from_us));
    if (!(o.vcd_to_us >= o.vcd_from_us))
        throw core::ConfigError(fmt::format("--vcd-to {:g}: before --vcd-from; expected a time after it", o.vcd_to_us));
}

/// The arguments of each command.
struct Arguments {
    RunArguments run;
    BatchArguments batch;
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
    const char* name;
    std::function<CLI::App*()> add;
    std::function<int()> carry_out;
    const CLI::App* app = nullptr;  ///< nullptr: not added.
};

/// Adds the command of that name, or all if none has it. To declare the options of all takes longer
/// than to parse a command line.
std::vector<Command> add_commands(CLI::App& app, Arguments& a, const std::string& name) {
    std::vector<Command> all = {
        {"run", [&] { return add_run(app, a.run); },
         [&a] {
             check_window(a.run.options);
             return run(a.run);
         }},
        {"batch", [&] { return add_batch(app, a.batch); }, [&a] { return batch(a.batch); }},
        {"sweep", [&] { return add_sweep(app, a.sweep); }, [&a] { return sweep(a.sweep); }},
        {"compare", [&] { return add_compare(app, a.compare); }, [&a] { return compare(a.compare); }},
        {"explain", [&] { return add_explain(app, a.explain); }, [&a] { return explain(a.explain); }},
        {"check", [&] { return add_check(app, a.check); }, [&a] { return check_waveform(a.check); }},
        {"reproduce", [&] { return add_reproduce(app, a.reproduce); }, [&a] { return reproduce(a.reproduce); }},
        {"driver", [&] { return add_driver(app, a.driver); }, [&a] { return driver(a.driver); }},
        {"vm", [&] { return add_vm(app, a.vm); }, [&a] { return vm(a.vm); }},
        {"list", [&] { return add_list(app, a.list); }, [&a] { return list(a.list); }},
        {"schema", [&] { return add_schema(app); }, [] { return schema(); }},
        {"lab", [&] { return add_lab(app, a.lab); }, [&a] { return lab(a.lab); }},
        {"lesson", [&] { return add_lesson(app, a.lesson); }, [&a] { return lesson(a.lesson); }},
        {"mystery", [&] { return add_mystery(app, a.mystery); }, [&a] { return mystery(a.mystery); }}};
    const bool known = std::any_of(all.begin(), all.end(), [&name](const Command& c) { return c.name == name; });
    for (Command& command : all)
        if (!known || command.name == name) command.app = command.add();
    return all;
}

/// The first word of the command line; of `help COMMAND` the second.
std::string command_name(int argc, char** argv) {
    const bool help = argc > 2 && std::string("help") == argv[1];
    return argc > 1 ? argv[help ? 2 : 1] : "";
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
        if (command.app && command.app->parsed()) return command.carry_out();
    return kDone;
}

/// Ends this process when the thread that started it ends, if that asks for it: NICLAB_PARENT is its
/// process id. So no tool that runs many simulations leaves one of them. Returns whether it asks.
bool end_with_parent() {
    const char* parent = std::getenv("NICLAB_PARENT");
    if (!parent) return false;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (std::to_string(getppid()) != parent) std::exit(kInterrupted);  // it has ended before
    unsetenv("NICLAB_PARENT");                                         // for processes that this one starts
    return true;
}

}  // namespace

/// `earlier_cpu_s`: CPU time of this process before the command, if that is not its first one.
int main(int argc, char** argv, double earlier_cpu_s = 0) {
    const bool one_of_many = end_with_parent();
    CLI::App app(kTitle, "niclab");
    app.formatter(std::make_shared<FoldedHelp>());
    app.set_version_flag("--version", "niclab " + lab::version());
    app.require_subcommand(1);
    Arguments arguments;
    arguments.run.command.assign(argv, argv + argc);
    arguments.run.options.threads = 0;
    arguments.run.options.earlier_cpu_s = earlier_cpu_s;
    arguments.run.one_of_many = one_of_many;
    const std::vector<Command> commands = add_commands(app, arguments, command_name(argc, argv));
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
