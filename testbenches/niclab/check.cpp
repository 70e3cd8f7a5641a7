#include <cstdio>
#include <filesystem>
#include <memory>

#include "annotated.h"
#include "check/waveform_check.h"
#include "commands.h"
#include "core/output_file.h"
#include "core/printable.h"
#include "progress_line.h"

namespace niclab::cli {

namespace {

/// Names are the file's: they may hold anything.
std::string shown(const std::string& name) { return core::printable(name); }

/// What was checked, and from when on.
void tell_buses(const check::WaveformCheck& check, const std::string& file) {
    bool judged = false;
    for (const auto& bus : check.buses()) {
        judged |= bus->synchronised();
        if (bus->synchronised())
            std::printf("%s: %llu transactions or cells, judged from %.3f us on\n", shown(bus->name()).c_str(),
                        static_cast<unsigned long long>(bus->checked()), double(bus->judged_from()) * 1e-9);
        else
            std::printf("%s: not judged, the file does not show %s\n", shown(bus->name()).c_str(), bus->awaited());
    }
    for (const std::string& scope : check.not_judged())
        std::printf("%s: not judged, its rules are held in the run that has its pins\n", shown(scope).c_str());
    if (!judged && !interrupted())
        throw core::ConfigError(file + ": no bus that could be judged found, a longer piece of the waveform wanted");
}

void tell_violations(const check::Report& report, const std::string& file) {
    for (const check::Violation& v : report.violations())
        std::printf("%s:%.3f ns: %s: %s; seen: %s: %s\n", file.c_str(), double(v.at) * 1e-6, v.rule->id,
                    v.rule->sentence, shown(v.where).c_str(), shown(v.seen).c_str());
    for (const check::Report::Count& c : report.counts())
        std::printf("%s: %llu times\n", c.rule->id, static_cast<unsigned long long>(c.times));
    std::printf("%llu violations%s\n", static_cast<unsigned long long>(report.total()),
                interrupted() ? ", interrupted before the end of the file" : "");
}

}  // namespace

int check_waveform(const CheckArguments& a) {
    core::refuse_folder("--annotate", a.annotate);
    std::error_code none;
    if (!a.annotate.empty() && std::filesystem::equivalent(a.file, a.annotate, none))
        throw core::ConfigError("--annotate: '" + a.annotate + "' found, another file than the one read wanted");
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
    tell_buses(check, a.file);
    tell_violations(check.report(), a.file);
    return interrupted() ? kInterrupted : check.report().total() == 0 ? kDone : kCheckFailed;
}

}  // namespace niclab::cli
