// The tables of summary.txt of hosts with a TCP: with several runs they are the means of all.
#include <gtest/gtest.h>

#include "lab/results/brief.h"
#include "lab/results/traffic_results.h"

namespace niclab::lab {
namespace {

FlowResult flow_of_run(unsigned run) {
    FlowResult f;
    f.run = run, f.name = "ask", f.kind = "tcp_rr", f.from = "a", f.to = "b";
    f.signs.transactions = true;
    f.outcome.transactions = 2, f.outcome.end = base::kSecond;
    for (const unsigned us : {100 + 400 * run, 200 + 400 * run})
        f.outcome.round_trips.push_back(us * base::kMicrosecond);
    f.segments = 10 + run, f.retransmitted = 1 + run, f.timeouts = run;
    return f;
}

TrafficResults results_of(unsigned runs) {
    TrafficResults r;
    r.experiment = "x", r.version = "0", r.level = "coarse", r.runs = runs;
    for (unsigned run = 0; run < runs; ++run) {
        r.flows.push_back(flow_of_run(run));
        HostResult host;
        host.run = run, host.name = "a", host.shares = {1.0 + run, 0, 0, 99.0 - run};
        r.hosts.push_back(host);
        PortResult port;
        port.run = run, port.port = "a", port.sent.frames = 7 + run, port.occupied = 0.5 + 0.25 * run;
        r.ports.push_back(port);
        ArpResult arp;
        arp.run = run, arp.host = "a", arp.stats.requests_sent = 4 + run;
        r.arp.push_back(arp);
        r.ledgers.emplace_back(), r.cells.emplace_back(), r.drops_above.emplace_back();
    }
    return r;
}

void expect_words(const std::string& text, const std::string& words) {
    EXPECT_NE(text.find(words), std::string::npos) << words << "\n" << text;
}

TEST(TrafficSummary, HasTheNumbersOfOneRun) {
    const std::string text = summary(results_of(1));
    expect_words(text, "percent of its CPU\na                     1.00      0.00      0.00     99.00\n");
    expect_words(text,
                 "all of the run\na                        7         0          0         0          0     50.00 %\n");
    expect_words(
        text,
        "address resolution\na                        4         0         0         0      0.0 us             0\n");
    expect_words(text, "round trip 200.00 us (p99 200.00), 1 of 10 segments sent again, 0 timeouts\n");
}

TEST(TrafficSummary, HasTheMeansOfSeveralRuns) {
    const std::string text = summary(results_of(2));
    expect_words(text,
                 "percent of its CPU, mean of the runs\na                     1.50      0.00      0.00     98.50\n");
    expect_words(text,
                 "all of the run, mean of the runs\na                      7.5       0.0        0.0       0.0        "
                 "0.0     62.50 %\n");
    expect_words(text,
                 "address resolution, mean of the runs\na                      4.5       0.0       0.0       0.0      "
                 "0.0 us           0.0\n");
    expect_words(text, "round trip 500.00 us (p99 600.00) +- 0.000, 3 of 21 segments sent again, 1 timeout\n");
    EXPECT_EQ(text.find("Jain"), std::string::npos);
}

TEST(TrafficSummary, ComparesNoPayloadWithFrames) {
    TrafficResults r = results_of(1);
    const auto add = [&r](const char* name, bool frames, std::uint64_t octets) {
        FlowResult f;
        f.name = name, f.signs.datagrams = f.signs.frames = frames;
        f.outcome.octets = octets, f.outcome.end = base::kSecond;
        r.flows.push_back(f);
    };
    r.flows.clear();
    add("load", true, 1'000'000), add("one", false, 1'000);
    EXPECT_EQ(summary(r).find("Jain"), std::string::npos);
    add("two", false, 3'000);
    expect_words(summary(r), "Jain's index of the rates: 0.8000\n");
    r.flows.erase(r.flows.begin() + 1, r.flows.end());
    add("more", true, 3'000'000);
    expect_words(summary(r), "Jain's index of the rates: 0.8000\n");
}

TEST(TrafficSummary, TheTerminalHasTheRoundTripsOfAllRuns) {
    expect_words(to_text(brief(results_of(2)), "f", 100), "  ask: 500.00 us, 99 % within 600.00 us\n");
}

}  // namespace
}  // namespace niclab::lab
