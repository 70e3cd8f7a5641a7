#include "lab/results/throughput.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "lab/results/rounded.h"

namespace niclab::lab {

namespace {

constexpr const char* kDefinition =
    "of the packets delivered while every direction still had some to begin: payload octets of the whole ones after "
    "the first, over the time from the first to the last, on the line or in the host, whichever is longer";

using Ends = std::map<unsigned, core::Femtoseconds>;  ///< By run.

/// When a packet is the card's: its first access on the bus, or the first the card tells of.
core::Femtoseconds begun(const probe::PduRow& row) {
    const core::Femtoseconds access = row.moment(probe::Moment::TxReq);
    return access != 0 || row.at.size() < 2 ? access : row.at[1];
}

/// When the first direction of a flow began with the last packet of a run: from then on the other has more room.
Ends ends(const Results& results, const std::string& direction) {
    const auto of = std::find_if(results.flows.begin(), results.flows.end(),
                                 [&](const FlowRecord& f) { return f.there == direction || f.back == direction; });
    const bool known = of != results.flows.end();
    Ends found;
    for (const auto& [other, rows] : results.pdus) {
        if (known && other != of->there && other != of->back) continue;
        Ends last;
        for (const probe::PduRow& row : rows) last[row.run] = std::max(last[row.run], begun(row));
        for (const auto& [run, at] : last) found[run] = found.count(run) > 0 ? std::min(found[run], at) : at;
    }
    return found;
}

/// What a run adds: packets of a card with much memory may reach the host faster than they came off the line.
core::Femtoseconds span(const probe::PduRow& first, const probe::PduRow& last) {
    const auto between = [&](std::size_t place) { return last.at[place] - first.at[place]; };
    const card::Chain& chain = *first.chain;
    return std::max(between(chain.first_received()), between(chain.place(probe::Moment::Delivered)));
}

/// Counts the arrivals of one direction, run by run.
class Counter {
public:
    explicit Counter(Throughput& sum) : sum_(sum) {}
    /// Rows are in the order of sending. A packet that arrives damaged takes its time and brings nothing.
    void add(const probe::PduRow& row, bool counts) {
        if (first_ && first_->run != row.run) end_run();
        if (!counts) {
            unseen_cells_ += row.cells;
            return;
        }
        if (first_) {
            sum_.packets += row.status == "ok";
            octets_ += row.status == "ok" ? row.payload_octets : 0;
            sum_.cells += unseen_cells_ + row.cells;
        } else {
            first_ = &row;
        }
        unseen_cells_ = 0;
        last_ = &row;
    }
    void end_run() {
        const double us = first_ ? double(span(*first_, *last_)) * 1e-9 : 0;
        if (us > 0) sum_.run_mbps.push_back(double(octets_) * 8 / us);
        sum_.us += us;
        sum_.octets += octets_;
        first_ = last_ = nullptr;
        octets_ = unseen_cells_ = 0;
    }

private:
    Throughput& sum_;
    const probe::PduRow *first_ = nullptr, *last_ = nullptr;
    std::uint64_t octets_ = 0;
    std::uint64_t unseen_cells_ = 0;  ///< Of packets lost since the last that was delivered.
};

Throughput arrivals(const std::string& direction, const std::vector<probe::PduRow>& rows,
                    const std::map<unsigned, core::Femtoseconds>& ends) {
    Throughput sum;
    sum.direction = direction;
    Counter counter(sum);
    for (const probe::PduRow& row : rows)
        counter.add(row, row.complete() && row.moment(probe::Moment::Delivered) <= ends.at(row.run));
    counter.end_run();
    return sum;
}

}  // namespace

std::vector<Throughput> throughputs(const Results& results) {
    std::vector<Throughput> found;
    for (const auto& [direction, rows] : results.pdus) {
        const Throughput t = arrivals(direction, rows, ends(results, direction));
        if (t.us > 0) found.push_back(t);
    }
    std::map<std::string, double> rates;  // by link and way
    for (const Throughput& t : found) rates[hop_of(t.direction)] += double(t.cells) / t.us;
    for (Throughput& t : found) t.line_cells_per_us = rates[hop_of(t.direction)];
    return found;
}

nlohmann::ordered_json throughput_json(const Results& r) {
    nlohmann::ordered_json j = nlohmann::ordered_json::object();
    for (const Throughput& t : throughputs(r)) {
        j[t.direction] = {{"definition", kDefinition}, {"packets", t.packets},      {"payload_octets", t.octets},
                          {"us", rounded(t.us)},       {"mbps", rounded(t.mbps())}, {"limit", limit_of(r, t)}};
        for (const double mbps : t.run_mbps) j[t.direction]["run_mbps"].push_back(rounded(mbps));
    }
    return j;
}

}  // namespace niclab::lab
