#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <vector>

#include "allocation_rows.h"
#include "base/count_of.h"
#include "commands.h"
#include "core/output_file.h"
#include "driver_build.h"
#include "driver_trial.h"
#include "ethernet_trial.h"
#include "load_trial.h"
#include "progress_line.h"
#include "recording.h"
#include "result_folder.h"
#include "runtime/crash.h"
#include "runtime/parameters.h"
#include "terminal.h"

namespace niclab::cli {

namespace {

constexpr char kSummary[] = "summary.txt", kClientLog[] = "client.log", kServerLog[] = "server.log";

/// A driver runs in this process: if a crash of it cannot be caught, only one sentence can be
/// printed.
char g_module[128], g_folder[128];  // To be removed at the exit.

void on_crash() {
    unlink(g_module);
    rmdir(g_folder);
    constexpr char kText[] = "niclab: the driver has crashed: it used memory it does not have\n";
    [[maybe_unused]] const auto n = write(STDERR_FILENO, kText, sizeof kText - 1);
    _exit(kCheckFailed);
}

/// The step under way when the user ended the trial.
bool was_ended(const linux_kernel::Trial::Step& step) {
    return interrupted() && !step.passed && step.result.rfind("interrupted", 0) == 0;
}

std::string steps_of(std::size_t n) { return base::count_of(n, "step"); }
std::string were(std::size_t n) { return steps_of(n) + (n == 1 ? " was" : " were"); }

/// "The driver passed all 12 steps.", or which failed, and which were not reached.
std::string verdict(const linux_kernel::Trial& trial) {
    std::string failed;
    std::size_t count = 0;
    for (const auto& step : trial.steps())
        if (!step.passed && !was_ended(step)) failed += (count++ == 0 ? "" : ", ") + step.name;
    const auto ended = std::count_if(trial.steps().begin(), trial.steps().end(), was_ended);
    const std::string all = steps_of(trial.steps().size() - std::size_t(ended));
    std::string others;
    if (!trial.not_reached().empty())
        others =
            fmt::format(" {} not reached: {}.", were(trial.not_reached().size()), fmt::join(trial.not_reached(), ", "));
    if (trial.left_out() > 0) others += " " + were(trial.left_out()) + " not selected.";
    if (count > 0) return fmt::format("The driver failed in {} of {}: {}.{}\n", count, all, failed, others);
    const bool passed = trial.passed() && !interrupted();
    return (passed ? "The driver passed all " : "The trial ended early, after ") + all + "." + others + "\n";
}

/// How many allocations --fail-nth can let fail, or with --fail-nth list the line of each.
std::string allocations_of(const linux_kernel::Trial& trial, bool listed) {
    linux_kernel::Machine& client = *trial.pair().machines()[0];
    if (client.allocations() == 0 || !client.failed_at().empty()) return "";
    std::string text = fmt::format("Allocations, mappings and requests of the client's driver: --fail-nth 1 to {}\n",
                                   client.allocations());
    if (!listed) return text;
    for (const linux_kernel::AllocationRow& row : linux_kernel::allocation_rows(client.allocation_lines()))
        text += fmt::format("  {:<20}{:<24}{}\n", row.numbers, row.place.line,
                            row.place.function.empty() ? "" : row.place.function + "()");
    return text + "\n";
}

std::string report(const linux_kernel::Trial& trial, const linux_kernel::DriverBuild& build, const DriverArguments& a) {
    std::string text = verdict(trial) + "\n";
    for (const auto& step : trial.steps()) {
        const char* word = step.passed ? "ok      " : was_ended(step) ? "ended   " : "FAILED  ";
        text += word + step.name + ": " + step.result + "\n";
    }
    if (!trial.known_faults().empty())
        text += "known   faults of the unmodified driver: " + trial.known_faults() + "\n";
    return text + "\n" + allocations_of(trial, a.list_allocations) + "niclab " + lab::version() + "  driver " +
           build.source() + "  kernel " + build.kernel() + "  seed " + std::to_string(a.seed) + "\n";
}

std::string log_of(const linux_kernel::Machine& machine) {
    std::string text;
    char time[32];
    for (const linux_kernel::LogLine& line : machine.log()) {
        std::snprintf(time, sizeof time, "[%12.3f us] ", line.time_us);
        text += time + line.text + "\n";
    }
    return text;
}

std::unique_ptr<linux_kernel::Trial> atm_trial(const DriverArguments& a, const std::string& module) {
    linux_kernel::DriverTrial::Config config;
    config.bench.module = module;
    config.bench.parameters = a.module_parameters;
    config.bench.jiffy_us = 40;  // The driver's actions of each second take place every 10 ms.
    config.bench.assignments = a.assignments;
    config.bench.debug = !a.no_debug;
    config.bench.cpus = a.cpus, config.bench.seed = a.seed;
    config.bench.fail_nth = a.fail_nth;
    config.bench.interrupted = interrupt_flag();
    if (a.load_only) return std::make_unique<linux_kernel::LoadTrial<linux_kernel::TwoMachines>>(config.bench, "PCI");
    if (a.packets > 0) config.packets = a.packets;
    config.seed = a.seed;
    return std::make_unique<linux_kernel::DriverTrial>(config);
}

std::unique_ptr<linux_kernel::Trial> ethernet_trial(const linux_kernel::EthernetKind& kind, const DriverArguments& a,
                                                    const std::string& module) {
    linux_kernel::EthernetTrial::Config config;
    config.kind = kind;
    config.bench.module = module;
    config.bench.parameters = a.module_parameters;
    if (a.mbps > 0) config.bench.mbps = a.mbps;
    config.bench.seed = a.seed, config.bench.cpus = a.cpus;
    config.bench.debug = !a.no_debug;
    config.bench.signal_level = a.signal_level;
    config.bench.fail_nth = a.fail_nth;
    config.bench.interrupted = interrupt_flag();
    if (a.frames > 0) config.frames = a.frames;
    config.seed = a.seed;
    using Load = linux_kernel::LoadTrial<linux_kernel::TwoStations>;
    if (a.load_only) {
        config.kind.parameters.clear();  // They are those of the card's own driver.
        return std::make_unique<Load>(linux_kernel::EthernetTrial::bench_of(config), "the bus");
    }
    return std::make_unique<linux_kernel::EthernetTrial>(config);
}

/// A card for the trial of a driver: the name of the driver, and the kind of trial.
struct Tried {
    std::string card, module;
    bool ethernet = false, fast = false;  ///< fast: of 100 Mb/s, too.
    std::function<std::unique_ptr<linux_kernel::Trial>(const DriverArguments&, const std::string& module)> make;
};

std::vector<Tried> all_tried() {
    std::vector<Tried> all = {{"idt77901", "nicstar", false, false, atm_trial}};
    for (const auto* kind :
         {&linux_kernel::rtl8029(), &linux_kernel::am79c970a(), &linux_kernel::card_3c595(),
          &linux_kernel::card_3c597(), &linux_kernel::card_3c905(), &linux_kernel::card_3c905b(),
          &linux_kernel::card_3c905c(), &linux_kernel::ne2000(), &linux_kernel::wd8013(), &linux_kernel::at_lantic(),
          &linux_kernel::at_lantic_shared(), &linux_kernel::card_3c509(), &linux_kernel::card_3c579(),
          &linux_kernel::at1500(), &linux_kernel::card_82540em(), &linux_kernel::card_82574l()})
        all.push_back(
            {kind->card, kind->module, true, kind->fast,
             [kind](const DriverArguments& a, const std::string& module) { return ethernet_trial(*kind, a, module); }});
    return all;
}

Tried tried(const DriverArguments& a) {
    const std::vector<Tried> all = all_tried();
    const auto found = std::find_if(all.begin(), all.end(), [&a](const Tried& t) { return t.card == a.card; });
    if (found == all.end()) {
        std::vector<std::string> known;
        std::transform(all.begin(), all.end(), std::back_inserter(known), [](const Tried& t) { return t.card; });
        throw core::ConfigError("--card " + a.card + ": " + core::unknown_name("card", a.card, known));
    }
    const bool ethernet = found->ethernet;
    if (ethernet && a.packets > 0)
        throw core::ConfigError("--packets: not with --card " + a.card + "; expected --frames");
    if (!ethernet && a.frames > 0)
        throw core::ConfigError("--frames: not with --card " + a.card + "; expected --packets");
    if (ethernet && !a.assignments.empty())
        throw core::ConfigError("--set " + a.assignments.front() + ": --card " + a.card +
                                " has no keys; expected no --set");
    if (a.mbps > 0 && a.mbps != 10 && a.mbps != 100)
        throw core::ConfigError("--mbps " + std::to_string(a.mbps) + ": out of range; expected 10 or 100");
    if (a.mbps > 0 && !found->fast)
        throw core::ConfigError("--mbps: " + a.card +
                                " has one rate; expected --card 3c595, 3c597, 3c905, 3c905b or 3c905c");
    return *found;
}

/// Whatever ends the program, its temporary folder is removed. A reader of the output may end, too.
void stop_on_end() {
    stop_on_interrupt();
    std::signal(SIGPIPE, SIG_IGN);
}

/// False: interrupted, which may have ended the compiler, too.
bool is_compiled(linux_kernel::DriverBuild& build, const DriverArguments& a, ResultFolder& results) {
    try {
        build.check_parameters(a.module_parameters);
        results.create();
        build.compile(a.cpus > 1 || !a.no_debug);
    } catch (const core::ConfigError&) {
        if (!interrupted()) throw;
    }
    return !interrupted();
}

void follow(linux_kernel::Recording& recording, const linux_kernel::Trial& trial) {
    if (const auto* ethernet = dynamic_cast<const linux_kernel::EthernetTrial*>(&trial))
        return recording.follow(ethernet->bench());
    recording.follow(trial.pair());
}

}  // namespace

std::vector<std::string> driver_results() {
    std::vector<std::string> names = linux_kernel::Recording::file_names();
    names.insert(names.end(), {kSummary, kClientLog, kServerLog});
    return names;
}

int driver(const DriverArguments& a) {
    const Tried how = tried(a);
    linux_kernel::Parameters::check_form(a.module_parameters);
    if (!a.versions.empty()) return compare_drivers(a);
    lab::prepare_simulation();
    stop_on_end();
    const std::string out = a.out.empty() ? "results/driver/" + a.card : a.out;
    ResultFolder results(out, driver_results());
    linux_kernel::DriverBuild build(how.module, a.source, a.kernel);
    linux_kernel::Recording recording(out);  // Outlives the trial.
    const auto trial = how.make(a, build.module());
    trial->choose(a.steps);
    if (!is_compiled(build, a, results)) {
        std::fputs("niclab driver: interrupted while the driver was compiled; there was no trial\n", stderr);
        return kInterrupted;
    }
    linux_kernel::Parameters::check(build.module(), a.module_parameters);
    std::snprintf(g_module, sizeof g_module, "%s", build.module().c_str());
    std::snprintf(g_folder, sizeof g_folder, "%s", std::filesystem::path(build.module()).parent_path().c_str());
    linux_kernel::catch_crashes(on_crash);
    ProgressLine progress(false);
    if (a.record) follow(recording, *trial);
    trial->run([&](double fraction, const std::string& what) {
        if (a.record) recording.begin_step(what);
        progress.show(fraction, what);
        return !interrupted();
    });
    if (a.record) recording.finish(*trial);
    progress.clear();
    std::string text = report(*trial, build, a);
    if (a.load_only) text += "\nKernel messages of the client:\n\n" + log_of(*trial->pair().machines()[0]);
    core::write_file(out + "/" + kSummary, text);
    core::write_file(out + "/" + kClientLog, log_of(*trial->pair().machines()[0]));
    core::write_file(out + "/" + kServerLog, log_of(*trial->pair().machines()[1]));
    results.keep();
    constexpr std::size_t kIndent = 8;  // where the text after "FAILED" begins
    print_folded(text, kIndent);
    std::printf("%s\n", out.c_str());
    return interrupted() ? kInterrupted : trial->passed() ? kDone : kCheckFailed;
}

}  // namespace niclab::cli
