// How a run of an experiment ends. run() prepares the simulation itself: no fixture.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lab/experiment/catalog.h"
#include "lab/run/runner.h"

namespace niclab::lab {
namespace {

Experiment experiment(const char* name, const std::vector<std::string>& assignments) {
    Overrides overrides;
    overrides.assignments = assignments;
    return read_experiment(find_file(Kind::Experiment, name, "."), overrides);
}

bool mentions(const std::vector<std::string>& notes, const std::string& words) {
    return std::any_of(notes.begin(), notes.end(),
                       [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

TEST(Run, EndsByItselfWhenEveryPacketHasArrived) {
    std::vector<double> fractions;
    RunOptions options;
    options.progress = [&](double fraction, const std::string&) { fractions.push_back(fraction); };
    const Results results = run(experiment("transmit", {"run.runs=3", "workload.sizes=[100]"}), options);
    EXPECT_EQ(results.runs, 3u);
    EXPECT_FALSE(results.partial);
    EXPECT_TRUE(results.checks_held());
    ASSERT_FALSE(results.pdus.empty());
    ASSERT_EQ(results.pdus[0].second.size(), 3u);
    for (const probe::PduRow& row : results.pdus[0].second) EXPECT_EQ(row.status, "ok");
    for (const probe::Account& account : results.ledger) EXPECT_TRUE(account.balances()) << account.unit;
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_GE(fractions.size(), 3u);
}

TEST(Run, SaysThatItsLimitWasReached) {
    const Results results =
        run(experiment("stream", {"run.limit=\"300 us\"", "workload.count=40", "run.runs=2"}), RunOptions{});
    EXPECT_TRUE(results.partial);
    EXPECT_EQ(results.runs, 0u);
    EXPECT_TRUE(mentions(results.notes, "run.limit was reached"));
    // What was under way is counted: nothing is missing.
    for (const probe::Account& account : results.ledger) EXPECT_TRUE(account.balances()) << account.unit;
}

TEST(Run, StopsWhenItIsInterrupted) {
    const volatile std::sig_atomic_t interrupted = 1;
    RunOptions options;
    options.interrupted = &interrupted;
    const Results results = run(experiment("echo", {"run.runs=1000"}), options);
    EXPECT_TRUE(results.partial);
    EXPECT_EQ(results.runs, 0u);
}

/// Times in microseconds at which the program of a flow at half load calls its system, and then
/// those that the packets need from there.
struct Offered {
    std::vector<double> calls, times;
    static double mean(const std::vector<double>& of) {
        return std::accumulate(of.begin(), of.end(), 0.0) / double(of.size());
    }
};

Offered offered(const std::string& mode, const std::string& count, unsigned runs = 1) {
    const Results results =
        run(experiment("offered_load", {"run.mode=" + mode, "run.limit=\"1 s\"", "workload.count=" + count,
                                        "run.runs=" + std::to_string(runs)}),
            RunOptions{});
    EXPECT_TRUE(results.checks_held());
    EXPECT_EQ(results.runs, runs);
    Offered found;
    for (const probe::PduRow& row : results.pdus.at(0).second) {
        EXPECT_EQ(row.status, "ok");
        found.calls.push_back(double(row.at.front() - row.run_start) * 1e-9);
        found.times.push_back(double(row.at.back() - row.at.front()) * 1e-9);
    }
    return found;
}

TEST(Run, APeriodicFlowSendsAtItsInterval) {
    const Offered found = offered("periodic", "12");
    ASSERT_EQ(found.calls.size(), 12u);
    for (std::size_t k = 0; k < found.calls.size(); ++k) EXPECT_NEAR(found.calls[k], double(k) * 181.2, 1e-6);
    // No packet waits for another: the times differ by the phases of the clocks alone.
    const auto [least, most] = std::minmax_element(found.times.begin(), found.times.end());
    EXPECT_LT(*most - *least, 2 * 2.83);
}

TEST(Run, PacketsOfAPoissonFlowWaitAsInItsQueue) {
    constexpr double kService = 90.6, kLoad = 0.5;
    const Offered random = offered("poisson", "1200");
    std::vector<double> intervals;
    for (std::size_t k = 1; k < random.calls.size(); ++k) intervals.push_back(random.calls[k] - random.calls[k - 1]);
    EXPECT_NEAR(Offered::mean(intervals), 181.2, 3 * 181.2 / std::sqrt(1200));
    const auto shorter = std::count_if(intervals.begin(), intervals.end(), [](double us) { return us < 181.2; });
    EXPECT_NEAR(double(shorter) / 1200, 1 - std::exp(-1.0), 0.05);
    const double wait = Offered::mean(random.times) - *std::min_element(random.times.begin(), random.times.end());
    EXPECT_NEAR(wait, kLoad / (2 * (1 - kLoad)) * kService, 10);
}

TEST(Run, EachRunDrawsOtherTimes) {
    const Offered found = offered("poisson", "3", 2);
    ASSERT_EQ(found.calls.size(), 6u);
    EXPECT_NE(found.calls[1], found.calls[4]);
}

TEST(Run, ALongIntervalIsNoEnd) {
    const Results results = run(
        experiment("offered_load", {"run.mode=periodic", "run.interval=\"30 ms\"", "workload.count=3"}), RunOptions{});
    EXPECT_EQ(results.runs, 1u);
    EXPECT_EQ(results.pdus.at(0).second.size(), 3u);
}

}  // namespace
}  // namespace niclab::lab
