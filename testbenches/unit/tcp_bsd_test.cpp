// The rules of 4.3BSD and 4.4BSD for segment sizes, acks and writes, each alone.
#include <gtest/gtest.h>

#include "support/tcp_bench.h"

namespace niclab::tcp {
namespace {

using base::kMillisecond;
using base::kSecond;
using test::config;
using test::TcpBench;

constexpr auto kTick = 200 * kMillisecond;

std::uint16_t offered(const char* system, std::uint32_t mss, std::uint32_t buffer) {
    TcpBench b(policy(system), config(mss, buffer));
    b.open();
    return b.log.front().segment.mss.value_or(0);
}

TEST(TcpBsd, OffersAnMssOfWholeClusters) {
    EXPECT_EQ(offered("bsd44", 9140, 60000), 8192);
    EXPECT_EQ(offered("bsd44", 1460, 60000), 1460);  // It fits into a cluster of 2048 octets.
    EXPECT_EQ(offered("bsd43", 1460, 60000), 1024);
    EXPECT_EQ(offered("linux20", 9140, 60000), 9140);
}

TEST(TcpBsd, OffersAtMostHalfTheReceiveBuffer) {
    EXPECT_EQ(offered("bsd43", 9140, 8000), 4000);
    EXPECT_EQ(offered("bsd44", 9140, 8000), 8192);
}

TEST(TcpBsd, TheSendBufferLimitsTheMssAndIsWholeSegments) {
    TcpBench small(policy("bsd44"), config(1460, 1000)), large(policy("bsd44"), config(1460, 16384));
    for (TcpBench* b : {&small, &large}) b->open();
    EXPECT_EQ(small.ends[0].sender().mss(), 1000u);
    EXPECT_EQ(large.ends[0].room(), 12u * 1460);  // 11.2 segments, rounded up.
    EXPECT_EQ(large.ends[1].receiver().window(), 12u * 1460);
}

/// Time of the first ack of `segments` segments that are sent at once, after the handshake.
base::Femtoseconds first_ack(const Policy& p, unsigned segments, bool reads) {
    TcpBench b(p, config(1000, 60000));
    b.reads = reads;
    b.open();
    const std::size_t before = b.acks().size();
    const auto begin = b.now;
    b.send(1000 * segments, 1000 * segments);
    b.run(begin + 100 * kMillisecond);
    const auto acks = b.acks();
    return acks.size() > before ? acks[before].at - begin : base::kNever;
}

TEST(TcpBsd, AcknowledgesByAWindowUpdateOfTwoSegments) {
    Policy p = policy("bsd44");
    p.initial_window = 8;
    EXPECT_EQ(first_ack(p, 1, true), base::kNever);
    EXPECT_EQ(first_ack(p, 2, true), 5 * kMillisecond);
    EXPECT_EQ(first_ack(p, 8, false), base::kNever);  // Nothing is read, so the window does not open.
}

TEST(TcpBsd, AnAckRuleThatCountsIsOfOtherSystems) {
    Policy p = policy("bsd44");
    p.initial_window = 8;
    p.ack = {AckRule::Count::Segments, 2};
    EXPECT_EQ(first_ack(p, 8, false), 5 * kMillisecond);
}

/// Octets per tick of the delayed ack, by default with 16 KB to send and 24 KB to receive.
double octets_per_tick(const Policy& p, std::uint32_t mss = 9140, std::uint32_t send = 16384,
                       std::uint32_t receive = 24576) {
    const ConnectionConfig sends = config(mss, send), receives = config(mss, receive);
    test::TcpPair b(p, p, sends, receives);
    b.connect();
    b.run(b.now + 4 * kSecond);
    const auto begin = b.now;
    b.send(1'000'000'000);
    b.run(begin + 2 * kSecond);
    const std::uint64_t before = b.in_order;
    b.run(begin + 12 * kSecond);
    return double(b.in_order - before) / (10.0 * kSecond / double(kTick));
}

/// A 4.4BSD that does not round. Of writes of 8192 octets the second one is smaller than an MSS and
/// than half of the window, so it waits for the ack of the first. That is less than half of the
/// receive buffer.
Policy without_rounding() {
    Policy p = policy("bsd44");
    p.mss_unit = 0;
    p.round_window = RoundWindow::No;
    return p;
}

TEST(TcpBsd, ASegmentBelowHalfTheReceiveBufferWaitsForTheTimer) {
    EXPECT_NEAR(octets_per_tick(without_rounding()), 8192, 20);
}

TEST(TcpBsd, AnMssOfWholeClustersFitsTwiceAndDoesNotWait) {
    Policy p = without_rounding();
    p.mss_unit = 2048;
    EXPECT_GT(octets_per_tick(p), 10 * 8192);
}

TEST(TcpBsd, AnUpdateOfAThirdOfTheBufferDoesNotWait) {
    Policy p = without_rounding();
    p.update_share = 1. / 3;  // 8192 octets exactly
    EXPECT_GT(octets_per_tick(p), 10 * 8192);
}

/// The loop-back of FreeBSD 1.1 has an MTU of 65535. Neither two of its MSS nor half of a buffer of
/// 128 KB fit into a window field, so that no window update is due.
TEST(TcpBsd, AnMssAboveHalfTheLargestWindowWaitsForTheTimer) {
    const std::uint32_t loop_mss = 65535 - 40, buffer = 131072;
    Policy p = policy("bsd44");
    EXPECT_NEAR(octets_per_tick(p, loop_mss, buffer, buffer), 65535, 2048);
    p.window_scale = true;
    EXPECT_GT(octets_per_tick(p, loop_mss, buffer, buffer), 10 * 65535);
}

TEST(TcpBsd, AnMssThatFitsTwiceIntoItsBuffersDoesNotWait) {
    EXPECT_GT(octets_per_tick(policy("bsd44"), 16384 - 40, 16384, 16384), 10 * 16384);
}

TEST(TcpBsd, AllSegmentsOfACallCountAsIdle) {
    for (const bool at_call : {true, false}) {
        Policy p = policy("bsd44");
        p.initial_window = 8;
        p.idle_at_call = at_call;
        TcpBench b(p, config(1460, 60000));
        b.open();
        b.send(2048, 2048);
        const auto data = b.data();
        ASSERT_EQ(data.size(), at_call ? 2u : 1u);
        EXPECT_EQ(data.back().segment.length, at_call ? 588u : 1460u);
    }
}

}  // namespace
}  // namespace niclab::tcp
