// The limit of a throughput.
#include <fmt/format.h>

#include <algorithm>

#include "lab/results/attribution_report.h"
#include "lab/results/slow_bus.h"
#include "lab/results/throughput.h"

namespace niclab::lab {

namespace {

constexpr double kFull = 0.97;  ///< Of the line's slots; the rest is lost between packets.
constexpr double kBusy = 0.9;   ///< A resource that is the limit.
constexpr double kMuch = 0.5;   ///< Time of a processor for a card's registers if it moves packets itself.
constexpr double kFew = 0.25;   ///< Share of the sum of both directions: with less the other one has captured the line.
constexpr double kWorthAWord = 0.02;

/// Value of a counter since the first run began.
double counted(const Results& r, const std::string& name) {
    const auto now = r.counters.find(name), before = r.counters_before_runs.find(name);
    if (now == r.counters.end()) return 0;
    return double(now->second) - (before == r.counters_before_runs.end() ? 0 : double(before->second));
}

/// The sum over all counters with this begin and end of their names: of each program, of each
/// card's driver.
double counted(const Results& r, const std::string& prefix, const std::string& suffix) {
    double sum = 0;
    for (auto it = r.counters.lower_bound(prefix); it != r.counters.end(); ++it) {
        const std::string& name = it->first;
        if (name.compare(0, prefix.size(), prefix) != 0) break;
        const bool ends =
            name.size() >= suffix.size() && name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0;
        if (ends) sum += counted(r, name);
    }
    return sum;
}

/// Clocks of a host's bus with possible activity: the wait for lost packets is not counted.
double clocks(const Results& r, const std::string& host) {
    const auto all = r.counters.find(host + ".pci.clocks");
    if (all == r.counters.end() || r.simulated_us <= 0) return 0;
    return counted(r, host + ".pci.clocks") - double(all->second) * r.waited_us / r.simulated_us;
}

/// Its time in a run with possible activity.
double worked_us(const Results& r, const std::string& host) {
    const double worked = clocks(r, host);
    return worked > 0 ? worked * r.simulated_us / double(r.counters.at(host + ".pci.clocks")) : 0;
}

/// The busy time of a line, from the last packet that was transferred over it in either direction.
core::Femtoseconds taken_by(const Results& r, const std::string& hop, const std::string& host, core::Femtoseconds at) {
    std::vector<std::string> ways = {hop};
    if (r.half_duplex.count(line_busy(hop, host)) > 0) ways.push_back(reverse_of(hop));
    core::Femtoseconds taken = 0;
    for (const std::string& way : ways) {
        const auto samples = r.line_samples.find(line_busy(way, host));
        if (samples == r.line_samples.end()) continue;
        const auto after = std::upper_bound(samples->second.begin(), samples->second.end(), at,
                                            [](core::Femtoseconds t, const LineSample& s) { return t < s.at; });
        if (after != samples->second.begin()) taken = std::max(taken, std::prev(after)->busy);
    }
    return taken;
}

/// The line between two cards, or those of both to what lies between them.
void add_own_lines(std::vector<Load>& all, const Results& r, const Throughput& t) {
    const std::string hop = hop_of(t.direction);
    const Ends ends = ends_of(hop);
    for (const std::string& host : {std::string(), ends.from, ends.to}) {
        if (r.line_samples.count(line_busy(hop, host)) == 0) continue;
        core::Femtoseconds taken = 0, time = 0;
        for (const auto& [from, to] : t.clock)
            taken += taken_by(r, hop, host, to) - taken_by(r, hop, host, from), time += to - from;
        if (time > 0)  // Otherwise all packets were passed up at once.
            all.push_back({host.empty() ? "the line" : "the line of " + host, double(taken) / double(time),
                           line_busy(hop, host)});
    }
}

void add_slow_buses(std::vector<Load>& all, const Results& r, const std::string& host) {
    for (const SlowBus& bus : slow_buses(r, host)) {
        const double busy_us = counted(r, bus.busy_halves) * r.simulated_us / double(bus.halves);
        all.push_back({bus.title + " of " + host, busy_us / worked_us(r, host)});
    }
}

/// Resources of buses that count their busy time.
std::vector<Load> busy_times(const Results& r, const std::string& host) {
    std::vector<Load> found;
    for (const buses::Kind* kind : buses::in_order())
        for (const auto& [name, resource] : kind->busy_times) {
            const std::string counter = host + "." + kind->name + "." + name;
            if (r.counters.count(counter) > 0)
                found.push_back(
                    {std::string(resource) + " of " + host, counted(r, counter) * 1e-3 / worked_us(r, host)});
        }
    return found;
}

void add_host(std::vector<Load>& all, const Results& r, const std::string& host) {
    const double worked = clocks(r, host);
    if (worked <= 0) return;
    const double busy = counted(r, host + ".pci.busy_clocks") / worked;
    const auto waits = [&host](const std::string& bridge) { return host + ".host." + bridge + ".cpu_wait_ns"; };
    const std::vector<Load> others = busy_times(r, host);
    if (busy > 0 || (slow_buses(r, host).empty() && others.empty())) all.push_back({"the PCI bus of " + host, busy});
    add_slow_buses(all, r, host);
    all.insert(all.end(), others.begin(), others.end());
    const double software_us =
        (counted(r, host + ".host.application", ".software_ns") + counted(r, host + ".host.driver", ".software_ns")) *
        1e-3;
    all.push_back({"the software of " + host, software_us / worked_us(r, host)});
    double accesses_us = counted(r, waits("bridge")) * 1e-3;
    for (const buses::Kind* kind : buses::in_order()) accesses_us += counted(r, waits(kind->name + "_bridge")) * 1e-3;
    if (accesses_us >= kMuch * worked_us(r, host))
        all.push_back({"the processor of " + host + " at its card's registers", accesses_us / worked_us(r, host)});
}

/// The uses of a half-duplex line.
const char* taken_with(const Results& r, const Throughput& t, const Load& busiest) {
    if (!t.shared_mbps || r.half_duplex.count(busiest.line) == 0) return "";
    return t.mbps() < kFew * *t.shared_mbps ? ", mostly with the other direction" : " with both directions";
}

double percent(double share) { return 100 * share; }

/// The share of empty cells inside packets among all that a direction sent.
double empty_share(const Results& r, const std::string& direction) {
    const std::string hop = hop_of(direction);
    const auto nulls = r.nulls_inside_pdus.find(hop);
    if (nulls == r.nulls_inside_pdus.end() || nulls->second == 0) return 0;
    for (const probe::Account& l : r.ledger)
        if (l.direction == hop && l.of_line()) return double(nulls->second) / double(nulls->second + l.sent);
    return 0;
}

bool lost_packets(const Results& r, const std::string& direction) {
    return std::any_of(r.ledger.begin(), r.ledger.end(), [&](const probe::Account& l) {
        return l.direction == direction && l.unit == "pdus" && double(l.total_dropped()) > kWorthAWord * double(l.sent);
    });
}

/// The longest wait in the cards and drivers, if there is one.
std::string longest_wait(const Results& r, const std::string& direction) {
    for (const auto& [name, chains] : r.attribution.directions) {
        if (name != direction || chains.empty()) continue;
        const Share* longest = nullptr;
        const std::vector<Share> all = chains.shares(Way::DriverToDriver);
        for (const Share& s : all)
            if (s.cause->waiting && (!longest || s.total > longest->total)) longest = &s;
        if (longest)
            return fmt::format("; a packet waits longest, {:.2f} us, in the {}: {}", longest->mean_us(),
                               longest->cause->place, longest->words);
    }
    return "";
}

std::string nothing_full(const Results& r, const Throughput& t, const std::vector<Load>& all) {
    std::string list;
    for (const Load& load : all)
        list += fmt::format("{}{} {:.0f} %", list.empty() ? "" : ", ", load.what, percent(load.share));
    return fmt::format("nothing is busy all the time ({}){}", list, longest_wait(r, t.direction));
}

}  // namespace

std::vector<Load> loads(const Results& r, const Throughput& t) {
    std::vector<Load> all;
    const auto cell_us = r.cell_us.find(hop_of(t.direction));
    if (cell_us != r.cell_us.end()) all.push_back({"the line", t.line_cells_per_us * cell_us->second});
    const Ends ends = ends_of(t.direction);
    add_own_lines(all, r, t);
    add_host(all, r, ends.from);
    add_host(all, r, ends.to);
    return all;
}

std::string limit_of(const Results& r, const Throughput& t) {
    const std::vector<Load> all = loads(r, t);
    const auto spacing = r.spacing.find(hop_of(t.direction));
    const auto cell_us = r.cell_us.find(hop_of(t.direction));
    if (cell_us != r.cell_us.end() && spacing != r.spacing.end() && spacing->second.count > 0) {
        const double line = all.front().share, empty = empty_share(r, t.direction);
        const double every_us = spacing->second.mean_us();
        if (line >= kFull && lost_packets(r, t.direction))
            return fmt::format("{:.1f} % of the line's cell slots are full, but part of their cells is lost",
                               percent(std::min(line, 1.0)));
        if (line >= kFull)
            return fmt::format("the limit is the line: packets fill {:.1f} % of its cell slots",
                               percent(std::min(line, 1.0)));
        if (empty > kWorthAWord && line + empty >= kFull - kWorthAWord)
            return fmt::format(
                "the limit is the PCI bus of {}, which delivers payload late: {:.1f} % of the line's slots are "
                "full, {:.1f} % stay empty inside packets",
                ends_of(t.direction).from, percent(line), percent(empty));
        if (every_us > cell_us->second * (1 + kWorthAWord) && t.line_cells_per_us * every_us >= kFull)
            return fmt::format(
                "the limit is the sending card, which sends a cell every {:.2f} us; the line can take one every "
                "{:.2f} us",
                every_us, cell_us->second);
    }
    const auto busiest =
        std::max_element(all.begin(), all.end(), [](const Load& a, const Load& b) { return a.share < b.share; });
    if (busiest != all.end() && busiest->share >= kBusy)
        return fmt::format("the limit is {}, {:.0f} % busy{}", busiest->what, percent(std::min(busiest->share, 1.0)),
                           taken_with(r, t, *busiest));
    return nothing_full(r, t, all);
}

}  // namespace niclab::lab
