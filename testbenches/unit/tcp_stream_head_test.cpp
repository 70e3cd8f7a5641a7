// Sun's receiver of 1996: windows in whole segments that stay open, tails acknowledged, delays that
// begin anew.
#include <gtest/gtest.h>

#include "support/tcp_bench.h"

namespace niclab::tcp {
namespace {

using base::kMillisecond;
using base::kSecond;
using test::config;
using test::plain;
using test::TcpBench;

Policy stream_head() {
    Policy p = plain();
    p.stream_head = true;
    p.initial_window = 32;
    return p;
}

std::uint32_t reported(const TcpBench& b) { return b.acks().back().segment.window; }

/// Sends `segments` of 1000 octets and lets them be acknowledged.
void arrive(TcpBench& b, std::uint64_t segments) {
    b.send(1000 * segments);
    b.run(b.now + 4 * b.delay);
}

TEST(Tcp, AStreamHeadKeepsTheWindowOpenUntilABufferWaits) {
    TcpBench b(stream_head(), config(1000, 4000));
    b.reads = false;
    b.open();
    arrive(b, 3);
    EXPECT_EQ(reported(b), 4000u);
    arrive(b, 1);
    EXPECT_EQ(reported(b), 4000u);
    arrive(b, 1);
    EXPECT_EQ(reported(b), 3000u) << "the fifth came while a buffer waited";
    arrive(b, 2);
    EXPECT_EQ(reported(b), 1000u);
}

TEST(Tcp, AStreamHeadThatWasReadTellsAWindowThatWasLessThanHalf) {
    for (const std::uint64_t beyond : {1, 2}) {
        TcpBench b(stream_head(), config(1000, 4000));
        b.reads = false;
        b.open();
        arrive(b, 4 + beyond);
        const std::size_t before = b.acks().size();
        b.ends[1].read(b.now, b.ends[1].readable() - 1024);
        b.flush();
        EXPECT_EQ(b.acks().size(), before) << "1024 octets keep it shut";
        b.ends[1].read(b.now, 1);
        b.flush();
        EXPECT_EQ(b.acks().size(), before + (beyond == 2 ? 1 : 0));
        if (beyond == 2) {
            EXPECT_EQ(reported(b), 4000u);
        }
    }
}

TEST(Tcp, AWindowAboveItsFieldIsRoundedDownWherePolicySays) {
    for (const auto& [buffer, window] : {std::pair{65535u, 7 * 9140u}, std::pair{50000u, 6 * 9140u}}) {
        Policy p = stream_head();
        p.round_window = RoundWindow::Within;
        TcpBench b(p, config(9140, buffer));
        b.open();
        b.send(9140);
        b.run(b.now + kSecond);
        EXPECT_EQ(reported(b), window);
    }
}

TEST(Tcp, ATailBehindATailIsAcknowledgedWhereTheRuleAdapts) {
    Policy p = plain();
    p.ack = {AckRule::Count::Full, 6, true};
    p.ack_delay = {50 * kMillisecond, false};
    p.update_segments = 100;
    p.nagle = false;
    TcpBench b(p);
    b.open();
    arrive(b, 1);
    arrive(b, 1);  // from now on two wait
    const std::size_t before = b.acks().size();
    b.send(300);
    b.run(b.now + b.delay);
    EXPECT_EQ(b.acks().size(), before);
    b.send(300);
    b.run(b.now + b.delay);
    EXPECT_EQ(b.acks().size(), before + 1);
}

TEST(Tcp, ADelayThatRestartsCountsFromTheLastSegment) {
    for (const bool restarts : {false, true}) {
        Policy p = plain();
        p.ack = {AckRule::Count::Full, 3};
        p.ack_delay = {50 * kMillisecond, false, restarts};
        p.update_segments = 100;
        p.initial_window = 4;
        TcpBench b(p);
        b.open();
        const auto begin = b.now;
        b.send(1000);
        b.run(begin + 30 * kMillisecond);
        b.send(1000);
        const auto due = begin + b.delay + (restarts ? 80 : 50) * kMillisecond;
        b.run(due - 1);
        const std::size_t before = b.acks().size();
        b.run(due);
        EXPECT_EQ(b.acks().size(), before + 1) << restarts;
    }
}

}  // namespace
}  // namespace niclab::tcp
