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
        s.level = lab::level_of(s.name, overrides);
        return s;
    }
    lab::Again again = lab::read_again(name);
    s.name = again.experiment, s.files = std::move(again.files);
    s.overrides = lab::repeated(again.overrides, overrides);
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
                                " has no hosts with a TCP; expected an experiment with run.level = \"coarse\"");
    return s;
}

void refuse_options(const RunArguments& a, const std::string& found, const std::string& tells, bool has_signals) {
    const std::pair<const char*, bool> given[] = {{"--vcd", !has_signals && !a.options.vcd.empty()},
                                                  {"--vcd-trigger", !a.options.vcd_trigger.empty()},
                                                  {"--vcd-from-packet", a.window.from_packet.has_value()},
                                                  {"--vcd-around-warning", a.window.around_warning},
                                                  {"--timeline", !a.timeline.empty()},
                                                  {"--what-if", !a.what_if.empty()}};
    for (const auto& [option, there] : given)
        if (there)
            throw core::ConfigError(std::string(option) + ": no waveforms and stages with " + found +
                                    "; expected --report, --pcap or " + tells);
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
