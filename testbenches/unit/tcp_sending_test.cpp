// What is sent when: windows, slow start, timeouts, Nagle, against closed forms in round trips and
// segments.
#include <gtest/gtest.h>

#include "support/tcp_bench.h"

namespace niclab::tcp {
namespace {

using base::kMillisecond;
using base::kSecond;
using test::config;
using test::plain;
using test::TcpBench;

TEST(Tcp, AnEmptyWindowOfOneSegmentIsStopAndWait) {
    TcpBench b(plain(), config(1000, 1000));
    b.open();
    const auto begin = b.now;
    b.send(10'000'000);
    b.run(begin + kSecond);
    EXPECT_NEAR(double(b.in_order), 1000.0 * 100, 1000);  // MSS / RTT, RTT 10 ms
}

TEST(Tcp, AWindowCarriesItsWholeSegmentsInARoundTrip) {
    Policy p = plain();
    p.update_segments = 1;  // Data that is read at once is advertised at once.
    TcpBench b(p, config(1000, 6900));
    b.open();
    b.send(100'000'000);
    b.run(b.now + kSecond);
    const auto begin = b.now;
    const std::uint64_t before = b.in_order;
    b.run(begin + kSecond);
    EXPECT_NEAR(double(b.in_order - before), 6 * 1000.0 * 100, 12000);
}

TEST(Tcp, SlowStartDoublesWithAnAckForEachSegment) {
    TcpBench b(plain());
    b.open();
    const auto begin = b.now;
    b.send(1'000'000);
    b.run(begin + 45 * kMillisecond);
    for (unsigned round = 0; round < 5; ++round)
        EXPECT_EQ(b.sent_in(begin + round * 10 * kMillisecond, begin + (round + 1) * 10 * kMillisecond), 1u << round);
}

TEST(Tcp, SlowStartGrowsByHalfWithAnAckForEverySecond) {
    Policy p = plain();
    p.ack = {AckRule::Count::Segments, 2};
    p.initial_window = 2;
    TcpBench b(p);
    b.open();
    const auto begin = b.now;
    b.send(1'000'000);
    b.run(begin + 35 * kMillisecond);
    const std::size_t rounds[] = {2, 3, 5};  // 2, +1, then acks for 2 of 3 and for the third with the next
    for (unsigned round = 0; round < 2; ++round)
        EXPECT_EQ(b.sent_in(begin + round * 10 * kMillisecond, begin + (round + 1) * 10 * kMillisecond), rounds[round]);
}

TEST(Tcp, TimeoutsDoubleUpToTheLongest) {
    Policy p = plain();
    p.rto_min = p.rto_initial = kSecond;
    TcpBench b(p);
    b.open();
    b.lose = [](unsigned from, const Segment&) { return from == 0; };
    b.send(500);
    b.run(b.now + 400 * kSecond);
    const auto sent = b.data();
    ASSERT_GE(sent.size(), 10u);
    for (std::size_t k = 1; k < 10; ++k)
        EXPECT_NEAR(base::to_s(sent[k].at - sent[k - 1].at), std::min(64.0, double(1u << (k - 1))), 0.002) << k;
}

TEST(Tcp, TheThirdDuplicateSendsAgainTheSecondDoesNot) {
    for (const unsigned after : {2u, 3u}) {
        Policy p = plain();
        p.initial_window = 1 + after;
        TcpBench b(p);
        b.open();
        bool lost = false;
        b.lose = [&lost](unsigned from, const Segment& s) {
            return from == 0 && s.length > 0 && !std::exchange(lost, true);
        };
        const auto begin = b.now;
        b.send(1000 * (1 + after));
        b.run(begin + 200 * kMillisecond);
        EXPECT_EQ(b.ends[0].sender().stats().duplicates, after);
        EXPECT_EQ(b.ends[0].sender().stats().fast_retransmits, after == 3 ? 1u : 0u);
        EXPECT_EQ(b.in_order, after == 3 ? 4000u : 0u);
        b.run(begin + 2 * kSecond);
        EXPECT_EQ(b.in_order, 1000u * (1 + after));  // the timeout mends the other
        EXPECT_EQ(b.ends[0].sender().stats().timeouts, after == 3 ? 0u : 1u);
    }
}

TEST(Tcp, WithoutFastRetransmitOnlyTheTimeoutMends) {
    Policy p = plain();
    p.initial_window = 5;
    p.fast_retransmit = false;
    TcpBench b(p);
    b.open();
    bool lost = false;
    b.lose = [&lost](unsigned from, const Segment& s) {
        return from == 0 && s.length > 0 && !std::exchange(lost, true);
    };
    const auto begin = b.now;
    b.send(5000);
    b.run(begin + 499 * kMillisecond);
    EXPECT_EQ(b.in_order, 0u);
    b.run(begin + kSecond);
    EXPECT_EQ(b.in_order, 5000u);
}

TEST(Tcp, NagleLetsOneSmallSegmentGoInARoundTrip) {
    for (const bool nagle : {true, false}) {
        Policy p = plain();
        p.nagle = nagle;
        p.initial_window = 40;
        TcpBench b(p);
        b.open();
        for (int k = 0; k < 19; ++k) {
            b.send(10);
            b.run(b.now + kMillisecond);
        }
        EXPECT_EQ(b.data().size(), nagle ? 2u : 19u);
        b.run(b.now + kSecond);
        EXPECT_EQ(b.in_order, 190u);
    }
}

TEST(Tcp, AZeroWindowIsProbedAndItsOpeningNeverMissed) {
    TcpBench b(plain(), config(1000, 4000));
    b.open();
    b.reads = false;
    b.send(20'000);
    b.run(b.now + 30 * kSecond);
    EXPECT_EQ(b.in_order, 4000u);
    const auto probes = b.ends[0].sender().stats().probes;
    EXPECT_GE(probes, 3u);
    EXPECT_EQ(b.ends[0].sender().peer_window(), 0u);
    // The update itself is lost: only a probe can find it.
    b.lose = [](unsigned from, const Segment&) { return from == 1; };
    b.ends[1].read(b.now, b.ends[1].readable());
    b.flush();
    b.lose = [](unsigned, const Segment&) { return false; };
    b.reads = true;
    b.run(b.now + 200 * kSecond);
    EXPECT_EQ(b.in_order, 20'000u);
}

TEST(Tcp, TheTailOfAWriteGoesAloneWherePolicySays) {
    for (const std::uint32_t least : {0u, 4095u}) {
        Policy p = plain();
        p.tail_alone = least;
        p.initial_window = 20;
        TcpBench b(p, config(9140, 65535));
        b.open();
        b.send(3 * 14'000, 14'000);
        b.run(b.now + kSecond);
        const std::size_t whole = 5;  // 42 000 octets in segments of 9140
        EXPECT_EQ(b.data().size(), least == 0 ? whole : 6u);
    }
}

}  // namespace
}  // namespace niclab::tcp
