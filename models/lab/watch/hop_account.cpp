#include "lab/watch/hop_account.h"

namespace niclab::lab {

probe::Account units_of(const Hop& hop, const probe::PduTracker& tracker) {
    const card::UnitAccount received = hop.receiver.card().engine().received_units();
    probe::Account line;
    line.direction = hop.name;
    line.unit = hop.units;
    line.sent = hop.sender.card().units_sent();
    line.delivered = received.delivered;
    line.in_flight = received.held;
    line.inserted = tracker.inserted();
    if (hop.link && hop.link->shared()) {
        const card::Link::Counted counted = hop.link->counted(hop.end);
        line.sent = counted.sent, line.delivered = counted.account.delivered, line.in_flight = counted.account.held;
        for (const auto& [cause, units] : counted.account.dropped) line.dropped[cause] = units;
        return line;
    }
    for (const auto& [cause, units] : received.dropped) line.dropped[cause] = units;
    if (hop.link) {
        const card::UnitAccount on_the_way = hop.link->towards(hop.end);
        line.in_flight += on_the_way.held;
        for (const auto& [cause, units] : on_the_way.dropped) line.dropped[cause] += units;
        return line;
    }
    line.in_flight += tracker.in_flight();
    for (const char* cause : {"phy_header_error", "phy_rx_fifo_overrun"}) line.dropped[cause] = 0;
    for (const auto& [cause, cells] : tracker.lost()) line.dropped[cause] += cells;
    return line;
}

void count_lines(const Hop& hop, CounterMap& counters) {
    if (!hop.link) return;
    for (const card::Link::Busy& line : hop.link->busy(hop.end)) {
        const std::string of = line.host.empty() ? "" : " of " + line.host;
        counters.add(line_busy(hop.name, line.host), line.time / 1'000'000, "ns",
                     "Time in which the line" + of + " was busy in this direction.");
    }
}

void note_half_duplex(const Hop& hop, std::set<std::string>& lines) {
    if (!hop.link) return;
    for (const card::Link::Busy& line : hop.link->busy(hop.end))
        if (line.half_duplex) lines.insert(line_busy(hop.name, line.host));
}

void sample_lines(const Hop& hop, core::Femtoseconds at, std::map<std::string, std::vector<LineSample>>& samples) {
    if (!hop.link) return;
    for (const card::Link::Busy& line : hop.link->busy(hop.end))
        samples[line_busy(hop.name, line.host)].push_back({at, line.time});
}

}  // namespace niclab::lab
