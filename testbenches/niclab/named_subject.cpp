#include <filesystem>

#include "child.h"
#include "commands.h"
#include "lab/experiment/layers.h"
#include "program_id.h"

namespace niclab::cli {

NamedSubject named_subject(const std::string& name, const lab::Overrides& overrides) {
    NamedSubject s;
    if (!lab::is_results(name)) {
        s.name = lab::experiment_path(name), s.overrides = overrides;
        s.level = lab::level_of(s.name, overrides, s.files);
        return s;
    }
    lab::Again again = lab::read_again(name);
    s.name = again.experiment, s.files = std::move(again.files);
    s.overrides = lab::repeated(again.overrides, overrides);
    s.check = again.check, s.made_by = again.program_id;
    s.level = lab::level_of(s.name, s.overrides, s.files);
    return s;
}

NamedSubject named_subject(const RunArguments& a) {
    NamedSubject s = named_subject(a.experiment, a.overrides);
    if (a.level.empty()) return s;
    if (s.level == lab::Level::Coarse)
        s.overrides.assignments.push_back("run.level=" + a.level);
    else if (a.level != lab::to_string(s.level))
        throw core::ConfigError("--level " + a.level + ": " + a.experiment +
                                " has no hosts with a TCP; expected an experiment of hosts with a TCP");
    return s;
}

void refuse_options(const RunArguments& a, const std::string& found, const std::string& tells,
                    const Observable& observable) {
    const auto refuse = [&](const char* option, bool given, const char* what) {
        if (given)
            throw core::ConfigError(std::string(option) + ": no " + what + " with " + found +
                                    "; expected --report, --pcap or " + tells);
    };
    if (a.options.threads > 1)
        throw core::ConfigError("--threads " + std::to_string(a.options.threads) + ": one process with " + found +
                                "; expected 1");
    const char *signals = "signals to record", *paths = "path of a packet to or from a card at its signals";
    refuse("--vcd", !observable.signals && !a.options.vcd.empty(), signals);
    refuse("--vcd-trigger", !observable.signals && !a.options.vcd_trigger.empty(), signals);
    refuse("--vcd-around-warning", !observable.signals && a.window.around_warning, signals);
    refuse("--vcd-from-packet", !observable.packets && a.window.from_packet.has_value(), paths);
    refuse("--timeline", !observable.timeline && !a.timeline.empty(), paths);
    refuse("--attribution", !observable.paths && a.options.all_paths, paths);
    refuse("--what-if", !observable.paths && !a.what_if.empty(), paths);
}

std::string capture_host(const RunArguments& a, const std::string& kind, const std::vector<std::string>& hosts) {
    const std::string& taps = a.options.pcap_taps;
    if (a.options.pcap_split)
        throw core::ConfigError("--pcap-split: one tap in a capture of '" + kind + "'; expected --pcap alone");
    if (taps == lab::RunOptions{}.pcap_taps || taps == kind) return "";
    std::string names;
    for (const std::string& host : hosts) {
        if (taps == kind + ":" + host) return host;
        names += (names.empty() ? "" : ", ") + kind + ":" + host;
    }
    throw core::ConfigError("--pcap-taps " + taps + ": unknown tap; expected one of " + names);
}

void add_origin(lab::Provenance& p, const RunArguments& a, const std::string& name, const lab::Overrides& overrides) {
    p.command = a.command;
    p.program = own_path();
    p.program_id = own_id();
    p.folder = std::filesystem::current_path().string();
    p.experiment = name;
    p.overrides = overrides;
}

}  // namespace niclab::cli
