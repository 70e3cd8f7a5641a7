// What is printed of a run of hosts with a TCP: all of it, and one screen with each flow's rate and
// its limit, losses, round trips. It has the causes of the packets' time if their paths are known.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/count_of.h"
#include "lab/results/brief.h"
#include "lab/results/cause_table.h"
#include "lab/results/confidence.h"
#include "lab/results/folded.h"
#include "lab/results/packet_times.h"
#include "lab/results/traffic_results.h"

namespace niclab::lab {

namespace {

/// `f`: its numbers in all runs.
std::string rate_text(const TrafficResults& r, const FlowResult& f) {
    if (f.signs.latency) return packet_times_text(r, f.name);
    const Mean m = mean_of(rates_of(r, f.name), 95);
    std::string text = f.outcome.transactions > 0
                           ? fmt::format("{:10.2f} transactions/s, round trip {:.2f} us (p99 {:.2f})", m.value,
                                         f.round_trip_us(50), f.round_trip_us(99))
                           : fmt::format("{:10.3f} Mb/s", m.value);
    if (r.runs > 1) text += fmt::format(" +- {:.3f}", m.half_width);
    if (f.outcome.transactions > 0 && f.outcome.datagrams_received < f.outcome.datagrams_sent)
        text += fmt::format(", {} of {} without a reply", f.outcome.datagrams_sent - f.outcome.datagrams_received,
                            base::count_of(f.outcome.datagrams_sent, "request"));
    if (f.outcome.datagrams_sent > 0 && f.outcome.transactions == 0)
        text += fmt::format(", {:.2f} % of {} lost",
                            100 * (1 - double(f.outcome.datagrams_received) / double(f.outcome.datagrams_sent)),
                            base::count_of(f.outcome.datagrams_sent, f.signs.frames ? "frame" : "datagram"));
    if (f.retransmitted > 0)
        text += fmt::format(", {} of {} sent again, {}", f.retransmitted, base::count_of(f.segments, "segment"),
                            base::count_of(f.timeouts, "timeout"));
    return text;
}

}  // namespace

std::string traffic_losses(const TrafficResults& r) {
    std::string text;
    for (std::size_t k = 0; k < stack::kDrops; ++k) {
        std::uint64_t n = 0;
        for (const PacketLedger& l : r.ledgers) n += l.dropped[k];
        for (const stack::DropCounts& d : r.drops_above) n += d[k];
        if (n > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", stack::to_string(stack::Drop(k)), n);
    }
    return text;
}

namespace {

constexpr std::size_t kMostCpusNamed = 4;
constexpr double kWorthNaming = 0.05;  ///< Percent.

/// The utilisation of each active CPU, as the mean of the runs; of many the busiest.
std::string cpus_text(const TrafficResults& r) {
    std::vector<std::pair<std::string, double>> busy;
    const auto done = double(std::count_if(r.hosts.begin(), r.hosts.end(),
                                           [&r](const HostResult& h) { return h.name == r.hosts.front().name; }));
    for (const HostResult& h : r.hosts) {
        auto found = std::find_if(busy.begin(), busy.end(), [&h](const auto& b) { return b.first == h.name; });
        if (found == busy.end()) found = busy.insert(found, {h.name, 0});
        found->second += (100 - h.shares.idle) / done;
    }
    busy.erase(std::remove_if(busy.begin(), busy.end(), [](const auto& b) { return b.second < kWorthNaming; }),
               busy.end());
    if (busy.empty()) return "";
    if (busy.size() > kMostCpusNamed) {
        const auto most = std::max_element(busy.begin(), busy.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        return fmt::format("The busiest CPU is that of {}, {:.1f} %.", most->first, most->second);
    }
    std::string text;
    for (const auto& [name, percent] : busy)
        text += fmt::format("{}{} {:.1f} %", text.empty() ? "CPUs are busy: " : ", ", name, percent);
    return text + ".";
}

/// The rows of a table that has one per run for each name: the mean of the runs of each name.
template <class Row>
class MeansOfRuns {
public:
    MeansOfRuns(const std::vector<Row>& rows, const std::string Row::*name) : rows_(rows), name_(name) {}
    /// What a heading says about several runs.
    const char* note() const { return several() ? ", mean of the runs" : ""; }
    /// The text of each name. `line` returns it from two functions: one for the mean of a value, and
    /// one for the text of the mean of a count.
    template <class Line>
    std::string text(const Line& line) const {
        std::string all;
        std::set<std::string> seen;
        const int digits = several() ? 1 : 0;
        for (const Row& row : rows_) {
            if (!seen.insert(row.*name_).second) continue;
            const auto of_value = [&](const auto& value) { return mean(row.*name_, value); };
            const auto of_count = [&](const auto& value) { return fmt::format("{:.{}f}", of_value(value), digits); };
            all += line(row.*name_, of_value, of_count);
        }
        return all;
    }

private:
    bool several() const {
        return std::any_of(rows_.begin(), rows_.end(), [this](const Row& r) { return r.run != rows_.front().run; });
    }
    template <class Value>
    double mean(const std::string& name, const Value& value) const {
        double sum = 0, runs = 0;
        for (const Row& row : rows_)
            if (row.*name_ == name) sum += double(value(row)), ++runs;
        return sum / runs;
    }
    const std::vector<Row>& rows_;
    const std::string Row::*name_;
};

std::string cpu_shares_text(const std::vector<HostResult>& hosts) {
    const MeansOfRuns<HostResult> means(hosts, &HostResult::name);
    const auto line = [](const std::string& name, const auto& mean, const auto&) {
        return fmt::format("{:<16}{:>10.2f}{:>10.2f}{:>10.2f}{:>10.2f}\n", name,
                           mean([](const HostResult& h) { return h.shares.interrupt; }),
                           mean([](const HostResult& h) { return h.shares.protocol; }),
                           mean([](const HostResult& h) { return h.shares.process; }),
                           mean([](const HostResult& h) { return h.shares.idle; }));
    };
    return fmt::format("\n{:<16}{:>10}{:>10}{:>10}{:>10}  percent of its CPU{}\n", "host", "interrupt", "protocol",
                       "process", "idle", means.note()) +
           means.text(line);
}

/// Empty without ports.
std::string ports_text(const std::vector<PortResult>& ports) {
    if (ports.empty()) return "";
    const MeansOfRuns<PortResult> means(ports, &PortResult::port);
    const auto line = [](const std::string& name, const auto& mean, const auto& count) {
        return fmt::format("{:<16}{:>10}{:>10}{:>11}{:>10}{:>11}{:>10.2f} %\n", name,
                           count([](const PortResult& p) { return p.sent.frames; }),
                           count([](const PortResult& p) { return p.sent.deferred; }),
                           count([](const PortResult& p) { return p.sent.collisions; }),
                           count([](const PortResult& p) { return p.mac.slots; }),
                           count([](const PortResult& p) { return p.sent.excessive + p.sent.late_collisions; }),
                           mean([](const PortResult& p) { return percent_of(p.occupied); }));
    };
    return fmt::format(
               "\n{:<16}{:>10}{:>10}{:>11}{:>10}{:>11}{:>12}  Ethernet: frames, attempts, slots of 512 bits; all of "
               "the run{}\n",
               "port", "sent", "deferred", "collisions", "slots", "given up", "occupied", means.note()) +
           means.text(line);
}

/// Empty without hosts.
std::string arp_text(const std::vector<ArpResult>& hosts) {
    if (hosts.empty()) return "";
    const MeansOfRuns<ArpResult> means(hosts, &ArpResult::host);
    const auto line = [](const std::string& name, const auto& mean, const auto& count) {
        return fmt::format("{:<16}{:>10}{:>10}{:>10}{:>10}{:>9.1f} us{:>14}\n", name,
                           count([](const ArpResult& h) { return h.stats.requests_sent; }),
                           count([](const ArpResult& h) { return h.stats.replies_sent; }),
                           count([](const ArpResult& h) { return h.stats.waited; }),
                           count([](const ArpResult& h) { return h.stats.dropped; }),
                           mean([](const ArpResult& h) { return base::to_us(h.stats.longest); }),
                           count([](const ArpResult& h) { return h.lane_control; }));
    };
    return fmt::format("\n{:<16}{:>10}{:>10}{:>10}{:>10}{:>12}{:>14}  address resolution{}\n", "host", "asked",
                       "answered", "waited", "dropped", "longest", "LANE control", means.note()) +
           means.text(line);
}

/// Empty for a single flow, without those of frames next to others.
std::string fairness_text(const TrafficResults& r) {
    std::set<std::string> payload, frames;
    for (const FlowResult& f : r.flows)
        if (!f.signs.latency) (f.signs.frames ? frames : payload).insert(f.name);
    if ((payload.empty() ? frames : payload).size() < 2 || r.ledgers.empty()) return "";
    double sum = 0;
    for (unsigned run = 0; run < r.ledgers.size(); ++run) sum += fairness(r, run);
    return fmt::format("\nJain's index of the rates{}: {:.4f}\n", r.ledgers.size() > 1 ? ", mean of the runs" : "",
                       sum / double(r.ledgers.size()));
}

}  // namespace

/// Of all runs: mean rate, and frames lost.
static std::string answer_rate(const TrafficResults& r, const FlowResult& f) {
    const std::vector<double> rates = rates_of(r, f.name);
    if (f.outcome.transactions > 0) return mean_text(rates, 2) + " transactions a second, from program to program";
    if (!f.signs.frames) return mean_text(rates) + " Mb/s of payload, from program to program";
    std::uint64_t lost = 0, sent = 0;
    for (const FlowResult& of_run : r.flows)
        if (of_run.name == f.name) {
            lost = std::accumulate(of_run.lost.begin(), of_run.lost.end(), lost);
            sent += of_run.outcome.datagrams_sent;
        }
    return fmt::format("{} Mb/s of frames, from MAC to MAC, {} of {} lost", mean_text(rates), lost,
                       base::count_of(sent, "frame"));
}

std::vector<std::string> traffic_answers(const TrafficResults& r) {
    std::vector<std::string> answers;
    std::set<std::string> reported;
    for (const FlowResult& f : r.flows) {
        if (!reported.insert(f.name).second) continue;
        std::string answer = fmt::format("{} from {} to {}: ", f.name, f.from, f.to);
        if (f.signs.latency)
            answer += packet_times_text(r, f.name);
        else
            answer += fmt::format("{}, limited{} by {}", answer_rate(r, f), r.runs > 1 ? " in the first run" : "",
                                  f.limit().text);
        answers.push_back(answer + ".");
    }
    const std::string cpus = cpus_text(r);
    if (!cpus.empty()) answers.push_back(cpus);
    if (!answers.empty()) answers.front().insert(0, r.opening());
    return answers;
}

std::string summary(const TrafficResults& r) {
    std::string text;
    for (const std::string& answer : traffic_answers(r)) text += folded(answer, 0);
    text += "\n";
    std::set<std::string> reported;
    for (const FlowResult& f : r.flows)
        if (reported.insert(f.name).second)
            text += fmt::format("{:<16}{:<11}{} -> {}: {}\n", f.name, f.kind, f.from, f.to,
                                rate_text(r, in_all_runs(r, f.name)));
    text += cpu_shares_text(r.hosts);
    text += ports_text(r.ports);
    text += arp_text(r.arp);
    text += attribution_text(r.paths.attribution);
    text += analyzer_text(r.analyzer);
    text += fairness_text(r);
    const std::string lost = traffic_losses(r);
    text += "\nlost: " + (lost.empty() ? "none" : lost) + "\n";
    text += check_line(r.checks);
    text += r.checks_held() ? "ledgers of packets, octets and CPU time balance\n"
                            : "A LEDGER DOES NOT BALANCE, OR A RULE IS VIOLATED, see results.json\n";
    for (const std::string& message : r.messages()) text += message + "\n";
    text += fmt::format("\nniclab {}  {}  {}  seed {}  runs {}\n", r.version, r.experiment, r.level, r.seed, r.runs);
    return text + provenance_line(r.provenance);
}

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
