/// The time of TXEN's rise after carrier, after an own frame and after a collision: exact to the
/// bit, without a kernel.
#include <gtest/gtest.h>

#include "support/mac_script.h"

namespace niclab::test {

TEST(Deferral, AStationBeginsAGapBehindTheCarrierOfOthersAndNotABitEarlier) {
    for (const unsigned busy : {1u, 40u, 5000u}) {
        MacScript mac;
        mac.run(1, true);
        mac.send(60);
        mac.run(busy, true);
        EXPECT_EQ(mac.run_until_sending(false), 96u) << busy;
        EXPECT_EQ(mac.source.begun.size(), 1u);
        mac.finish();
        EXPECT_TRUE(mac.source.ended_.at(0).status.deferred);
    }
}

TEST(Deferral, AQuietMediumIsTakenAtOnce) {
    MacScript mac;
    mac.run(1000, false);
    mac.send(60);
    EXPECT_EQ(mac.run_until_sending(false), 0u);
    mac.finish();
    EXPECT_FALSE(mac.source.ended_.at(0).status.deferred);
}

TEST(Deferral, CarrierInTheFirstPartBeginsTheGapAnewAndInTheSecondIsIgnored) {
    for (unsigned after = 1; after < 96; ++after) {
        MacScript mac;
        mac.run(1, true);
        mac.send(60);
        mac.run(100, true);
        mac.run(after, false);  // the first of these sees carrier gone
        ASSERT_FALSE(mac.machine.drive().en);
        // Carrier is back for good: a station in part two sends all the same.
        const bool sends = mac.run_until_sending(true, 200) < 200;
        EXPECT_EQ(sends, after > 64) << after;
    }
}

TEST(Deferral, BehindAnOwnFrameTheGapBeginsWithItsEnd) {
    for (unsigned echo = 0; echo <= 17; ++echo) {
        MacScript mac;
        mac.send(60), mac.send(60);
        mac.run_until_sending(false);
        mac.finish();
        mac.run(echo, true);
        mac.run_until_sending(false);
        // What lingers longer than an own echo is the carrier of others: it is first sampled gone a
        // clock later.
        EXPECT_EQ(mac.rose - mac.fell, echo < 16 ? 96 : echo + 1 + 96) << echo;
    }
}

TEST(Deferral, CarrierDoesNotBeginTheGapBehindAnOwnFrameAnew) {
    MacScript mac;
    mac.send(60), mac.send(60);
    mac.run_until_sending(false);
    mac.finish();
    mac.run(30, false);
    mac.run_until_sending(true);
    EXPECT_EQ(mac.rose - mac.fell, 96u);
}

TEST(Deferral, InFullDuplexOnlyTheGapIsKept) {
    ether::MacRules rules;
    rules.full_duplex = true;
    MacScript mac(rules);
    mac.send(60), mac.send(60);
    EXPECT_EQ(mac.run_until_sending(true), 0u);
    mac.finish(true);
    mac.run_until_sending(true);
    EXPECT_EQ(mac.rose - mac.fell, 96u);
    EXPECT_EQ(mac.machine.stats().collisions, 0u);
}

TEST(Deferral, WaitingLongerThanTwoLongestFramesIsExcessive) {
    for (const unsigned waits : {24'288u, 24'289u}) {
        MacScript mac;
        mac.run(1, true);
        mac.send(60);
        mac.run(waits - 96, true);  // each of them, and 96 more
        mac.run_until_sending(false);
        mac.finish();
        EXPECT_EQ(mac.source.ended_.at(0).status.excess_deferral, waits > 24'288) << waits;
    }
}

TEST(Deferral, NibblesKeepTheSameGap) {
    MacScript mac({}, 4);
    mac.run(1, true);
    mac.send(60);
    mac.run(50, true);
    EXPECT_EQ(mac.run_until_sending(false), 24u);
}

// Dozing: what only counts may be left out.
TEST(Deferral, SkippedClocksChangeNothing) {
    base::RandomStream random(7, "skipped");
    for (unsigned trial = 0; trial < 300; ++trial) {
        MacScript every, dozing;
        dozing.may_doze = true;
        for (unsigned step = 0; step < 60; ++step) {
            const bool crs = random.chance(0.5), col = random.chance(0.2);
            const auto clocks = unsigned(random.chance(0.3) ? random.uniform(1, 3000) : random.uniform(1, 100));
            if (random.chance(0.3)) every.send(60), dozing.send(60);
            for (unsigned i = 0; i < clocks; ++i) {
                every.clock(crs, col), dozing.clock(crs, col);
                ASSERT_EQ(every.machine.drive().en, dozing.machine.drive().en) << trial << " " << step;
            }
        }
        ASSERT_EQ(every.source.slots, dozing.source.slots);
        ASSERT_GT(dozing.dozed, 0u);
    }
}

}  // namespace niclab::test
