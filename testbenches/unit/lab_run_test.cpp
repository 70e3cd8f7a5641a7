// How a run of an experiment ends. run() prepares the simulation itself: no fixture.
#include <gtest/gtest.h>

#include <algorithm>

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

}  // namespace
}  // namespace niclab::lab
