#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <optional>

#include "child.h"
#include "commands.h"
#include "core/output_file.h"
#include "lab/experiment/catalog.h"
#include "lab/experiment/known_name.h"
#include "lab/results/brief.h"
#include "lab/results/folded.h"
#include "lab/results/timeline.h"
#include "lab/run/host_runs.h"
#include "lab/watch/capture.h"
#include "older_files.h"
#include "print_result.h"
#include "program_id.h"
#include "progress_line.h"
#include "report.h"
#include "result_folder.h"
#include "waveform_size.h"
#include "what_if.h"
#include "words.h"

namespace niclab::cli {

namespace {

/// A run at any level: its folder, its options, and its end.
class LevelRun {
public:
    /// Rejects outputs that could not be written at the end, before anything is simulated.
    LevelRun(const RunArguments& a, const lab::Experiment& experiment)
        : out(a.out.empty() ? lab::results_folder(experiment) : a.out), options(a.options), progress(a.quiet), a_(a) {
        core::refuse_folder("--vcd", a.options.vcd);
        core::refuse_folder("--pcap", a.options.pcap);
        core::refuse_folder("--timeline", a.timeline);
        check_report(a.report, out);
        check_what_if(a, *experiment.config);
        folder_.create();
        for (const char* file : {"/results.json", "/pdus.csv", "/pci.csv", "/summary.txt"})
            core::refuse_folder("--out", out + file);
        older_.emplace(out, !a.report.empty());
        stop_on_interrupt();
        options.interrupted = interrupt_flag();
        options.progress = [this](double fraction, const std::string& what) { progress.show(fraction, what); };
        if (!a.quiet)
            options.warn = [this](const std::string& sentence) {
                progress.clear();
                std::fprintf(stderr, "%s\n", sentence.c_str());
            };
    }

    /// Warns of a large waveform while it is written, in the first of `parts` of the simulation.
    void watch_waveform(unsigned parts) {
        waveform_watch_.emplace(options, options.warn);
        options.progress = [this, parts](double fraction, const std::string& what) {
            progress.show(fraction, what);
            waveform_watch_->look(fraction * parts);
        };
    }

    /// Writes and prints the results; returns the exit code. `waveform`: a sentence about it, or
    /// nothing.
    template <class Results>
    int end(Results& results, const NamedSubject& subject, const lab::AttributionReport& paths,
            const std::vector<lab::FifoOccupancy>& fifos, const std::string& waveform) {
        add_origin(results.provenance, a_, subject.name, subject.overrides);
        progress.clear();
        std::string text = lab::summary(results);
        std::vector<std::string> gains;
        if (!interrupted()) gains = what_if(a_, paths, *results.config, out);
        for (const std::string& sentence : gains) text += lab::folded(sentence, 0);
        if (!a_.timeline.empty()) core::write_file(a_.timeline, lab::timeline_json(paths, fifos));
        write(results, text);
        folder_.keep();
        older_->remove();
        const auto brief = [&] {
            lab::Brief b = lab::brief(results);
            b.answer.insert(b.answer.begin(), gains.begin(), gains.end());
            if (!waveform.empty()) b.warnings.push_back(waveform);
            return b;
        };
        print_result(a_, brief, waveform.empty() ? text : text + waveform + "\n", out);
        if (!a_.report.empty()) write_report(out, a_.report);
        if (interrupted()) return kInterrupted;
        if (results.checks_held() && results.notes.empty()) return kDone;
        if (a_.quiet)
            for (const std::string& warning : brief().warnings)
                std::fprintf(stderr, "niclab run: %s\n", warning.c_str());
        return kCheckFailed;
    }

    const std::string out;
    lab::RunOptions options;
    ProgressLine progress;

private:
    template <class Results>
    void write(Results& results, const std::string& text) const {
        try {
            lab::write_results(results, out, text);
        } catch (...) {
            older_->remove_newer();
            throw;
        }
    }

