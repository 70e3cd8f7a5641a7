#include <cstdio>

#include "child.h"
#include "commands.h"
#include "core/output_file.h"
#include "lab/run/traffic_run.h"
#include "older_files.h"
#include "print_result.h"
#include "progress_line.h"
#include "report.h"

namespace niclab::cli {

int run_traffic(const RunArguments& a, const NamedSubject& subject) {
    const lab::Traffic traffic = lab::read_traffic(subject.name, subject.overrides, subject.files);
    refuse_options(a, traffic.has_cycle_hosts() ? "hosts that have a TCP" : "run.level = \"coarse\"",
                   "flows.csv, hosts.csv, tcp.csv and cards.csv", traffic.has_cycle_hosts());
    core::refuse_folder("--vcd", a.options.vcd);
    std::vector<std::string> hosts;
    for (const lab::TrafficHost& h : traffic.hosts) hosts.push_back(h.name);
    const std::string out = a.out.empty() ? lab::results_folder(traffic.common) : a.out;
    core::refuse_folder("--pcap", a.options.pcap);
    check_report(a.report, out);
    core::make_folder(out);
    const OlderFiles older(out, !a.report.empty());
    stop_on_interrupt();
    ProgressLine progress(a.quiet);
    lab::TrafficOptions options;
    options.pcap = a.options.pcap, options.pcap_picoseconds = a.options.pcap_picoseconds;
    options.pcap_host = capture_host(a, "ip", hosts);
    options.waves.vcd = a.options.vcd, options.waves.vcd_signals = a.options.vcd_signals;
    options.waves.vcd_from_us = a.options.vcd_from_us, options.waves.vcd_to_us = a.options.vcd_to_us;
    options.interrupted = interrupt_flag();
    options.progress = [&progress](double fraction, const std::string& what) { progress.show(fraction, what); };
    lab::TrafficResults results = lab::run_traffic(traffic, options);
    add_origin(results.provenance, a, subject.name, subject.overrides);
    progress.clear();
    const std::string text = lab::traffic_summary(results);
    lab::write_traffic_results(results, out, text);
    older.remove();
    print_result(
        a, [&] { return lab::brief(results); }, text, out);
    if (!a.report.empty()) write_report(out, a.report);
    if (interrupted()) return kInterrupted;
    return results.checks_held() && results.notes.empty() ? kDone : kCheckFailed;
}

}  // namespace niclab::cli
