#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "core/clocked.h"
#include "core/contexts.h"
#include "core/fifo.h"
#include "core/mailbox.h"
#include "support/sim_test.h"

namespace niclab::core {
namespace {

/// Takes every item of a mailbox, asleep in between or not, and notes when.
class Sleeper : public Clocked {
public:
    Sleeper(sc_core::sc_module_name name, Clock& clk, Mailbox<int>& in, bool sleeps = true)
        : Clocked(name, clk), in_(in), sleeps_(sleeps) {
        in.set_consumer(*this);
        call_at_edges<&Sleeper::on_clock>(*this);
    }
    std::vector<std::pair<Femtoseconds, int>> taken;

private:
    void on_clock() {
        if (in_.has_item()) {
            taken.emplace_back(now_fs(), in_.item());
            in_.take();
        } else if (sleeps_) {
            sleep();
        }
    }
    Mailbox<int>& in_;
    const bool sleeps_;
};

/// A context as SystemC creates it, for a user of the library without niclab's time resolution.
TEST(ClockResolution, AKernelThatCountsInPicosecondsIsRefusedWithASentence) {
    sc_core::sc_simcontext* const before = sc_core::sc_get_curr_simcontext();
    const Context made_by_systemc(new sc_core::sc_simcontext);
    sc_core::sc_curr_simcontext = made_by_systemc.get();
    try {
        const Clock clock("clock", Clock::Config{});
        ADD_FAILURE() << "a clock of 30.303030 ns was built on a grid of 1 ps";
    } catch (const std::logic_error& e) {
        EXPECT_STREQ(e.what(),
                     "clock: time resolution 1 ps; expected 1 fs, call niclab::core::set_time_resolution() "
                     "before anything else of SystemC");
    }
    sc_core::sc_curr_simcontext = before;
}

struct Bench {
    Clock clock{"clock", {1000, 500, false}};
    Mailbox<int> mailbox{"mailbox"};
    Sleeper sleeper{"sleeper", clock, mailbox};
};

using ClockTest = test::SimTest;

TEST_F(ClockTest, EdgesKeepTheirGridWhileTheClockSleeps) {
    Bench b;
    run(from_fs(10'200));
    EXPECT_TRUE(b.sleeper.asleep());
    EXPECT_EQ(b.clock.cycle(), 10u);  // 500 .. 9500
    EXPECT_LE(b.clock.activity().calls, 3u);
    b.mailbox.post(7);
    run(from_fs(5'000));
    ASSERT_EQ(b.sleeper.taken.size(), 1u);
    EXPECT_EQ(b.sleeper.taken[0].first, 10'500u);
    EXPECT_EQ(b.sleeper.taken[0].second, 7);
    EXPECT_TRUE(b.sleeper.asleep());
}

TEST_F(ClockTest, ASlipMovesTheGridOnce) {
    Bench b;
    run(from_fs(2'700));
    b.clock.slip(300);
    EXPECT_EQ(b.clock.edge_after(now_fs()), 3'800u);
    EXPECT_EQ(b.clock.cycle(), 3u);
    b.mailbox.post(1);
    run(from_fs(2'000));
    ASSERT_EQ(b.sleeper.taken.size(), 1u);
    EXPECT_EQ(b.sleeper.taken[0].first, 3'800u);
    EXPECT_EQ(b.clock.cycle(), 4u);
}

TEST_F(ClockTest, ACursorCountsEdgesUpToATimeOrASlip) {
    Bench b;
    EdgeCursor cursor(b.clock);
    const Femtoseconds first = cursor.edge();
    EXPECT_EQ(cursor.edges_to(first), 1u);
    EXPECT_EQ(cursor.edges_to(first + b.clock.period_fs() - 1), 1u);
    EXPECT_EQ(cursor.edges_to(first + b.clock.period_fs()), 2u);
    run(from_fs(2'700));
    b.clock.slip(300);
    EXPECT_EQ(cursor.edges_to(now_fs() + 9'000), 3u) << "those before the slip";
    EXPECT_EQ(cursor.edges_to(now_fs() + 9'000, 3), 3u);
    EXPECT_EQ(cursor.edges_to(now_fs() + 9'000, 4), 3u) << "likewise";
    EXPECT_EQ(cursor.edges_to(first + 1'500, 3), 2u);
    EXPECT_EQ(cursor.edges_to(first + 1'500, 1), 1u);
    cursor.advance(3);
    cursor.settle();
    EXPECT_EQ(cursor.edge(), 3'800u);
    EXPECT_EQ(cursor.edges_to(5'800), 3u);
}

/// Notes its edges, two apart.
class Napper : public Clocked {
public:
    Napper(sc_core::sc_module_name name, Clock& clk) : Clocked(name, clk) { call_at_edges<&Napper::on_clock>(*this); }
    std::vector<Femtoseconds> edges;

private:
    void on_clock() {
        edges.push_back(now_fs());
        sleep_for(2);
    }
};

/// Called before the clock in the moment of an edge.
class Waker : public sc_core::sc_module {
public:
    Waker(sc_core::sc_module_name name, Femtoseconds at) : sc_module(name) { due_.at(at); }
    std::function<void()> act;

private:
    void on_due() { act(); }
    Timer due_ = Timer::of<&Waker::on_due>(*this);
};

TEST_F(ClockTest, AWishIsMetThoughAModuleIsWokenInTheVeryMomentOfItsEdge) {
    Waker waker("waker", 4'500);
    Bench b;
    Napper napper("napper", b.clock);
    waker.act = [&] {
        EXPECT_TRUE(b.sleeper.asleep());
        b.mailbox.post(3);
    };
    run(from_fs(10'000));
    EXPECT_EQ(napper.edges, (std::vector<Femtoseconds>{500, 2'500, 4'500, 6'500, 8'500}));
    ASSERT_EQ(b.sleeper.taken.size(), 1u);
    EXPECT_EQ(b.sleeper.taken[0].first, 5'500u);
}

TEST_F(ClockTest, EdgesAreCountedWhereverOneAsks) {
    Bench b;
    EXPECT_EQ(b.clock.edge_after(7'000), 7'500u);
    EXPECT_EQ(b.clock.edge_after(100), 500u);
    EXPECT_EQ(b.clock.cycle(), 0u);
    run(from_fs(500));
    EXPECT_EQ(b.clock.cycle(), 1u);
    run(from_fs(999));
    EXPECT_EQ(b.clock.cycle(), 1u);
    run(from_fs(1));
    EXPECT_EQ(b.clock.cycle(), 2u);
    EXPECT_EQ(b.clock.edge_after(500), 1'500u) << "before the edge asked for last";
    run(from_fs(8'000));
    EXPECT_EQ(b.clock.cycle(), 10u);
    b.clock.retune(300);
    run(from_fs(1'000));
    EXPECT_EQ(b.clock.cycle(), 11u);
    EXPECT_EQ(b.clock.edge_after(now_fs()), 10'800u);
    run(from_fs(900));
    EXPECT_EQ(b.clock.cycle(), 14u);
}

class Producer : public Clocked {
public:
    Producer(sc_core::sc_module_name name, Clock& clk, Mailbox<int>& out) : Clocked(name, clk), out_(out) {
        call_at_edges<&Producer::on_clock>(*this);
    }

private:
    void on_clock() {
        if (clock().cycle() % 3 == 0 && !out_.full()) out_.post(static_cast<int>(clock().cycle()));
    }
    Mailbox<int>& out_;
};

TEST_F(ClockTest, WhatIsPostedOnOneEdgeIsSeenOnTheNextWhateverTheOrder) {
    Clock clock{"clock", {1000, 1000, false}};
    Mailbox<int> a{"a"}, c{"c"}, e{"e"};
    Sleeper first{"first", clock, a};
    Producer to_first{"to_first", clock, a};
    Producer to_second{"to_second", clock, c};
    Sleeper second{"second", clock, c};
    Producer to_third{"to_third", clock, e};
    Sleeper third{"third", clock, e, false};
    run(from_fs(20'500));
    ASSERT_EQ(first.taken.size(), 6u);
    EXPECT_EQ(first.taken, second.taken);
    EXPECT_EQ(first.taken, third.taken);
    for (const auto& [when, what] : first.taken) EXPECT_EQ(when, (static_cast<unsigned>(what) + 1) * 1000u);
}

/// Goes to sleep twice in one call, as two branches of a method may.
class TwiceAsleep : public Clocked {
public:
    TwiceAsleep(sc_core::sc_module_name name, Clock& clk) : Clocked(name, clk) {
        call_at_edges<&TwiceAsleep::on_clock>(*this);
    }

private:
    void on_clock() {
        sleep();
        sleep();
    }
};

TEST_F(ClockTest, WhoGoesToSleepTwiceLetsGoOfTheClockOnce) {
    Clock clock{"clock", {1000, 500, false}};
    Mailbox<int> mailbox{"mailbox"};
    TwiceAsleep twice{"twice", clock};
    Producer awake{"awake", clock, mailbox};
    run(from_fs(20'000));
    EXPECT_TRUE(twice.asleep());
    EXPECT_EQ(awake.activity().calls, 20u);  // It is also the clock of that one.
}

/// Notes that it was called.
class Caller : public sc_core::sc_module {
public:
    Caller(sc_core::sc_module_name name, std::string& calls) : sc_module(name), calls_(calls) {}
    void on_clock() { calls_ += basename()[0]; }

private:
    std::string& calls_;
};

TEST_F(ClockTest, WhoWatchesIsCalledFirstWhoeverCameFirst) {
    Clock clock{"clock", {1000, 500, true}};
    std::string calls;
    Caller first("first", calls), watcher("watcher", calls), last("last", calls);
    clock.attach(edge_call<&Caller::on_clock>(first));
    clock.observe(edge_call<&Caller::on_clock>(watcher));
    clock.attach(edge_call<&Caller::on_clock>(last));
    run(from_fs(2'000));
    EXPECT_EQ(calls, "wflwfl");
}

TEST_F(ClockTest, AFifoShowsNothingOfTheSameDeltaCycle) {
    Fifo<int> fifo("fifo", 2);
    EXPECT_EQ(fifo.free(), 2u);
    fifo.push(1);
    EXPECT_TRUE(fifo.empty());
    run(from_fs(1));
    ASSERT_EQ(fifo.size(), 1u);
    EXPECT_EQ(fifo.front(), 1);
    fifo.pop();
    EXPECT_TRUE(fifo.empty());
    EXPECT_EQ(fifo.free(), 1u);  // the place is seen free after the update
    run(from_fs(1));
    EXPECT_EQ(fifo.free(), 2u);
}

/// Writes a wire at each edge.
class Scribbler : public Clocked {
public:
    Scribbler(sc_core::sc_module_name name, Clock& clk, Wire<bool>& wire) : Clocked(name, clk), wire_(wire) {
        call_at_edges<&Scribbler::on_clock>(*this);
    }

private:
    void on_clock() { wire_.write(!wire_.read()); }
    Wire<bool>& wire_;
};

TEST_F(ClockTest, ASecondWriterOnOneClockIsNamedInDebugBuilds) {
    if (!kCheckWriters) GTEST_SKIP() << "a release build";
    Clock clock("clock", {1000, 500, false});
    Wire<bool> wire("wire");
    Scribbler first("first", clock, wire), second("second", clock, wire);
    try {
        run(from_fs(3000));
        FAIL() << "two modules wrote one wire";
    } catch (const std::exception& e) {
        EXPECT_NE(std::string(e.what()).find("wire: written by first and second; expected one writer"),
                  std::string::npos);
    }
}

}  // namespace
}  // namespace niclab::core
