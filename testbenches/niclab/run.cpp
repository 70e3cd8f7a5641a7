#include <cstdio>

#include "child.h"
#include "commands.h"
#include "core/output_file.h"
#include "lab/experiment/catalog.h"
#include "lab/results/brief.h"
#include "lab/results/folded.h"
#include "lab/results/timeline.h"
#include "lab/watch/capture.h"
#include "older_files.h"
#include "print_result.h"
#include "program_id.h"
#include "progress_line.h"
#include "report.h"
#include "waveform_size.h"
#include "what_if.h"

namespace niclab::cli {

namespace {

/// Rejects outputs that could not be written at the end, before anything is simulated.
void check_outputs(const RunArguments& a, const std::string& out) {
    core::refuse_folder("--vcd", a.options.vcd);
    core::refuse_folder("--pcap", a.options.pcap);
    core::refuse_folder("--timeline", a.timeline);
    check_report(a.report, out);
    check_what_if(a);
    lab::check_capture(a.options);
    core::make_folder(out);
    for (const char* file : {"/results.json", "/pdus.csv", "/pci.csv", "/summary.txt"})
        core::refuse_folder("--out", out + file);
}

}  // namespace

int run(const RunArguments& a) {
    const NamedSubject named = named_subject(a);
    if (named.level == lab::Level::Coarse) return run_traffic(a, named);
    if (named.level == lab::Level::Segment) return run_segment(a, named);
    const Subject subject = read_subject(a.experiment, a.overrides);
    const lab::Experiment& experiment = subject.experiment;
    const std::string out = a.out.empty() ? lab::results_folder(experiment) : a.out;
    if (subject.made_by && !(*subject.made_by == own_id()))
        std::fprintf(stderr, "%s: results of another niclab; numbers may differ\n", a.experiment.c_str());
    check_outputs(a, out);
    const OlderFiles older(out, !a.report.empty());
    stop_on_interrupt();
    ProgressLine progress(a.quiet);
    lab::RunOptions options = a.options;
    options.check = options.check && subject.check;
    options.interrupted = interrupt_flag();
    if (!a.quiet)
        options.warn = [&progress](const std::string& sentence) {
            progress.clear();
            std::fprintf(stderr, "%s\n", sentence.c_str());
        };
    const std::string window_event = set_window(a.window, experiment, options);
    WaveformWatch waveform_watch(options, options.warn);
    options.progress = [&](double fraction, const std::string& what) {
        progress.show(fraction, what);
        waveform_watch.look(fraction);
    };
    options.pci_csv = out + "/pci.csv";
    options.pcie_csv = out + "/pcie.csv";
    options.occupancy = !a.report.empty() || !a.timeline.empty();
    if (!a.report.empty()) options.first_packet = out + "/first_packet.vcd";
    lab::Results results = lab::run(experiment, options);
    add_origin(results.provenance, a, subject.name, subject.overrides);
    progress.clear();
    std::string text = lab::summary(results);
    std::vector<std::string> gains;
    if (!interrupted()) gains = what_if(a, results.attribution, *results.config, out);
    for (const std::string& sentence : gains) text += lab::folded(sentence, 0);
    const std::string waveform = a.options.vcd.empty() || !options.vcd.empty()
                                     ? waveform_in_words(options, results, window_event)
                                     : "Waveform " + a.options.vcd + ": not written, because the run has no warning.";
    if (!a.timeline.empty()) core::write_file(a.timeline, lab::timeline_json(results.attribution, results.occupancy));
    lab::write_results(results, out, text);
    older.remove();
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
