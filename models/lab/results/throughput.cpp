#include "lab/results/throughput.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/json_object.h"
#include "lab/results/rounded.h"

namespace niclab::lab {

namespace {

constexpr const char* kDefinition =
    "of the packets delivered while every direction still had some to begin: payload octets of the whole ones after "
    "the first, over the time from the first to the last, on the line or in the host, whichever is longer";
constexpr const char* kSharedDefinition =
    "of the packets delivered while every direction still had some to begin: payload octets of the whole ones after "
    "the first of either direction, over the time from the first to the last of either, on the line or in the host, "
    "whichever is longer; both share a line that goes one way at a time";

using RunEnds = std::map<unsigned, core::Femtoseconds>;  ///< By run.

core::Femtoseconds delivered(const probe::PduRow& row) { return row.time_of(probe::EventKind::Delivered); }

const FlowRecord* flow_of(const Results& results, const std::string& direction) {
    for (const FlowRecord& f : results.flows)
        if (f.there == direction || f.back == direction) return &f;
    return nullptr;
}

/// The time at which the first direction of a flow began with the last packet of a run: from then
/// on the other has more capacity. On a shared line it is the time at which it has delivered its
/// last, because that may have waited anywhere for the line.
RunEnds ends(const Results& results, const std::string& direction) {
    const FlowRecord* flow = flow_of(results, direction);
    const bool shared = results.shares_line(hop_of(direction));
    RunEnds found;
    for (const auto& [other, rows] : results.pdus) {
        if (flow && other != flow->there && other != flow->back) continue;
        RunEnds last;
        for (const probe::PduRow& row : rows)
            last[row.run] = std::max(last[row.run], shared ? delivered(row) : row.begun());
        for (const auto& [run, at] : last) found[run] = found.count(run) > 0 ? std::min(found[run], at) : at;
    }
    return found;
}

/// The first and the last packet of a run's clock.
struct Span {
    const probe::PduRow *first = nullptr, *last = nullptr;
    void add(const probe::PduRow& row) {
        if (!first || delivered(row) < delivered(*first)) first = &row;
        if (!last || delivered(row) >= delivered(*last)) last = &row;
    }
    /// Packets of a card with much memory may reach the host faster than they arrived on the line.
    core::Femtoseconds time() const {
        return std::max(last->at[last->chain->first_received()] - first->at[first->chain->first_received()],
                        delivered(*last) - delivered(*first));
    }
};

/// Directions with a common clock: those of a flow on a half-duplex line, otherwise each
/// separately.
using Group = std::vector<std::size_t>;

std::vector<Group> groups(const Results& r) {
    std::vector<Group> found;
    std::map<const FlowRecord*, std::size_t> shared;
    for (std::size_t k = 0; k < r.pdus.size(); ++k) {
        const FlowRecord* flow = r.shares_line(hop_of(r.pdus[k].first)) ? flow_of(r, r.pdus[k].first) : nullptr;
        const auto known = shared.find(flow);
        if (flow && known != shared.end()) {
            found[known->second].push_back(k);
            continue;
        }
        if (flow) shared[flow] = found.size();
        found.push_back({k});
    }
    return found;
}

/// Counts the arrivals of the directions of a group.
class Counter {
public:
    Counter(const Results& results, const Group& group) : ends_(ends(results, results.pdus[group.front()].first)) {
        for (const std::size_t k : group)
            for (const probe::PduRow& row : results.pdus[k].second)
                if (counts(row)) spans_[row.run].add(row);
    }
    /// For one of them. Rows are in the order of sending, run by run.
    Throughput arrivals(const std::string& direction, const std::vector<probe::PduRow>& rows) const {
        Throughput sum;
        sum.direction = direction;
        auto row = rows.begin();
        for (const auto& [run, span] : spans_) {
            row = std::find_if(row, rows.end(), [run = run](const auto& r) { return r.run >= run; });
            const auto end = std::find_if(row, rows.end(), [run = run](const auto& r) { return r.run > run; });
            const double us = double(span.time()) * 1e-9;
            if (us <= 0) continue;
            const std::uint64_t octets = count(sum, row, end, span);
            sum.run_mbps.push_back(double(octets) * 8 / us);
            sum.clock.emplace_back(delivered(*span.first), delivered(*span.last));
            sum.us += us;
            sum.octets += octets;
        }
        return sum;
    }

private:
    using Row = std::vector<probe::PduRow>::const_iterator;
    bool counts(const probe::PduRow& row) const { return row.complete() && delivered(row) <= ends_.at(row.run); }
    /// Payload of a run's rows. A damaged packet takes time and delivers nothing; the cells of lost
    /// packets count if they are between two that arrived.
    std::uint64_t count(Throughput& sum, Row row, Row end, const Span& span) const {
        std::uint64_t octets = 0, unseen_cells = 0;
        for (; row != end; ++row) {
            if (!counts(*row)) {
                unseen_cells += row->cells;
                continue;
            }
            if (&*row != span.first) {
                sum.packets += row->status == "ok";
                octets += row->status == "ok" ? row->payload_octets : 0;
                sum.cells += unseen_cells + row->cells;
            }
            unseen_cells = 0;
        }
        return octets;
    }

    RunEnds ends_;
    std::map<unsigned, Span> spans_;  ///< By run.
};

}  // namespace

std::vector<Throughput> throughputs(const Results& results) {
    std::vector<std::optional<Throughput>> by_direction(results.pdus.size());
    for (const Group& group : groups(results)) {
        const Counter counter(results, group);
        double together = 0;
        for (const std::size_t k : group) {
            const auto& [direction, rows] = results.pdus[k];
            const Throughput t = counter.arrivals(direction, rows);
            if (t.us <= 0 || rows.empty()) continue;
            together += t.mbps();
            by_direction[k] = t;
        }
        for (const std::size_t k : group)
            if (by_direction[k] && group.size() > 1) by_direction[k]->shared_mbps = together;
    }
    std::vector<Throughput> found;
    for (const auto& t : by_direction)
        if (t) found.push_back(*t);
    std::map<std::string, double> rates;  // By link and direction.
    for (const Throughput& t : found) rates[hop_of(t.direction)] += double(t.cells) / t.us;
    for (Throughput& t : found) t.line_cells_per_us = rates[hop_of(t.direction)];
    return found;
}

nlohmann::ordered_json throughput_json(const Results& r) {
    nlohmann::ordered_json j = nlohmann::ordered_json::object();
    for (const Throughput& t : throughputs(r)) {
        j[t.direction] = core::json_object({{"definition", t.shared_mbps ? kSharedDefinition : kDefinition},
                                            {"packets", t.packets},
                                            {"payload_octets", t.octets},
                                            {"us", rounded(t.us)},
                                            {"mbps", rounded(t.mbps())}});
        if (t.shared_mbps) j[t.direction]["shared_line_mbps"] = rounded(*t.shared_mbps);
        j[t.direction]["limit"] = limit_of(r, t);
        for (const double mbps : t.run_mbps) j[t.direction]["run_mbps"].push_back(rounded(mbps));
    }
    return j;
}

}  // namespace niclab::lab
