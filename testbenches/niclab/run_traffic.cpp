#include <cstdio>
#include <filesystem>

#include "child.h"
#include "commands.h"
#include "core/output_file.h"
#include "lab/run/traffic_run.h"
#include "progress_line.h"
#include "report.h"

namespace niclab::cli {

namespace {

void refuse_options(const RunArguments& a, const lab::Traffic& traffic) {
    const std::pair<const char*, bool> given[] = {
        {"--vcd", !a.options.vcd.empty()}, {"--timeline", !a.timeline.empty()}, {"--what-if", !a.what_if.empty()}};
    for (const auto& [option, there] : given)
        if (there)
            throw core::ConfigError(std::string(option) +
                                    (traffic.has_cycle_hosts()
                                         ? ": found with hosts that have a TCP, of which no waveforms nor stages are "
                                           "written; --report, --pcap and cards.csv tell what happens"
                                         : ": found with run.level = \"coarse\", which has no waveforms nor stages; "
                                           "--report, --pcap, flows.csv, hosts.csv and tcp.csv tell what happens"));
}

/// --pcap-taps: as it is by default, or "ip:HOST".
std::string capture_host(const RunArguments& a, const lab::Traffic& traffic) {
    const std::string& taps = a.options.pcap_taps;
    if (taps == lab::RunOptions{}.pcap_taps || taps == "ip") return "";
    std::string names;
    for (const lab::TrafficHost& h : traffic.hosts) {
        if (taps == "ip:" + h.name) return h.name;
        names += (names.empty() ? "ip:" : ", ip:") + h.name;
    }
    throw core::ConfigError("--pcap-taps: '" + taps + "' found, one of " + names + " wanted");
}

}  // namespace

TrafficSubject read_traffic_subject(const std::string& name, const lab::Overrides& overrides) {
    TrafficSubject s;
    if (!lab::is_results(name)) {
        s.name = lab::experiment_path(name), s.overrides = overrides;
        s.traffic = lab::is_traffic(s.name, overrides);
        return s;
    }
    lab::Again again = lab::read_again(name);
    s.name = again.experiment, s.overrides = again.overrides, s.files = std::move(again.files);
    for (const std::string& more : overrides.assignments) s.overrides.assignments.push_back(more);
    if (overrides.seed >= 0) s.overrides.seed = overrides.seed;
    if (overrides.runs >= 0) s.overrides.runs = overrides.runs;
    s.traffic = lab::is_traffic(s.name, s.overrides, s.files);
    return s;
}

TrafficSubject read_traffic_subject(const RunArguments& a) {
    TrafficSubject s = read_traffic_subject(a.experiment, a.overrides);
    if (!a.level.empty() && s.traffic) s.overrides.assignments.push_back("run.level=" + a.level);
    if (a.level == "coarse" && !s.traffic)
        throw core::ConfigError("--level: 'coarse' found, but " + a.experiment +
                                " has no hosts with a TCP: an experiment that says run.level wanted");
    return s;
}

int run_traffic(const RunArguments& a, const TrafficSubject& subject) {
    const lab::Traffic traffic = lab::read_traffic(subject.name, subject.overrides, subject.files);
    refuse_options(a, traffic);
    const std::string out = a.out.empty() ? lab::results_folder(traffic.common) : a.out;
    core::refuse_folder("--pcap", a.options.pcap);
    check_report(a.report, out);
    core::make_folder(out);
    stop_on_interrupt();
    ProgressLine progress(a.quiet);
    lab::TrafficOptions options;
    options.pcap = a.options.pcap, options.pcap_host = capture_host(a, traffic);
    options.interrupted = interrupt_flag();
    options.progress = [&progress](double fraction, const std::string& what) { progress.show(fraction, what); };
    lab::TrafficResults results = lab::run_traffic(traffic, options);
    lab::Provenance& p = results.provenance;
    p.command = a.command, p.program = own_path(), p.program_sha256 = own_sha256();
    p.folder = std::filesystem::current_path().string(), p.experiment = subject.name, p.overrides = subject.overrides;
    progress.clear();
    const std::string text = lab::traffic_summary(results);
    lab::write_traffic_results(results, out, text);
    if (!a.quiet) std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
    if (!a.report.empty()) write_report(out, a.report);
    std::printf("%s\n", out.c_str());
    if (interrupted()) return kInterrupted;
    return results.checks_held() && results.notes.empty() ? kDone : kCheckFailed;
}

}  // namespace niclab::cli
