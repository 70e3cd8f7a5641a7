#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/clocked.h"
#include "core/dispatcher.h"
#include "core/fifo.h"
#include "core/wire.h"
#include "support/sim_test.h"

namespace niclab::core {
namespace {

using DispatcherTest = test::SimTest;

/// What happened, and how often the kernel moved in between.
struct Log {
    struct Line {
        Femtoseconds at;
        std::string what;
        bool operator==(const Line& o) const { return at == o.at && what == o.what; }
    };
    std::vector<Line> lines;
    void add(const std::string& what) { lines.push_back({now_fs(), what}); }
};
std::ostream& operator<<(std::ostream& os, const Log::Line& l) { return os << l.at << ' ' << l.what; }
using Lines = std::vector<Log::Line>;

/// Called every `period`, with something to do now and then.
class Ticker : public sc_core::sc_module {
public:
    Ticker(sc_core::sc_module_name name, Femtoseconds period, Femtoseconds first, Log& log)
        : sc_module(name), period_(period), log_(log) {
        due_.at(first);
    }
    std::function<void(unsigned n)> at_tick = [](unsigned) {};
    unsigned ticks = 0;

private:
    void tick() {
        log_.add(std::string(basename()));
        due_.in(period_);
        at_tick(ticks++);
    }
    Femtoseconds period_;
    Log& log_;
    Timer due_ = Timer::of<&Ticker::tick>(*this);
};

/// A thread of the kernel that notes when a wire changes, and wakes up on its own now and then.
class Hearer : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Hearer);
    Hearer(sc_core::sc_module_name name, const Wire<int>& wire, Log& log) : sc_module(name), wire_(wire), log_(log) {
        SC_METHOD(on_change);
        sensitive << wire;
        dont_initialize();
        SC_THREAD(sleep_long);
    }

private:
    void on_change() { log_.add("hears " + std::to_string(wire_.read())); }
    void sleep_long() {
        wait(from_fs(4'500));
        log_.add("wakes");
    }
    const Wire<int>& wire_;
    Log& log_;
};

TEST_F(DispatcherTest, RunsAheadOfTheKernelAndKeepsTheOrderOfTime) {
    Log log;
    Ticker a("a", 1'000, 1'000, log), b("b", 700, 1'000, log);
    run(from_fs(3'500));
    EXPECT_EQ(
        log.lines,
        (Lines{{1'000, "a"}, {1'000, "b"}, {1'700, "b"}, {2'000, "a"}, {2'400, "b"}, {3'000, "a"}, {3'100, "b"}}));
    EXPECT_EQ(sc_core::sc_time_stamp(), from_fs(3'500));
    EXPECT_LT(sc_core::sc_delta_count(), 4u);  // not one a tick
}

TEST_F(DispatcherTest, WhatAWireTellsIsHeardAtItsTimeAndBeforeAnythingLater) {
    Log log;
    Wire<int> wire("wire");
    Ticker a("a", 1'000, 1'000, log);
    const Hearer hearer("hearer", wire, log);
    a.at_tick = [&](unsigned n) {
        if (n % 2 == 1) wire.write(int(n));
    };
    run(from_fs(5'500));
    EXPECT_EQ(log.lines, (Lines{{1'000, "a"},
                                {2'000, "a"},
                                {2'000, "hears 1"},
                                {3'000, "a"},
                                {4'000, "a"},
                                {4'000, "hears 3"},
                                {4'500, "wakes"},
                                {5'000, "a"}}));
}

TEST_F(DispatcherTest, NeverGoesBeyondWhatTheKernelHasPlanned) {
    Log log;
    const Wire<int> wire("wire");
    const Ticker a("a", 1'000, 1'000, log);
    const Hearer hearer("hearer", wire, log);
    run(from_fs(5'500));
    EXPECT_EQ(log.lines,
              (Lines{{1'000, "a"}, {2'000, "a"}, {3'000, "a"}, {4'000, "a"}, {4'500, "wakes"}, {5'000, "a"}}));
}

TEST_F(DispatcherTest, NeverGoesBeyondWhereTheKernelWasToldToStop) {
    Log log;
    Ticker a("a", 1'000, 1'000, log);
    run(from_fs(2'999));
    EXPECT_EQ(a.ticks, 2u);
    run(from_fs(1));  // The end of an interval belongs to the next one, as in the kernel.
    EXPECT_EQ(a.ticks, 2u);
    run(from_fs(1));
    EXPECT_EQ(a.ticks, 3u);
    sc_core::sc_start(from_fs(1'500));  // Without a known end nothing runs ahead.
    EXPECT_EQ(a.ticks, 4u);
}

/// Two methods of one edge see the items pushed before it, in either order of calls.
TEST_F(DispatcherTest, WhatIsPushedInAMomentIsSeenInTheNext) {
    Log log;
    Fifo<int> fifo("fifo", 4);
    Ticker reader("reader", 1'000, 1'000, log), writer("writer", 1'000, 1'000, log), late("late", 1'000, 1'000, log);
    std::vector<std::size_t> before, behind;
    reader.at_tick = [&](unsigned) { before.push_back(fifo.size()); };
    writer.at_tick = [&](unsigned n) {
        if (n < 3) fifo.push(int(n));
    };
    late.at_tick = [&](unsigned) { behind.push_back(fifo.size()); };
    run(from_fs(4'500));
    EXPECT_EQ(before, (std::vector<std::size_t>{0, 1, 2, 3}));
    EXPECT_EQ(behind, before);
    EXPECT_EQ(fifo.occupancy(), 3u);
}

TEST_F(DispatcherTest, AskedForNowItIsCalledInTheNextMoment) {
    Log log;
    Fifo<int> fifo("fifo", 4);
    Ticker writer("writer", 1'000, 1'000, log);
    struct Link : sc_core::sc_module {
        Link(sc_core::sc_module_name name, Fifo<int>& in, Log& l) : sc_module(name), fifo(in), log(l) {
            in.call_at_push(due);
        }
        void look() { log.add("sees " + std::to_string(fifo.size())); }
        Fifo<int>& fifo;
        Log& log;
        Timer due = Timer::of<&Link::look>(*this);
    } const link("link", fifo, log);
    writer.at_tick = [&](unsigned n) { fifo.push(int(n)); };
    run(from_fs(2'500));
    EXPECT_EQ(log.lines, (Lines{{1'000, "writer"}, {1'000, "sees 1"}, {2'000, "writer"}, {2'000, "sees 2"}}));
}

TEST_F(DispatcherTest, TellsWhenAnythingIsDue) {
    Log log;
    Wire<int> wire("wire");
    Ticker a("a", 1'000, 6'000, log);
    const Hearer hearer("hearer", wire, log);
    run(from_fs(100));
    EXPECT_EQ(Dispatcher::here()->next_activity(), 4'500u);
    run(from_fs(5'000));
    EXPECT_EQ(Dispatcher::here()->next_activity(), 6'000u);
}

TEST_F(DispatcherTest, WhoIsForgottenIsNotCalled) {
    struct Once : sc_core::sc_module {
        explicit Once(sc_core::sc_module_name name) : sc_module(name) {}
        void call() { ++calls; }
        unsigned calls = 0;
        Timer due = Timer::of<&Once::call>(*this);
    } once("once"), other("other");
    once.due.at(1'000), other.due.at(2'000);
    EXPECT_TRUE(once.due.planned());
    once.due.cancel();
    other.due.at(500);
    run(from_fs(700));
    EXPECT_EQ(once.calls, 0u);
    EXPECT_EQ(other.calls, 1u);
    EXPECT_FALSE(other.due.planned());
}

}  // namespace
}  // namespace niclab::core
