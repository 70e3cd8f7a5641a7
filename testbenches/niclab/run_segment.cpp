#include <cstdio>

#include "child.h"
#include "commands.h"
#include "core/output_file.h"
#include "lab/run/segment_run.h"
#include "older_files.h"
#include "print_result.h"
#include "progress_line.h"
#include "report.h"

namespace niclab::cli {

int run_segment(const RunArguments& a, const NamedSubject& subject) {
    const lab::SegmentExperiment segment = lab::read_segment(subject.name, subject.overrides, subject.files);
    refuse_options(a, "run.level = \"segment\"", "frames.csv, stations.csv and cable.csv");
    std::vector<std::string> hosts;
    for (const lab::SegmentHost& h : segment.hosts) hosts.push_back(h.name);
    const std::string out = a.out.empty() ? lab::results_folder(segment.common) : a.out;
    core::refuse_folder("--pcap", a.options.pcap);
    check_report(a.report, out);
    core::make_folder(out);
    const OlderFiles older(out, !a.report.empty());
    stop_on_interrupt();
    ProgressLine progress(a.quiet);
    lab::RunOptions options = a.options;
    options.pcap_host = capture_host(a, "frames", hosts);
    options.interrupted = interrupt_flag();
    options.progress = [&progress](double fraction, const std::string& what) { progress.show(fraction, what); };
    lab::SegmentResults results = lab::run_segment(segment, options);
    add_origin(results.provenance, a, subject.name, subject.overrides);
    progress.clear();
    const std::string text = lab::segment_summary(results);
    lab::write_segment_results(results, out, text);
    older.remove();
    print_result(
        a, [&] { return lab::brief(results); }, text, out);
    if (!a.report.empty()) write_report(out, a.report);
    if (interrupted()) return kInterrupted;
    return results.checks_held() && results.notes.empty() ? kDone : kCheckFailed;
}

}  // namespace niclab::cli
