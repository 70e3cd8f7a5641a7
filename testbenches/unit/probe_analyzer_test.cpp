// The trigger machine sample by sample, and the probes' levels 2 ns after an edge.
#include <gtest/gtest.h>

#include "probe/analyzer/analyzer_feed.h"
#include "probe/analyzer/analyzer_output.h"
#include "support/sim_test.h"

namespace niclab::probe {
namespace {

/// Ends of states while `samples` are fed; '.' for a sample that ends none and is not stored, 's'
/// for one that is stored.
std::string follow(const TriggerProgram& program, const std::vector<Sample>& samples) {
    TriggerMachine machine(program);
    machine.restart();
    std::string seen;
    Sample before = 0;
    for (const Sample now : samples) {
        const auto step = machine.feed(before, now);
        seen += step.ended ? static_cast<char>('0' + step.state) : step.store ? 's' : '.';
        before = now;
    }
    return seen;
}

TriggerState find(std::size_t pattern, std::size_t next, unsigned count = 1) {
    TriggerState s;
    s.pattern = pattern, s.next = next, s.count = count;
    return s;
}
TriggerState sink() {
    TriggerState s;
    s.kind = TriggerState::Kind::Sink;
    return s;
}

TEST(TriggerPattern, ValuesEdgesAndDontCare) {
    const TriggerPattern value{0b101, 0b100, 0, 0};
    EXPECT_TRUE(value.matches(0, 0b110));
    EXPECT_FALSE(value.matches(0, 0b101));
    const TriggerPattern rise{0, 0, 0b1, 0}, fall{0, 0, 0, 0b1};
    EXPECT_TRUE(rise.matches(0, 1));
    EXPECT_FALSE(rise.matches(1, 1));
    EXPECT_TRUE(fall.matches(1, 0));
    EXPECT_FALSE(fall.matches(0, 0));
    EXPECT_TRUE((TriggerPattern{}).matches(1, 0));
}

TEST(TriggerMachine, FindsTheNthOccurrence) {
    TriggerProgram p;
    p.patterns = {{1, 1, 0, 0}};
    p.states = {find(0, 1, 3), sink()};
    EXPECT_EQ(follow(p, {1, 0, 1, 0, 0, 1, 1}), ".....0.");
}

TEST(TriggerMachine, WaitsSoManySamples) {
    TriggerProgram p;
    p.patterns = {{1, 1, 0, 0}};
    TriggerState wait;
    wait.kind = TriggerState::Kind::Wait, wait.count = 4, wait.next = 1;
    p.states = {wait, find(0, 2), sink()};
    EXPECT_EQ(follow(p, {1, 1, 1, 1, 0, 1}), "...0.1");
}

/// Bit 0 opens a window of three samples, bit 1 is looked for.
TEST(TriggerMachine, AWindowHoldsItsSamplesAndNoMore) {
    TriggerProgram p;
    p.patterns = {{1, 1, 0, 0}, {2, 2, 0, 0}};
    TriggerState s;
    s.kind = TriggerState::Kind::Within, s.opener = 0, s.pattern = 1, s.count = 3, s.next = 1;
    p.states = {s, sink()};
    EXPECT_EQ(follow(p, {2, 2, 1, 0, 0, 2}), ".....0");  // The third sample after the opener.
    EXPECT_EQ(follow(p, {1, 0, 0, 0, 2}), ".....");      // the fourth is too late
    EXPECT_EQ(follow(p, {1, 0, 1, 0, 0, 2}), ".....0");  // each opener starts the window again
    EXPECT_EQ(follow(p, {3, 0, 0, 0}), "....");          // the opener's own sample does not count
}

TEST(TriggerMachine, StoresWhatTheStateSays) {
    TriggerProgram p;
    p.patterns = {{1, 1, 0, 0}, {2, 2, 0, 0}};
    p.states = {find(0, 1), find(0, 2), find(0, 3), sink()};
    p.states[1].store = TriggerState::Store::Any;
    p.states[2].store = TriggerState::Store::Pattern, p.states[2].stored_pattern = 1;
    EXPECT_EQ(follow(p, {0, 1, 0, 0, 1, 0, 2, 1, 0}), ".0ss1.s2.");
}

class Feed : public test::SimTest {};

TEST_F(Feed, ShowsAChangeTwoNanosecondsAfterItsLaunch) {
    AnalyzerFeed feed({{"HIGH", "a.bus", 4, 4, 0}, {"BIT", "a.bus", 0, 1, 0}, {"GONE", "a.none", 0, 1, 0}});
    const auto bus = feed.add("a", "bus", 8, 0xA0, false);
    EXPECT_EQ(feed.add("a", "other", 8, 0, false), WaveSink::kUnwanted);
    EXPECT_EQ(feed.unconnected(), std::vector<std::string>{"GONE"});
    EXPECT_EQ(feed.sample(0), 0xAu);
    run(sc_core::sc_time(10, sc_core::SC_NS));
    const auto now = core::now_fs();
    feed.change(bus, 0x51);
    EXPECT_EQ(feed.sample(now), 0xAu);
    EXPECT_EQ(feed.sample(now + 1'999'999), 0xAu);
    EXPECT_EQ(feed.sample(now + 2'000'000), 0x15u);
}

}  // namespace
}  // namespace niclab::probe
