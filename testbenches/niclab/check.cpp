#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "annotated.h"
#include "base/count_of.h"
#include "check/waveform_check.h"
#include "commands.h"
#include "core/output_file.h"
#include "core/printable.h"
#include "progress_line.h"

namespace niclab::cli {

namespace {

/// Names are from the file: they may contain anything.
std::string shown(const std::string& name) { return core::printable(name); }

/// The origin of each bus, if that is not one variable per signal.
void report_assembled(const check::WaveformBus& bus) {
    if (bus.assembled().empty()) return;
    std::string text;
    for (const std::string& signal : bus.assembled()) text += (text.empty() ? "" : "; ") + shown(signal);
    std::printf("%s: %s\n", shown(bus.name()).c_str(), text.c_str());
}

bool is_judged(const check::WaveformCheck& check) {
    const auto& buses = check.buses();
    return std::any_of(buses.begin(), buses.end(), [](const auto& bus) { return bus->synchronised(); });
}

/// The checked buses, and the begin of the checks.
void tell_buses(const check::WaveformCheck& check) {
    for (const auto& bus : check.buses()) {
        if (bus->synchronised())
            std::printf("%s: %llu transactions or cells, judged from %.3f us on\n", shown(bus->name()).c_str(),
                        static_cast<unsigned long long>(bus->checked()), double(bus->judged_from()) * 1e-9);
        else
            std::printf("%s: not judged, the file does not show %s\n", shown(bus->name()).c_str(), bus->awaited());
        report_assembled(*bus);
    }
    for (const std::string& scope : check.not_judged())
        std::printf("%s: not judged, its rules are held in the run that has its pins\n", shown(scope).c_str());
    if (const std::string lost = check.lost(); !lost.empty() && is_judged(check) && !interrupted())
        std::printf("caution: %s\n", lost.c_str());
}

/// Throws core::ConfigError.
void refuse_unjudged(const check::WaveformCheck& check, const std::string& file) {
    if (is_judged(check) || interrupted()) return;
    std::string lost = check.lost();
    if (lost.empty() && check.two_valued())
        lost = "it has no z and no x: what no device drives cannot be told from what one drives";
    throw core::ConfigError(file + ": no bus to judge" + (lost.empty() ? "" : ", " + lost) +
                            "; expected a longer waveform, or one with more signals");
}

void print_verdict(const check::Report& report) {
    std::printf("%s%s\n", base::count_of(report.total(), "violation").c_str(),
                interrupted() ? ", interrupted before the end of the file" : "");
}

void tell_violations(const check::Report& report, const std::string& file) {
    for (const check::Violation& v : report.violations())
        std::printf("%s:%.3f ns: %s: %s; seen: %s: %s\n", file.c_str(), double(v.at) * 1e-6, v.rule->id,
                    v.rule->sentence, shown(v.where).c_str(), shown(v.seen).c_str());
    for (const check::Report::Count& c : report.counts())
        std::printf("%s: %llu times\n", c.rule->id, static_cast<unsigned long long>(c.times));
}

}  // namespace

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

int check_waveform(const CheckArguments& a) {
    core::refuse_folder("--annotate", a.annotate);
    std::error_code none;
    if (!a.annotate.empty() && std::filesystem::equivalent(a.file, a.annotate, none))
        throw core::ConfigError("--annotate " + a.annotate + ": the file to read; expected another file");
    check::WaveformCheck check(a.file, a.map);
    std::unique_ptr<AnnotatedCopy> copy;
    std::unique_ptr<SingleWires> wires;
    if (!a.annotate.empty()) copy = std::make_unique<AnnotatedCopy>(a.annotate, check);
    if (!a.sigrok.empty()) wires = std::make_unique<SingleWires>(a.sigrok, check);
    stop_on_interrupt();
    ProgressLine progress(false);
    const auto go_on = [&progress](double fraction) {
        progress.show(fraction, "reading");
        return !interrupted();
    };
    check.run(go_on, [&](const check::WaveReader& wave) {
        if (copy) copy->look(wave);
        if (wires) wires->look(wave);
    });
    progress.clear();
    if (copy) copy->finish();
    if (wires) wires->finish();
    if (is_judged(check) || interrupted()) print_verdict(check.report());
    tell_buses(check);
    refuse_unjudged(check, a.file);
    tell_violations(check.report(), a.file);
    return interrupted() ? kInterrupted : check.report().total() == 0 ? kDone : kCheckFailed;
}

}  // namespace niclab::cli
