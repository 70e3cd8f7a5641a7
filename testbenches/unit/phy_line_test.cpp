// Two PHYs back to back: what arrives, how it is spaced, how long it takes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/line_bench.h"
#include "support/sim_test.h"

namespace niclab {
namespace {

using sc_core::sc_time;
using sc_core::SC_US;

class PhyLine : public test::SimTest {
protected:
    static void synchronise(test::LineBench& bench) {
        run(sc_time(1200, SC_US));
        ASSERT_TRUE(bench.a.phy.in_sync());
        ASSERT_TRUE(bench.b.phy.in_sync());
    }
};

TEST_F(PhyLine, CellsArriveIntactBothWaysAndNoBipIsWrong) {
    test::LineBench bench;
    synchronise(bench);
    for (unsigned i = 0; i < 100; ++i) {
        bench.a.source.wanted.push_back(test::make_cell(0xF40, i));
        bench.b.source.wanted.push_back(test::make_cell(0x123, i * 3));
    }
    run(sc_time(400, SC_US));
    for (auto [from, to] : {std::pair{&bench.a, &bench.b}, std::pair{&bench.b, &bench.a}}) {
        ASSERT_EQ(from->sent.size(), 100u);
        ASSERT_EQ(to->received.size(), 100u);
        for (unsigned i = 0; i < 100; ++i)
            EXPECT_TRUE(std::equal(from->sent[i].first.payload(), from->sent[i].first.payload() + 48,
                                   to->received[i].first.payload()));
        EXPECT_EQ(to->sink.words.size(), 1300u);
        EXPECT_EQ(to->phy.overhead_stats().b1_errors, 0u);
        EXPECT_EQ(to->phy.overhead_stats().b2_errors, 0u);
        EXPECT_EQ(to->phy.overhead_stats().b3_errors, 0u);
        EXPECT_EQ(to->phy.receive_stats().hcs_dropped, 0u);
        EXPECT_EQ(to->rx.stats().parity_errors + to->rx.stats().soc_errors, 0u);
    }
    EXPECT_GT(bench.b.phy.overhead_stats().frames, 10u);
}

TEST_F(PhyLine, SaturatedCellsAreSpacedByTheFrame) {
    test::LineBench bench;
    synchronise(bench);
    for (unsigned i = 0; i < 2000; ++i) bench.a.source.wanted.push_back(test::make_cell(0xF40, i));
    run(sc_time(5700, SC_US));
    const auto& sent = bench.a.sent;
    ASSERT_EQ(sent.size(), 2000u);
    unsigned with_gap = 0;
    for (std::size_t i = 1; i < sent.size(); ++i) {
        const auto octets = (sent[i].second - sent[i - 1].second) / test::LineBench::kPeriod;
        EXPECT_TRUE(octets == 53 || octets == 63) << octets;
        with_gap += octets == 63;
    }
    const double mean_us = static_cast<double>(sent.back().second - sent.front().second) / 1999 * 1e-9;
    EXPECT_NEAR(mean_us, 424 / 149.76, 0.0028);
    EXPECT_NEAR(with_gap / 1999.0, 0.204, 0.01);
}

TEST_F(PhyLine, LatencyBehindAFullTransmitFifoHasTwoValues) {
    test::LineBench bench;
    synchronise(bench);
    std::vector<double> us;
    for (unsigned i = 0; i < 400; ++i) {
        bench.a.source.wanted.push_back(test::make_cell(0xF40, i));
        run(sc_time(11'000 + 137 * (i % 50), sc_core::SC_NS));
    }
    run(sc_time(100, SC_US));
    ASSERT_EQ(bench.b.received.size(), 400u);
    for (unsigned i = 0; i < 400; ++i)
        us.push_back(static_cast<double>(bench.b.received[i].second - bench.a.sent[i].second) * 1e-9);
    const double low = *std::min_element(us.begin(), us.end()), high = *std::max_element(us.begin(), us.end());
    double mean = 0;
    for (const double x : us) mean += x / 400;
    std::printf("phy in to phy out: min %.3f mean %.3f max %.3f us\n", low, mean, high);
    EXPECT_NEAR(mean, 13.54, 0.03);        // calibrated: pipeline_octets
    EXPECT_NEAR(high - low, 0.514, 0.11);  // one SONET gap and a clock of crossing
    for (const double x : us) EXPECT_TRUE(x - low < 0.06 || high - x < 0.06) << x;
}

TEST_F(PhyLine, TheFiberAddsItsLength) {
    fiber::Config span;
    span.length_m = 1000;
    test::LineBench bench({}, 0, span);
    synchronise(bench);
    bench.a.source.wanted.push_back(test::make_cell(0xF40, 1));
    run(sc_time(100, SC_US));
    ASSERT_EQ(bench.b.received.size(), 1u);
    const double us = static_cast<double>(bench.b.received[0].second - bench.a.sent[0].second) * 1e-9;
    EXPECT_NEAR(us, 13.3 + 5.0, 0.6);
}

TEST_F(PhyLine, ClocksThatDifferLoseNothing) {
    test::LineBench bench({}, 100);
    synchronise(bench);
    for (unsigned i = 0; i < 500; ++i) {
        bench.a.source.wanted.push_back(test::make_cell(0xF40, i));
        bench.b.source.wanted.push_back(test::make_cell(0x041, i));
    }
    run(sc_time(1600, SC_US));
    EXPECT_EQ(bench.a.received.size(), 500u);
    EXPECT_EQ(bench.b.received.size(), 500u);
}

TEST_F(PhyLine, WithoutNullCellsThePhyFillsWithIdleCells) {
    test::LineBench bench;
    bench.a.source.null_cells = false;
    synchronise(bench);
    EXPECT_GT(bench.a.phy.tacp().idle_cells(), 300u);
    bench.a.source.wanted.push_back(test::make_cell(0xF40, 1));
    run(sc_time(60, SC_US));
    ASSERT_EQ(bench.b.received.size(), 1u);
    const double us = static_cast<double>(bench.b.received[0].second - bench.a.sent[0].second) * 1e-9;
    EXPECT_LT(us, 11.6);  // nothing queued before it, but a whole cell to collect twice
}

TEST_F(PhyLine, APayloadBitOnTheLineIsCountedByAllThreeParities) {
    test::LinePair line;
    line.corrupt = [](unsigned n, std::uint8_t octet) {
        return static_cast<std::uint8_t>(n == 12 * sonet::kSts3c.frame_octets + 700 ? octet ^ 0x10 : octet);
    };
    line.run(20 * sonet::kSts3c.frame_octets);
    EXPECT_EQ(line.rx.stats().b1_errors, 1u);
    EXPECT_EQ(line.rx.stats().b2_errors, 1u);
    EXPECT_EQ(line.rx.stats().b3_errors, 1u);
    EXPECT_TRUE(line.rx.in_frame());
}

}  // namespace
}  // namespace niclab
