// What is printed of a run on an Ethernet segment: all of it, and one screen with rates of the
// stations and times of each flow's frames.
#include <fmt/format.h>

#include <algorithm>

#include "base/count_of.h"
#include "lab/results/brief.h"
#include "lab/results/confidence.h"
#include "lab/results/folded.h"
#include "lab/results/segment_results.h"

namespace niclab::lab {

namespace {

/// "3.210", or in several runs their mean "3.210 +- 0.012". `octets_of`: of each station.
template <class OctetsOf>
std::string rate(const SegmentResults& r, const OctetsOf& octets_of) {
    return mean_text(r.rates([&octets_of](const SegmentRecord& record) {
        std::uint64_t sum = 0;
        for (const StationLedger& s : record.stations) sum += octets_of(s);
        return sum;
    }));
}

std::string rates(const SegmentResults& r) {
    std::string text;
    for (const StationLedger& s : r.stations)
        if (s.offered > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", s.name, rate(r, [&s](const StationLedger& o) {
                                    return o.name == s.name ? o.delivered_octets() : 0;
                                }));
    return text;
}

std::string stages(const SegmentResults::Flow& f) {
    std::string text = fmt::format("{:<12}{:>7}", f.name, f.frames);
    for (std::size_t k = 0; k < kFrameStages; ++k)
        text += f.frames > 0 ? fmt::format("{:>10.2f}", f.stage_us(k)) : fmt::format("{:>10}", "-");
    return text + "\n";
}

std::string ledger(const StationLedger& s) {
    std::string text = fmt::format("{:<12}{:>9}", s.name, s.offered);
    for (const std::uint64_t n : s.frames) text += fmt::format("{:>11}", n);
    return text + fmt::format("{:>11}\n", s.collisions);
}

std::string ledgers(const SegmentResults& r) {
    std::string text = fmt::format("\n{:<12}{:>9}", "frames of", "offered");
    for (const char* outcome :
         {"waiting", "on the way", "delivered", "given up", "late", "damaged", "refused", "collisions"})
        text += fmt::format("{:>11}", outcome);
    text += "\n";
    for (const StationLedger& s : r.stations) text += ledger(s);
    return text;
}

/// In PERFORM3's unit: KB of 1000 octets.
std::string reads(const SegmentResults& r) {
    if (r.reads.empty()) return "";
    std::string text = fmt::format("\n{:<12}{:>9}{:>12}{:>16}\n", "files, KiB", "reads", "KB/s", "keepers' CPU %");
    for (const ReadsMeasured& m : r.reads)
        text += fmt::format("{:<12}{:>9}{:>12.2f}{:>16.2f}\n", m.file_kib, m.reads, m.kbytes_s(), m.cpu_percent());
    return text;
}

std::string checks(const SegmentResults& r) {
    std::string text = r.checks.empty() ? "\nrules of CSMA/CD: not checked\n" : "";
    for (const auto& [name, check] : r.checks) {
        text += fmt::format("\nrules of CSMA/CD: {} checked, {}\n", base::count_of(check.checked, "attempt"),
                            base::count_of(check.violations_seen, "violation"));
        for (const Violation& v : check.violations)
            text += fmt::format("  {} at {:.1f} ns, {}: {}\n", v.rule, v.time_ns, v.where, v.what);
    }
    const bool balance = std::all_of(r.stations.begin(), r.stations.end(), [](const auto& s) { return s.balances(); });
    text += balance ? "ledgers of frames and octets balance\n" : "A LEDGER DOES NOT BALANCE, see results.json\n";
    return text + (r.sums_exact() ? "the stages of every frame sum to its time\n"
                                  : "STAGES DO NOT SUM TO THEIR FRAME'S TIME, see frames.csv\n");
}

