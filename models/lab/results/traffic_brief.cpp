// The screen of a run of hosts with a TCP: each flow's rate and its limit, losses, round trips. It
// has the causes of the packets' time if their paths are known.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/count_of.h"
#include "lab/results/brief.h"
#include "lab/results/cause_table.h"
#include "lab/results/traffic_results.h"

namespace niclab::lab {

namespace {

constexpr const char* kRoundTrips = "Median round trip, from program to program:";

/// " ping: 210.00 us, 99 % within 300.00 us"; nothing of a flow without transactions.
std::vector<std::string> round_trips(const TrafficResults& r) {
    std::vector<std::string> all;
    std::set<std::string> seen;
    for (const FlowResult& first : r.flows) {
        if (first.outcome.transactions == 0 || !seen.insert(first.name).second) continue;
        const FlowResult f = in_all_runs(r, first.name);
        all.push_back(
            fmt::format(" {}: {:.2f} us, 99 % within {:.2f} us", f.name, f.round_trip_us(50), f.round_trip_us(99)));
    }
    return all;
}

std::vector<std::string> indented(std::vector<std::string> rows) {
    for (std::string& row : rows) row.insert(0, 1, ' ');
    return rows;
}

}  // namespace

Brief brief(const TrafficResults& r) {
    Brief b;
    b.answer = traffic_answers(r);
    if (b.answer.empty()) b.answer.push_back("No flow was measured.");
    if (const std::string lost = traffic_losses(r); !lost.empty()) b.answer.push_back("Packets lost: " + lost + ".");
    const std::vector<std::string> trips = round_trips(r);
    b.table = cause_table(direction_times(r.paths.attribution));
    if (b.table.rows == 0) {
        b.table = table_of_rows(kRoundTrips, indented(trips), 2, "flows");
    } else {
        b.table.kept = 0;  // The rates of flows come first.
        if (!trips.empty()) b.answer.push_back(fmt::format("{}{}.", kRoundTrips, fmt::join(trips, ";")));
    }
    if (!r.checks_held()) b.warnings.push_back("Warning: a ledger does not balance; results.json has its numbers.");
    for (const std::string& message : r.messages()) b.warnings.push_back(message);
    b.about = fmt::format("{}, {} level, {}, seed {}", r.experiment, r.level, base::count_of(r.runs, "run"), r.seed);
    return b;
}

}  // namespace niclab::lab
