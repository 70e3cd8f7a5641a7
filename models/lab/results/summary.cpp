// What is printed of a run of cards and their drivers: all of it, and one screen with losses,
// throughput and times, and a table of causes.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/count_of.h"
#include "lab/results/abbreviations.h"
#include "lab/results/answer.h"
#include "lab/results/brief.h"
#include "lab/results/cause_table.h"
#include "lab/results/chain_report.h"
#include "lab/results/folded.h"
#include "lab/results/pci_report.h"
#include "lab/results/slow_bus.h"
#include "lab/results/throughput.h"

namespace niclab::lab {

namespace {

constexpr std::size_t kMostDifferences = 5;
constexpr std::size_t kIndent = 4;  ///< Indentation of continuation lines in a table.

std::string stage_table(const Results& r) {
    std::string text = fmt::format("{:<20}{:<18}{:>6}{:>11}{:>11}{:>11}{:>11}{:>11}\n", "stage (us)", "direction", "n",
                                   "min", "avg", "max", "p50", "p99");
    for (const Stage& s : r.stages)
        text += fmt::format("{:<20}{:<18}{:>6}{:>11.3f}{:>11.3f}{:>11.3f}{:>11.3f}{:>11.3f}\n", s.name, s.direction,
                            s.us.count(), s.us.min(), s.us.avg(), s.us.max(), s.us.percentile(50), s.us.percentile(99));
    return text + stages_in_words(r);
}

std::string reference_table(const Results& r) {
    if (r.reference.empty()) return "";
    std::string text = fmt::format("\n{:<20}{:<18}{:<6}{:>11}{:>11}{:>9}  {}\n", "published (us)", "direction", "stat",
                                   "published", "simulated", "error", "fitted");
    for (const ReferenceRow& row : r.reference)
        text += fmt::format("{:<20}{:<18}{:<6}{:>11.2f}{:>11.2f}{:>8.1f}%  {}\n", row.quantity, row.direction, row.stat,
                            row.published, row.simulated, row.error_percent(), row.split == "cal" ? "yes" : "no");
    text += fmt::format("Source: {}, {}.\n", r.reference[0].source, r.reference[0].table);
    const std::size_t n = r.reference_differs.size();
    if (n > 0) text += "This is not the published set-up, so the errors say little of the model:\n";
    for (std::size_t i = 0; i < n && i < kMostDifferences; ++i) text += "  " + r.reference_differs[i] + "\n";
    return n > kMostDifferences ? text + "  and " + base::count_of(n - kMostDifferences, "more key") + "\n" : text;
}

std::string ledger_line(const probe::Account& l) {
    std::string causes;
    for (const auto& [cause, n] : l.dropped)
        if (n != 0) causes += fmt::format(" ({} {})", cause, n);
    const std::string inserted = l.inserted != 0 ? fmt::format(" + inserted {}", l.inserted) : "";
    return fmt::format("{:<7}{:<18} sent {}{} = delivered {} + dropped {}{} + in flight {}{}\n", l.unit, l.direction,
                       l.sent, inserted, l.delivered, l.total_dropped(), causes, l.in_flight,
                       l.balances() ? "" : "  DOES NOT BALANCE");
}

std::string throughput_lines(const Results& r) {
    std::string text;
    for (const Throughput& t : throughputs(r))
        if (r.streams(t.direction))
            text += fmt::format("throughput {:<18} {:.3f} Mb/s of payload, {} in {:.3f} us{}\n", t.direction, t.mbps(),
                                base::count_of(t.packets, "packet"), t.us,
                                t.shared_mbps ? fmt::format("; both ways {:.3f}", *t.shared_mbps) : "");
    return text;
}

std::string slow_bus_lines(const Results& r) {
    std::string text;
    for (const auto& [host, pci] : r.pci)
        for (const SlowBus& bus : slow_buses(r, host))
            text += fmt::format("{} {}  {:.1f} % busy (time in which a cycle, refresh or a master had it, of all)\n",
                                bus.id, host, 100 * double(r.counters.at(bus.busy_halves)) / double(bus.halves));
    return text;
}

/// Alarms after the lines were up; at the start everything is out of frame.
std::string alarm_lines(const Results& r) {
    std::string text;
    for (const AlarmRecord& a : r.alarms) {
        if (a.declared_ns == 0) continue;
        const std::string end =
            a.cleared_ns < 0 ? "not cleared" : fmt::format("cleared at {:.3f} us", a.cleared_ns * 1e-3);
        text +=
            fmt::format("alarm {:<8} {:<5} declared at {:.3f} us, {}\n", a.side, a.alarm, a.declared_ns * 1e-3, end);
    }
    return text;
}

}  // namespace

std::string summary(const Results& r) {
    std::string text =
        "\n" + stage_table(r) + analyzer_text(r.analyzer) + run_means_text(r.means) + reference_table(r) + "\n";
    for (const auto& [direction, s] : r.spacing)
        if (s.count > 0)
            text += fmt::format(
                "user cells {:<18} spacing mean {:.4f} min {:.3f} max {:.3f} us, null cells inside PDUs {}\n",
                direction, s.mean_us(), double(s.min) * 1e-9, double(s.max) * 1e-9, r.nulls_inside_pdus.at(direction));
    text += throughput_lines(r);
    for (const auto& [side, account] : r.pci)
        if (account.busy_clocks() > 0) text += pci_text(side, account);
    text += slow_bus_lines(r);
    for (const probe::Account& l : r.ledger) text += ledger_line(l);
    text += alarm_lines(r) + check_line(r.checks);
    text += attribution_text(r.attribution);
    const std::string written_out = abbreviations(text);
    if (!written_out.empty()) text += "\n" + written_out + "\n";
    text += fmt::format("\nniclab {}  experiment {}  seed {}  runs {}{}\n", r.version, r.experiment, r.seed, r.runs,
                        r.partial ? "  PARTIAL" : "");
    std::string sentences = answer_text(r);
    for (const std::string& message : r.messages()) sentences += message + "\n";
    // The line that differs by design between equal runs is not folded, so that it can be removed.
    return folded(sentences, 0) + folded(text, kIndent) + provenance_line(r.provenance);
}

namespace {

/// The directions in which packets arrived, in the order of the flows.
std::vector<DirectionTimes> directions(const Results& r) {
    std::vector<DirectionTimes> all;
    for (const auto& of_flow : directions_of_flows(r))
        for (const std::string& name : of_flow)
            for (DirectionTimes& times : direction_times(r.attribution, name)) all.push_back(std::move(times));
    return all;
}

/// One sentence for all directions that have packets of the same sizes.
std::vector<std::string> latency_sentences(const std::vector<DirectionTimes>& all) {
    std::vector<std::pair<std::string, std::vector<std::string>>> by_size;
    for (const DirectionTimes& d : all) {
        const std::string octets = octets_in_words(d.chains->octets().first, d.chains->octets().second);
        const auto known =
            std::find_if(by_size.begin(), by_size.end(), [&](const auto& s) { return s.first == octets; });
        auto& list =
            known == by_size.end() ? by_size.emplace_back(octets, std::vector<std::string>()).second : known->second;
        list.push_back(fmt::format("{:.2f} us {}", d.mean_us(), d.words));
    }
    const bool one = std::all_of(all.begin(), all.end(),
                                 [](const DirectionTimes& d) { return d.chains->driver_to_driver().count() == 1; });
    std::vector<std::string> sentences;
    sentences.reserve(by_size.size());
    for (const auto& [octets, list] : by_size)
        sentences.push_back(fmt::format("From driver to driver, a packet of {} takes {}{}.", octets, joined(list),
                                        one ? "" : ", on average"));
    return sentences;
}

std::vector<std::string> warnings(const Results& r) {
    std::vector<std::string> all;
    for (const auto& [name, check] : r.checks)
        if (check.violations_seen > 0)
            all.push_back(fmt::format(
                "Warning: the checker of {} found {}{}.", name, base::count_of(check.violations_seen, "violation"),
                check.violations.empty() ? "" : ", the first of rule " + check.violations[0].rule));
    for (const probe::Account& l : r.ledger)
        if (!l.balances())
            all.push_back(fmt::format("Warning: the ledger of {} {} does not balance.", l.unit, l.direction));
    for (const std::string& message : r.messages()) all.push_back(message);
    return all;
}

}  // namespace

Brief brief(const Results& r) {
    Brief b;
    std::vector<DirectionTimes> all = directions(r);
    const std::vector<Finding> found = findings(r);
    std::vector<std::string> losses, rates, times;
    for (const Finding& f : found)
        if (f.kind != std::string("latency"))
            (f.kind == std::string("loss") ? losses : rates).push_back(f.brief.empty() ? f.text : f.brief);
    if ((losses.empty() && rates.empty()) || all.size() > kMostCauseColumns) times = latency_sentences(all);
    const auto first =
        std::find_if(found.begin(), found.end(), [](const Finding& f) { return f.kind != std::string("loss"); });
    const bool rates_first = first != found.end() && first->kind == std::string("throughput");
    for (auto* part : {&losses, rates_first ? &rates : &times, rates_first ? &times : &rates})
        b.answer.insert(b.answer.end(), part->begin(), part->end());
    if (b.answer.empty()) b.answer.push_back("No packet arrived.");
    b.answer.front().insert(0, r.opening());
    b.table = cause_table(std::move(all));
    b.warnings = warnings(r);
    b.about = fmt::format("{}, {}, seed {}", r.experiment, base::count_of(r.runs, "run"), r.seed);
    return b;
}

}  // namespace niclab::lab