std::string of_files(const SegmentResults& r) {
    std::string sizes;
    for (const ReadsMeasured& m : r.reads)
        sizes += fmt::format("{}{:.2f} of {} KiB", sizes.empty() ? "" : ", ", m.kbytes_s(), m.file_kib);
    const MeanReads mean = mean_of(r.reads);
    std::vector<double> each;
    for (const SegmentRecord& record : r.records) each.push_back(mean_of(record.reads).kbytes_s);
    return fmt::format("{:.2f}{} KB/s of files were read{}, which took {:.2f} % of the file server's CPU.",
                       mean.kbytes_s, each.size() > 1 ? fmt::format(" +- {:.2f}", mean_of(each, 95).half_width) : "",
                       r.reads.size() > 1 ? fmt::format(" ({})", sizes) : "", mean.cpu_percent);
}

std::string of_stations(const SegmentResults& r) {
    std::uint64_t octets = 0;
    for (const StationLedger& s : r.stations) octets += s.delivered_octets();
    const std::uint64_t sending = senders(r);
    const std::string each =
        octets == 0
            ? ""
            : fmt::format(" ({}{})", rates(r), saturated(r) ? fmt::format("; Jain's index {:.4f}", fairness(r)) : "");
    return fmt::format(
        "{} delivered {} Mb/s of frames over one segment in {}{}: it carried frames {:.2f} % of the time, "
        "collisions {:.2f} %, nothing {:.2f} %.",
        base::count_of(sending, "station"), rate(r, [](const StationLedger& s) { return s.delivered_octets(); }),
        simulated_time(r), each, r.percent(r.cable.frames), r.percent(r.cable.collisions), r.percent(r.cable.silence));
}

/// Back-off, evaluated by the number of frames for which a station keeps the cable.
std::string of_turns(const SegmentResults& r) {
    constexpr double kMuchMore =
        1.5;  // Relative to a random order; below this a run of this length is not distinguishable from chance.
    const Turns t = turns(r);
    if (t.by_chance == 0) return "";
    const std::string row =
        fmt::format("{:.1f} frames in a row on average, {} at most, where {:.2f} would be by chance", t.mean, t.longest,
                    t.by_chance);
    if (t.mean < kMuchMore * t.by_chance) return fmt::format("Stations take turns: one sends {}.", row);
    return fmt::format(
        "Back-off favours the station that has just sent: it sends {}, since those it collides with have longer to "
        "wait from one collision to the next.",
        row);
}

std::uint64_t sum_of(const SegmentResults& r, FrameOutcome outcome) {
    std::uint64_t n = 0;
    for (const StationLedger& s : r.stations) n += s.frames[std::size_t(outcome)];
    return n;
}

std::string frames_were(std::uint64_t n) { return base::count_of(n, "frame") + (n == 1 ? " was" : " were"); }

/// Properties that the means of delivered frames do not show.
std::string of_others(const SegmentResults& r) {
    std::string text, starved;
    const std::uint64_t given_up = sum_of(r, FrameOutcome::ExcessiveCollisions),
                        refused = sum_of(r, FrameOutcome::QueueFull);
    if (given_up > 0)
        text += fmt::format("{} given up after so many collisions as attempts are allowed. ", frames_were(given_up));
    if (refused > 0)
        text += fmt::format("{} refused because the queue of {} station was full. ", frames_were(refused),
                            refused == 1 ? "its" : "their");
    if (const std::uint64_t late = sum_of(r, FrameOutcome::LateCollision))
        text +=
            fmt::format("{} lost by a late collision: signals take longer between stations than a slot time allows. ",
                        frames_were(late));
    if (const std::uint64_t waiting = sum_of(r, FrameOutcome::Waiting); waiting > 0 && !saturated(r) && r.reads.empty())
        text += base::count_of(waiting, "frame") + (waiting == 1 ? " is" : " are") + " still waiting at the end. ";
    for (const StationLedger& s : r.stations)
        if (s.offered > 0 && s.delivered_octets() == 0) starved += (starved.empty() ? "" : ", ") + s.name;
    if (!starved.empty()) text += fmt::format("None of these delivered a frame: {}. ", starved);
    if (text.empty()) return "";
    return text + "Times below are of frames delivered.";
}

}  // namespace

