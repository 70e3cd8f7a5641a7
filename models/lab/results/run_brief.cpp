// The screen of a run at the cycle level: losses, throughput and times, and a table of causes.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/count_of.h"
#include "lab/results/answer.h"
#include "lab/results/brief.h"
#include "lab/results/cause_table.h"

namespace niclab::lab {

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
    b.answer.front() = (r.partial ? "PARTIAL: " : "") + changes(r.provenance.changed) + b.answer.front();
    b.table = cause_table(std::move(all));
    b.warnings = warnings(r);
    b.about = fmt::format("{}, {}, seed {}", r.experiment, base::count_of(r.runs, "run"), r.seed);
    return b;
}

}  // namespace niclab::lab
