#include <cstdio>

#include "child.h"
#include "commands.h"
#include "core/output_file.h"
#include "lab/results/brief.h"
#include "lab/results/folded.h"
#include "lab/results/timeline.h"
#include "lab/run/traffic_run.h"
#include "older_files.h"
#include "print_result.h"
#include "progress_line.h"
#include "report.h"
#include "what_if.h"

namespace niclab::cli {

namespace {

/// Of a waveform with a window that an event chooses; else nothing.
std::string window_in_words(const RunArguments& a, const lab::RunOptions& waves, const std::string& event) {
    if (!a.window.any()) return "";
    if (waves.vcd.empty()) return "Waveform " + a.options.vcd + ": not written, because the run has no warning.";
    return "Waveform " + waves.vcd + ": the window of " + event + ".";
}

}  // namespace

int run_traffic(const RunArguments& a, const NamedSubject& subject) {
    const lab::Traffic traffic = lab::read_traffic(subject.name, subject.overrides, subject.files);
    refuse_options(a, traffic.has_cycle_hosts() ? "these hosts and cards" : "run.level = \"coarse\"",
                   "flows.csv, hosts.csv, tcp.csv and cards.csv",
                   {traffic.has_cycle_hosts(), traffic.has_frame_paths()});
    check_what_if(a);
    core::refuse_folder("--vcd", a.options.vcd);
    core::refuse_folder("--timeline", a.timeline);
    std::vector<std::string> hosts;
    for (const lab::TrafficHost& h : traffic.hosts) hosts.push_back(h.name);
    const std::string out = a.out.empty() ? lab::results_folder(traffic.common) : a.out;
    core::refuse_folder("--pcap", a.options.pcap);
    check_report(a.report, out);
    core::make_folder(out);
    const OlderFiles older(out, !a.report.empty());
    stop_on_interrupt();
    ProgressLine progress(a.quiet);
    lab::RunOptions options = a.options;
    options.pcap_host = capture_host(a, "ip", hosts);
    options.interrupted = interrupt_flag();
    const std::string window_event = set_window(a.window, traffic, options);
    options.progress = [&progress](double fraction, const std::string& what) { progress.show(fraction, what); };
    lab::TrafficResults results = lab::run_traffic(traffic, options);
    add_origin(results.provenance, a, subject.name, subject.overrides);
    progress.clear();
    std::string text = lab::traffic_summary(results);
    std::vector<std::string> gains;
    if (!interrupted()) gains = what_if(a, results.paths.attribution, *results.config, out);
    for (const std::string& sentence : gains) text += lab::folded(sentence, 0);
    if (!a.timeline.empty()) core::write_file(a.timeline, lab::timeline_json(results.paths.attribution, {}));
    lab::write_traffic_results(results, out, text);
    older.remove();
    const std::string waveform = window_in_words(a, options, window_event);
    const auto brief = [&] {
        lab::Brief b = lab::brief(results);
        b.answer.insert(b.answer.begin(), gains.begin(), gains.end());
        if (!waveform.empty()) b.warnings.push_back(waveform);
        return b;
    };
    print_result(a, brief, waveform.empty() ? text : text + waveform + "\n", out);
    if (!a.report.empty()) write_report(out, a.report);
    if (interrupted()) return kInterrupted;
    return results.checks_held() && results.notes.empty() ? kDone : kCheckFailed;
}

}  // namespace niclab::cli
