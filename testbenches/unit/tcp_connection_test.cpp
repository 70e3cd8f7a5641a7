// A connection's begin and end, its options and its acks, against closed forms.
#include <gtest/gtest.h>

#include "support/tcp_bench.h"

namespace niclab::tcp {
namespace {

using base::kMillisecond;
using base::kSecond;
using test::config;
using test::plain;
using test::TcpBench;

TEST(Tcp, AnAckWaitsForTheNthSegmentOrItsTime) {
    for (const unsigned n : {2u, 4u}) {
        Policy p = plain();
        p.ack = {AckRule::Count::Full, n};
        p.ack_delay = {50 * kMillisecond, false};
        p.initial_window = 8;
        p.update_segments = 100;
        p.restart_after_idle = false;
        TcpBench b(p);
        b.open();
        const std::size_t before = b.acks().size();
        auto begin = b.now;
        b.send(1000 * (n - 1), 100000);
        b.run(begin + b.delay + 50 * kMillisecond - 1);
        EXPECT_EQ(b.acks().size(), before);
        b.run(begin + b.delay + 50 * kMillisecond);
        EXPECT_EQ(b.acks().size(), before + 1);
        b.run(begin + kSecond);
        begin = b.now;
        b.send(1000 * n, 100000);
        b.run(begin + b.delay);
        EXPECT_EQ(b.acks().size(), before + 2);  // the nth at once
    }
}

Policy adapting(unsigned most) {
    Policy p = plain();
    p.ack = {AckRule::Count::Full, most, true};
    p.ack_delay = {50 * kMillisecond, false};
    p.initial_window = 32;
    p.update_segments = 100;
    return p;
}

/// Sends `segments`, each when the one before has arrived. Returns how many acks went.
std::size_t acks_for(TcpBench& b, std::size_t segments) {
    const std::size_t before = b.acks().size();
    for (std::size_t k = 0; k < segments; ++k) {
        b.send(1000);
        b.run(b.now + b.delay);
    }
    return b.acks().size() - before;
}

/// Each of the first two, then two segments, three, and so on up to the most.
TEST(Tcp, AnAckRuleThatAdaptsWaitsForOneSegmentMoreEachTime) {
    TcpBench b(adapting(6));
    b.open();
    for (const std::size_t n : {1, 1, 2, 3, 4, 5, 6, 6, 6}) {
        EXPECT_EQ(acks_for(b, n - 1), 0u) << n;
        EXPECT_EQ(acks_for(b, 1), 1u) << n;
    }
}

TEST(Tcp, AnAckRuleThatAdaptsLeavesHalfTheBufferToTheSender) {
    TcpBench b(adapting(6), config(1000, 2500));
    b.reads = false;
    b.open();
    EXPECT_EQ(acks_for(b, 2), 2u);
}

/// The delay ran out over more than a segment: the next one is acknowledged, and at most one less
/// than before waits.
TEST(Tcp, AnAckRuleThatAdaptsFallsWhereItsSenderWaits) {
    TcpBench b(adapting(8));
    b.open();
    EXPECT_EQ(acks_for(b, 1 + 1 + 2), 3u);
    EXPECT_EQ(acks_for(b, 2), 0u) << "three are wanted";
    b.run(b.now + 50 * kMillisecond);
    EXPECT_EQ(acks_for(b, 1), 1u);
    EXPECT_EQ(acks_for(b, 2 + 3 + 4 + 5 + 6 + 7), 6u);
    EXPECT_EQ(acks_for(b, 7), 1u) << "seven is the most now";
}

TEST(Tcp, AnAckThatWaitsForAClockGoesWithItsTick) {
    Policy p = plain();
    p.ack = {AckRule::Count::Segments, 2};
    p.ack_delay = {200 * kMillisecond, true};
    TcpBench b(p);
    b.open();
    b.run(330 * kMillisecond);
    b.send(100);
    b.run(400 * kMillisecond - 1);
    const std::size_t before = b.acks().size();
    b.run(400 * kMillisecond);
    EXPECT_EQ(b.acks().size(), before + 1);
}

TEST(Tcp, AcksByOctetsComeWithEachLargeSegment) {
    Policy p = policy("linux20");
    TcpBench b(p, config(9140, 60000));
    b.open();
    const std::size_t before = b.acks().size();
    b.reads = false;
    b.send(9140);
    b.run(b.now + b.delay);
    EXPECT_EQ(b.acks().size(), before + 1);
}

TEST(Tcp, TheWindowOnTheLineIsScaledButNotThatOfASyn) {
    Policy p = plain();
    p.window_scale = true;
    TcpBench b(p, config(9140, 1'572'864));
    b.reads = false;
    b.open();
    EXPECT_EQ(b.log[0].segment.window_shift, 5);  // 65535 << 4 is 1 048 560, too little
    EXPECT_EQ(b.log[0].segment.window, 65535);
    b.send(100);
    b.run(b.now + kSecond);
    EXPECT_EQ(b.acks().back().segment.window, (1'572'864u - 100) >> 5);
}

TEST(Tcp, NoScaleWithoutBothSides) {
    Policy scaling = plain();
    scaling.window_scale = true;
    const ConnectionConfig c = config(1000, 200'000);
    test::TcpPair b(scaling, plain(), c, c);
    b.connect();
    b.run(kSecond);
    EXPECT_FALSE(b.log[1].segment.window_shift.has_value());
    EXPECT_EQ(b.ends[0].sender().peer_window(), 65535u);
}

TEST(Tcp, SequenceNumbersWrap) {
    ConnectionConfig c = config(1000, 60000);
    c.initial_sequence = 0u - 1000;
    TcpBench b(plain(), c);
    b.open();
    b.send(1'000'000);
    b.run(b.now + 20 * kSecond);
    EXPECT_EQ(b.in_order, 1'000'000u);
    EXPECT_EQ(b.ends[0].sender().stats().retransmitted, 0u);
}

TEST(Tcp, AWindowIsRoundedUpToWholeSegmentsWherePolicySays) {
    Policy p = plain();
    p.round_window = RoundWindow::Up;
    TcpBench b(p, config(1460, 8192));
    b.open();
    b.send(10);
    b.run(b.now + kSecond);
    EXPECT_EQ(b.acks().back().segment.window, 6 * 1460 - 10);  // Advertised before the ten were read.
}

TEST(Tcp, BothSidesCloseAndEverythingArrives) {
    TcpBench b(plain());
    b.open();
    b.send(50'000);
    b.ends[0].close(b.now);
    b.flush();
    b.run(b.now + kSecond);
    EXPECT_EQ(b.read_octets, 50'000u);
    EXPECT_EQ(b.ends[1].state(), State::CloseWait);
    EXPECT_EQ(b.ends[0].state(), State::FinWait2);
    b.ends[1].close(b.now);
    b.flush();
    b.run(b.now + kSecond);
    EXPECT_EQ(b.ends[1].state(), State::Closed);
    EXPECT_EQ(b.ends[0].state(), State::TimeWait);
    b.run(b.now + 61 * kSecond);
    EXPECT_EQ(b.ends[0].state(), State::Closed);
}

TEST(Tcp, BothMayCallAtOnce) {
    TcpBench b(plain());
    b.ends[0].connect(b.now);
    b.ends[1].connect(b.now);
    b.flush();
    b.run(10 * kSecond);
    EXPECT_EQ(b.ends[0].state(), State::Established);
    EXPECT_EQ(b.ends[1].state(), State::Established);
}

TEST(Tcp, NobodyThereIsToldByAReset) {
    TcpBench b(plain());
    b.ends[0].connect(b.now);
    b.flush();
    b.run(kSecond);
    EXPECT_TRUE(b.ends[0].reset());
    EXPECT_EQ(b.ends[0].state(), State::Closed);
}

TEST(Tcp, TimestampsCostTwelveOctetsOfEachSegment) {
    Policy p = plain();
    p.timestamps = true;
    TcpBench b(p, config(1000, 60000));
    b.open();
    b.send(9880);
    b.run(b.now + kSecond);
    EXPECT_EQ(b.data().size(), 10u);
    EXPECT_EQ(b.data()[0].segment.length, 988u);
    EXPECT_EQ(b.ends[0].sender().rtt().smoothed() / kMillisecond, 10u);
}

}  // namespace
}  // namespace niclab::tcp
