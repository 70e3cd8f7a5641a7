#include "system/throughput.h"

#include <cmath>

namespace niclab::system {

namespace {

constexpr const char* kDefinition = "payload octets delivered after a run's first packet, over the time since then";

/// Of one direction, over all runs.
struct Arrivals {
    std::uint64_t packets = 0, octets = 0;
    core::Femtoseconds time = 0;
};

/// Rows are in the order of sending; whole packets only.
Arrivals arrivals(const std::vector<probe::PduRow>& rows) {
    Arrivals sum;
    const probe::PduRow* last = nullptr;
    for (const probe::PduRow& row : rows) {
        if (!row.complete()) continue;
        const core::Femtoseconds now = row.moment(probe::Moment::Delivered);
        if (last && last->run == row.run) {
            ++sum.packets;
            sum.octets += row.payload_octets;
            sum.time += now - last->moment(probe::Moment::Delivered);
        }
        last = &row;
    }
    return sum;
}

}  // namespace

nlohmann::ordered_json throughput_json(const Results& results) {
    nlohmann::ordered_json j = nlohmann::ordered_json::object();
    for (const auto& [direction, rows] : results.pdus) {
        const Arrivals a = arrivals(rows);
        if (a.time == 0) continue;
        const double us = double(a.time) * 1e-9;
        j[direction] = {{"definition", kDefinition},
                        {"packets", a.packets},
                        {"payload_octets", a.octets},
                        {"us", std::round(us * 1e6) / 1e6},
                        {"mbps", std::round(double(a.octets) * 8 / us * 1e6) / 1e6}};
    }
    return j;
}

}  // namespace niclab::system
