#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "check/waveform_check.h"
#include "commands.h"
#include "core/input_file.h"
#include "core/printable.h"
#include "progress_line.h"

namespace niclab::cli {

namespace {

/// An FST begins with its header block: type 0, 329 octets long.
bool is_fst(const std::string& path) {
    constexpr char kBegin[] = {0, 0, 0, 0, 0, 0, 0, 1, 73};
    char begin[sizeof kBegin] = {};
    std::ifstream(path, std::ios::binary).read(begin, sizeof begin);
    return std::equal(std::begin(begin), std::end(begin), std::begin(kBegin));
}

void refuse_other_files(const std::string& path) {
    if (const auto why = core::unreadable(path, UINT64_MAX))
        throw core::ConfigError(path + ": " + why->found + ", " + why->wanted);
    if (is_fst(path)) throw core::ConfigError(path + ": an FST found, a VCD wanted: GTKWave's fst2vcd makes one of it");
}

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
    refuse_other_files(a.file);
    check::WaveformCheck check(a.file, a.map);
    stop_on_interrupt();
    ProgressLine progress(false);
    check.run([&progress](double fraction) {
        progress.show(fraction, "reading");
        return !interrupted();
    });
    progress.clear();
    tell_buses(check, a.file);
    tell_violations(check.report(), a.file);
    return interrupted() ? kInterrupted : check.report().total() == 0 ? kDone : kCheckFailed;
}

}  // namespace niclab::cli
