#include "lab/results/throughput.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace niclab::lab {

namespace {

constexpr const char* kDefinition =
    "of the packets delivered while every direction still had some to begin: payload octets of the whole ones after "
    "the first, over the time from the first to the last, on the line or in the host, whichever is longer";

/// When the first direction began with the last packet of a run, by run: from then on the others have more room.
std::map<unsigned, core::Femtoseconds> ends(const Results& results) {
    std::map<unsigned, core::Femtoseconds> found;
    for (const auto& [direction, rows] : results.pdus) {
        std::map<unsigned, core::Femtoseconds> last;
        for (const probe::PduRow& row : rows) last[row.run] = std::max(last[row.run], row.moment(probe::Moment::TxReq));
        for (const auto& [run, at] : last) found[run] = found.count(run) > 0 ? std::min(found[run], at) : at;
    }
    return found;
}

/// What a run adds: packets of a card with much memory may reach the host faster than they came off the line.
core::Femtoseconds span(const probe::PduRow& first, const probe::PduRow& last) {
    const auto between = [&](probe::Moment m) { return last.moment(m) - first.moment(m); };
    return std::max(between(probe::Moment::RxSoc), between(probe::Moment::Delivered));
}

/// Rows are in the order of sending. A packet that arrives damaged takes its time and brings nothing.
Throughput arrivals(const std::vector<probe::PduRow>& rows, const std::map<unsigned, core::Femtoseconds>& ends) {
    Throughput sum;
    core::Femtoseconds time = 0;
    std::uint64_t lost_cells = 0;  // since the last that was delivered
    const probe::PduRow *first = nullptr, *last = nullptr;
    for (const probe::PduRow& row : rows) {
        if (!row.complete() || row.moment(probe::Moment::Delivered) > ends.at(row.run)) {
            lost_cells += row.cells;
            continue;
        }
        if (!first || first->run != row.run) {
            if (first) time += span(*first, *last);
            first = &row;
        } else {
            sum.packets += row.status == "ok";
            sum.octets += row.status == "ok" ? row.payload_octets : 0;
            sum.cells += lost_cells + row.cells;
        }
        lost_cells = 0;
        last = &row;
    }
    if (first) time += span(*first, *last);
    sum.us = double(time) * 1e-9;
    return sum;
}

double rounded(double x) { return std::round(x * 1e6) / 1e6; }

}  // namespace

std::vector<Throughput> throughputs(const Results& results) {
    std::vector<Throughput> found;
    const auto until = ends(results);
    for (const auto& [direction, rows] : results.pdus) {
        Throughput t = arrivals(rows, until);
        t.direction = direction;
        if (t.us > 0) found.push_back(t);
    }
    return found;
}

nlohmann::ordered_json throughput_json(const Results& results) {
    nlohmann::ordered_json j = nlohmann::ordered_json::object();
    for (const Throughput& t : throughputs(results))
        j[t.direction] = {{"definition", kDefinition},
                          {"packets", t.packets},
                          {"payload_octets", t.octets},
                          {"us", rounded(t.us)},
                          {"mbps", rounded(t.mbps())}};
    return j;
}

}  // namespace niclab::lab