std::string simulated_time(const SegmentResults& r) {
    const std::string ms = fmt::format("{:g} ms", base::to_us(r.simulated) * 1e-3);
    return r.records.size() > 1 ? fmt::format("{} of {} runs", ms, r.records.size()) : ms;
}

std::vector<std::string> segment_answer(const SegmentResults& r) {
    std::vector<std::string> all;
    if (!r.reads.empty()) all.push_back(of_files(r));
    all.push_back(of_stations(r));
    for (std::string text : {of_turns(r), of_others(r)})
        if (!text.empty()) all.push_back(std::move(text));
    all.front().insert(0, r.opening());
    return all;
}

std::string summary(const SegmentResults& r) {
    std::string text;
    for (const std::string& sentence : segment_answer(r)) text += folded(sentence, 0);
    text += fmt::format("\n{:<12}{:>7}", "flow", "frames");
    for (std::size_t k = 0; k < kFrameStages; ++k) text += fmt::format("{:>10}", to_string(FrameStage(k)));
    text += "  mean us of those delivered\n";
    for (const SegmentResults::Flow& f : r.flows) text += stages(f);
    text += reads(r) + ledgers(r) + run_means_text(r.means) + analyzer_text(r.analyzer) + checks(r);
    for (const std::string& message : r.messages()) text += message + "\n";
    text += fmt::format("\nniclab {}  {}  segment  seed {}{}  {:.3f} ms\n", r.version, r.experiment, r.seed,
                        r.records.size() > 1 ? fmt::format("  runs {}", r.runs) : "", base::to_us(r.simulated) * 1e-3);
    return text + provenance_line(r.provenance);
}

namespace {

constexpr std::size_t kMostStages = 3;

/// "wire 1220.80, backoff 34.13", the largest first.
std::string largest_stages(const SegmentResults::Flow& f) {
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < kFrameStages; ++k)
        if (f.stage_us(k) > 0) order.push_back(k);
    std::stable_sort(order.begin(), order.end(),
                     [&f](std::size_t a, std::size_t b) { return f.stage_us(a) > f.stage_us(b); });
    std::string text;
    for (std::size_t k = 0; k < order.size() && k < kMostStages; ++k)
        text += fmt::format("{}{} {:.2f}", k == 0 ? "" : ", ", to_string(FrameStage(order[k])), f.stage_us(order[k]));
    return text;
}

std::string flow_row(const SegmentResults::Flow& f) {
    double mean_us = 0;
    for (std::size_t k = 0; k < kFrameStages; ++k) mean_us += f.stage_us(k);
    return fmt::format("  {}, {} to {}: {:.2f} ({}); {}", f.name, f.from, f.to, mean_us,
                       base::count_of(f.frames, "frame"), largest_stages(f));
}

BriefTable table(const SegmentResults& r) {
    std::vector<std::string> rows;
    for (const SegmentResults::Flow& f : r.flows)
        if (f.frames > 0) rows.push_back(flow_row(f));
    return table_of_rows("Mean time of a delivered frame, from program to program, and its largest parts, us:",
                         std::move(rows), 6, "flows");
}

}  // namespace

Brief brief(const SegmentResults& r) {
    Brief b;
    b.answer = segment_answer(r);
    b.table = table(r);
    if (const std::uint64_t n = r.violations(); n > 0)
        b.warnings.push_back(fmt::format("Warning: the checker of CSMA/CD found {}.", base::count_of(n, "violation")));
    if (!std::all_of(r.stations.begin(), r.stations.end(), [](const auto& s) { return s.balances(); }))
        b.warnings.push_back("Warning: a ledger does not balance; results.json has its numbers.");
    if (!r.sums_exact()) b.warnings.push_back("Warning: the stages of a frame do not sum to its time; see frames.csv.");
    for (const std::string& message : r.messages()) b.warnings.push_back(message);
    b.about = fmt::format("{}, {} simulated, seed {}", r.experiment, simulated_time(r), r.seed);
    return b;
}

}  // namespace niclab::lab
