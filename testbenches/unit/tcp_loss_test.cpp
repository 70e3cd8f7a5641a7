// Whatever is lost, doubled in time or comes out of order: every octet once and in order.
#include <gtest/gtest.h>

#include "base/random.h"
#include "support/repetitions.h"
#include "support/tcp_pair.h"

namespace niclab::tcp {
namespace {

using base::kMillisecond;
using base::kSecond;

/// One pattern: sizes, systems and a line drawn from `seed`; `turned`: the first system drawn
/// calls. Returns what is wrong, or nothing.
std::string pattern(std::uint64_t seed, bool turned) {
    base::RandomStream random(seed, "pattern");
    const auto names = policy_names();
    const auto any = [&random, &names] {
        return policy(names[std::size_t(random.uniform(0, std::int64_t(names.size()) - 1))]);
    };
    ConnectionConfig c;
    c.mss = static_cast<std::uint16_t>(random.uniform(100, 2000));
    c.send_buffer = static_cast<std::uint32_t>(random.uniform(c.mss, 40'000));
    c.receive_buffer = static_cast<std::uint32_t>(random.uniform(c.mss, 120'000));
    c.initial_sequence = static_cast<std::uint32_t>(random.uniform(0, 0xFFFFFFFF));
    c.no_delay = random.chance(0.5);
    const Policy one = any(), other = any();
    test::TcpPair b(turned ? one : other, turned ? other : one, c, c);
    const double loss = random.uniform01() * 0.3, disorder = random.chance(0.5) ? 0.2 : 0;
    b.octet_time = static_cast<std::uint64_t>(random.uniform(0, 1000)) * base::kNanosecond;
    b.lose = [&](unsigned, const Segment&) { return random.chance(loss); };
    b.jitter = [&](unsigned) {
        return random.chance(disorder) ? std::uint64_t(random.uniform(0, 30)) * kMillisecond : 0;
    };
    const auto octets = static_cast<std::uint64_t>(random.uniform(1, 60'000));
    b.connect();
    b.send(octets, static_cast<std::uint32_t>(random.uniform(1, 20'000)));
    for (int k = 0; k < 200 && b.in_order < octets; ++k) b.run(b.now + 100 * kSecond);
    if (!b.sound) return "an octet came before its turn";
    if (b.in_order != octets) return std::to_string(b.in_order) + " of " + std::to_string(octets) + " octets came";
    return "";
}

constexpr std::uint64_t kPatterns = test::repetitions(10'000);

TEST(TcpLoss, TenThousandPatternsDeliverEveryOctetOnce) {
    for (std::uint64_t seed = 1; seed <= kPatterns; ++seed) ASSERT_EQ(pattern(seed, false), "") << "seed " << seed;
}

/// Two of these (5416 and 7047) once stopped for ever. An ack without a window was overtaken by the
/// next one and closed the window over a lost segment. The segment was neither sent again nor
/// probed.
TEST(TcpLoss, NorDoesTheOtherSystemGiveUp) {
    for (std::uint64_t seed = 1; seed <= kPatterns; ++seed) ASSERT_EQ(pattern(seed, true), "") << "seed " << seed;
}

/// A loss at each place of a short transfer, in both directions.
TEST(TcpLoss, OneLossAnywhereIsMended) {
    for (const std::string& name : policy_names())
        for (unsigned lost = 0; lost < 60; ++lost) {
            ConnectionConfig c;
            test::TcpPair b(policy(name), policy(name), c, c);
            unsigned count = 0;
            b.lose = [&](unsigned, const Segment&) { return count++ == lost; };
            b.connect();
            b.send(40'000);
            b.run(30 * kSecond);
            EXPECT_EQ(b.in_order, 40'000u) << name << " without segment " << lost;
        }
}

}  // namespace
}  // namespace niclab::tcp