    const RunArguments& a_;
    ResultFolder folder_{out, {}};  ///< Without files: older_ has those of an older run.
    std::optional<OlderFiles> older_;
    std::optional<WaveformWatch> waveform_watch_;
};

/// A tool that runs many simulations gives a processor to each.
unsigned threads(const RunArguments& a, const lab::Experiment& experiment) {
    return a.options.threads > 0 ? a.options.threads : a.one_of_many ? 1 : lab::default_threads(experiment);
}

/// Empty without a waveform.
std::string waveform_text(const RunArguments& a, const lab::RunOptions& options, const WaveformContent& content) {
    if (!a.options.vcd.empty() && options.vcd.empty())
        return "Waveform " + a.options.vcd + ": not written, because the run has no warning.";
    return waveform_in_words(options, content);
}

/// Cards and their drivers alone.
int run_cards(const RunArguments& a, const NamedSubject& subject) {
    const lab::Experiment experiment = lab::read_experiment(subject.name, subject.overrides, subject.files);
    if (subject.made_by && !(*subject.made_by == own_id()))
        std::fprintf(stderr, "%s: results of another niclab; numbers may differ\n", a.experiment.c_str());
    lab::check_capture(a.options);
    LevelRun command(a, experiment);
    lab::RunOptions& options = command.options;
    options.threads = threads(a, experiment);
    options.check = options.check && subject.check;
    const std::string window_event = set_window(a.window, experiment, options);
    command.watch_waveform(1);
    options.pci_csv = command.out + "/pci.csv";
    options.bus_tables = command.out;
    options.occupancy = !a.report.empty() || !a.timeline.empty();
    if (!a.report.empty()) options.first_packet = command.out + "/first_packet.vcd";
    if (const std::string why = lab::one_process_reason(experiment, options); a.verbose && !why.empty())
        options.warn(fmt::format("--threads {}: one process, because {}.", options.threads, why));
    lab::Results results = lab::run(experiment, options);
    const std::string waveform =
        waveform_text(a, options, {results.simulated_us, window_event, window_of_packet(results, options.vcd_from_us)});
    return command.end(results, subject, results.attribution, results.occupancy, waveform);
}

/// What the options of the command can be used for.
struct Offer {
    const char *found, *tells;  ///< What it is of, and the options and files that show more of it.
    const char* tap;            ///< Of captures.
    Observable observable;
};

Offer offer_of(const lab::Traffic& traffic) {
    const bool has_paths = traffic.has_cycle_hosts();
    return {has_paths ? "these hosts and cards" : "coarse cards",
            has_paths ? "flows.csv, hosts.csv, tcp.csv and cards.csv"
                      : "flows.csv and hosts.csv, or cards at their signals (host.NAME.level=cycle)",
            "ip",
            {traffic.has_signals(), has_paths, has_paths, has_paths}};
}

Offer offer_of(const lab::SegmentExperiment&) {
    return {"a segment of MACs", "--timeline, attribution.csv and frames.csv", "frames", {true, true, true, true}};
}

/// Hosts with a TCP, or a segment.
template <class Described>
int run_hosts(const RunArguments& a, const NamedSubject& subject, const Described& experiment) {
    const Offer offer = offer_of(experiment);
    refuse_options(a, offer.found, offer.tells, offer.observable);
    const std::string captured = capture_host(a, offer.tap, lab::names_of(experiment.hosts));
    LevelRun command(a, experiment.common);
    command.options.pcap_host = captured;
    command.options.all_paths |= !a.timeline.empty() || !a.what_if.empty();
    const std::string event = set_window(a.window, experiment, command.options);
    command.watch_waveform(experiment.common.confidence.most_runs(experiment.common.runs));
    auto results = lab::run_hosts(experiment, command.options);
    const std::string waveform = waveform_text(a, command.options, {results.observed_us, event});
    return command.end(results, subject, results.paths.attribution, {}, waveform);
}

}  // namespace

CLI::App* add_run(CLI::App& app, RunArguments& a) {
    CLI::App* run = app.add_subcommand("run", "Simulate an experiment and print where the time of a packet goes.");
    add_experiment(*run, a.experiment, a.overrides);
    run->add_option("--level", a.level,
                    "Abstraction level of the cards of hosts with a TCP: coarse is a few linear numbers, cycle is "
                    "every clock.")
        ->check(one_of("level", {"coarse", "cycle"}))
        ->option_text("coarse|cycle");
    run->add_option("--out", a.out, "Folder of the results. Default: results/EXPERIMENT, with the changes of --set.")
        ->type_name("FOLDER");
    CLI::Option* vcd =
        run->add_option("--vcd", a.options.vcd,
                        "Waveform file to write, .vcd or .fst. A whole run has several MB per ms of simulated time.")
            ->type_name("FILE");
    CLI::Option* from =
        run->add_option("--vcd-from", a.options.vcd_from_us, "Start of the waveform, microseconds of simulated time.")
            ->type_name("US")
            ->needs(vcd);
    CLI::Option* to =
        run->add_option("--vcd-to", a.options.vcd_to_us, "End of the waveform, microseconds of simulated time.")
            ->type_name("US")
            ->needs(vcd);
    CLI::Option* trigger =
        run->add_option("--vcd-trigger", a.options.vcd_trigger,
                        "File with a trigger of the logic analyzer that starts and ends the waveform.")
            ->type_name("FILE")
            ->needs(vcd);
    CLI::Option* packet =
        run->add_option(
               "--vcd-from-packet", a.window.from_packet,
               "Start of the waveform: packet N of the first direction, or frame N of the first flow of a segment, "
               "from 0.")
            ->type_name("N")
            ->needs(vcd)
            ->excludes(trigger)
            ->excludes(from)
            ->check(whole(0));
    run->add_flag("--vcd-around-warning", a.window.around_warning,
                  "Record 50 us before and after the first violation of a rule, alarm, lost packet or lost frame.")
        ->needs(vcd)
        ->excludes(trigger)
        ->excludes(from)
        ->excludes(to)
        ->excludes(packet);
    run->add_option("--vcd-signals", a.options.vcd_signals,
                    "Pattern of the signals in the waveform, such as 'client.pci.*'.")
        ->type_name("PATTERN")
        ->needs(vcd);
    CLI::Option* pcap =
        run->add_option("--pcap", a.options.pcap, "Capture file to write, pcapng for Wireshark.")->type_name("FILE");
    run->add_option("--pcap-taps", a.options.pcap_taps,
                    "Taps of the capture: some of cells, pdus, sent_pdus, packets, line_cells and frames, separated "
                    "by commas. Default: cells,pdus,packets.")
        ->type_name("TAPS")
        ->needs(pcap);
    run->add_flag("--pcap-split", a.options.pcap_split,
                  "Write a capture file per tap, NAME.TAP.pcapng, for programs that read one link type.")
        ->needs(pcap);
    run->add_option_function<std::string>(
           "--pcap-time", [&a](const std::string& unit) { a.options.pcap_picoseconds = unit == "ps"; },
           "Unit of the times in the capture. Default: ns, rounded down. Wireshark 4.0 misreads ps.")
        ->needs(pcap)
        ->check(one_of("unit", {"ns", "ps"}))
        ->option_text("ns|ps");
    run->add_option("--timeline", a.timeline,
                    "Timeline to write, the path of each packet for Perfetto (Chrome trace JSON).")
        ->type_name("FILE");
    run->add_option("--report", a.report, "Report to write, one HTML page for a browser.")->type_name("FILE");
    run->add_option("--what-if", a.what_if,
                    "Stage that costs nothing in a second run, such as transmit_fifo=0. The gain is printed.")
        ->type_name("STAGE=0")
        ->allow_extra_args(false)
        ->take_all();
    run->add_option_function<std::string>(
           "--fidelity",
           [&a](const std::string& word) {
               a.options.links = word == lab::kSignal ? lab::LinkLevel::Signal : lab::LinkLevel::Transaction;
           },
           "Abstraction level of links. transaction: a cell, frame or bus transfer is one transaction, except where a "
           "waveform or an instrument records its signals. signal: all signals change at their clock edges. Results "
           "are the same.")
        ->check(one_of("abstraction level", {lab::kTransaction, lab::kSignal}))
        ->option_text("transaction|signal");
    run->add_option("--threads", a.options.threads,
                    "Processors that simulate parts of the bench which no link joins, at the same time. The files are "
                    "the same. Default: all for more than four hosts, else 1.")
        ->type_name("N")
        ->check(whole(1, lab::kMostThreads));
    run->add_flag("--attribution", a.options.all_paths,
                  "Write attribution.csv, the path of each packet, for hosts with a TCP of which one has an ATM or a "
                  "coarse card. "
                  "All other runs with such paths write it anyway.");
    run->add_flag("!--no-check", a.options.check, "Disable the checkers of buses and lines.");
    CLI::Option* quiet = run->add_flag("--quiet", a.quiet, "Print only the folder of the results.");
    run->add_flag("--verbose", a.verbose, "Print all tables of summary.txt, not only the answer.")->excludes(quiet);
    return run;
}

int run(const RunArguments& a) {
    const NamedSubject subject = named_subject(a);
    if (subject.level == lab::Level::Coarse)
        return run_hosts(a, subject, lab::read_traffic(subject.name, subject.overrides, subject.files));
    if (subject.level == lab::Level::Segment)
        return run_hosts(a, subject, lab::read_segment(subject.name, subject.overrides, subject.files));
    return run_cards(a, subject);
}

}  // namespace niclab::cli
