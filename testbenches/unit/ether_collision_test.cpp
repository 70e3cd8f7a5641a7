/// Collisions as the transmit half of a MAC answers them: fragments, jam, late ones, back-off,
/// attempts. Without a kernel.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "support/mac_script.h"

namespace niclab::test {

namespace {

/// A frame with a collision that is sampled when `bits` bits of it were sent, up to its jam.
void collide_after(MacScript& mac, unsigned bits) {
    mac.run_until_sending(false);
    mac.run(bits - 1, true);
    mac.clock(true, true);
    while (mac.machine.drive().en) mac.clock(true, true);
}

/// Chi-square of `counts` against equal shares.
double chi_square(const std::vector<unsigned>& counts) {
    const double mean = std::accumulate(counts.begin(), counts.end(), 0.0) / double(counts.size());
    double sum = 0;
    for (const unsigned n : counts) sum += (n - mean) * (n - mean) / mean;
    return sum;
}
/// What chi-square of `degrees` exceeds once in a million times, by Wilson and Hilferty.
double chi_square_limit(double degrees) {
    const double z = 4.753, a = 2 / (9 * degrees);
    return degrees * std::pow(1 - a + z * std::sqrt(a), 3);
}

}  // namespace

TEST(Collision, NoFragmentIsShorterThan96BitsAndEachEndsWithTheJam) {
    for (unsigned bits = 1; bits <= 512; ++bits) {
        MacScript mac;
        mac.send(100);
        collide_after(mac, bits);
        const std::size_t whole = std::max(64u, bits);
        ASSERT_EQ(mac.out.size(), whole + 32) << bits;
        for (unsigned i = 0; i < 62; ++i) ASSERT_EQ(mac.out[i], i % 2 == 0) << i;
        ASSERT_EQ(mac.out[62] & mac.out[63], 1) << bits;
        for (std::size_t i = whole; i < mac.out.size(); ++i) ASSERT_EQ(mac.out[i], 0) << bits;
    }
}

TEST(Collision, After512BitsItIsLateAndNotTriedAgain) {
    for (const unsigned bits : {511u, 512u, 513u, 514u, 800u}) {
        MacScript mac;
        mac.send(100);
        collide_after(mac, bits);
        EXPECT_EQ(mac.source.ended_.size(), bits > 512 ? 1u : 0u) << bits;
        EXPECT_EQ(mac.machine.stats().late_collisions, bits > 512 ? 1u : 0u) << bits;
        if (bits <= 512) continue;
        EXPECT_EQ(mac.source.ended_.at(0).status.outcome, ether::Outcome::LateCollision);
    }
}

TEST(Collision, AChipMayTryAgainAfterALateOne) {
    ether::MacRules rules;
    rules.retry_late = true;
    MacScript mac(rules);
    mac.send(100);
    collide_after(mac, 700);
    EXPECT_TRUE(mac.source.ended_.empty());
    mac.run_until_sending(false);
    mac.finish();
    EXPECT_EQ(mac.source.ended_.at(0).status.outcome, ether::Outcome::Sent);
    EXPECT_EQ(mac.source.ended_.at(0).status.late_collisions, 1u);
}

TEST(Collision, TheLastBitOfAFrameCanStillCollide) {
    for (const bool last : {true, false}) {
        MacScript mac;
        mac.send(20);  // 24 octets and the header: 256 bits
        mac.run_until_sending(false);
        mac.run(255, true);
        mac.clock(true, last);
        EXPECT_EQ(mac.machine.drive().en, last);
        mac.clock(true, true);
        EXPECT_EQ(mac.machine.stats().frames, last ? 0u : 1u);
    }
}

TEST(Collision, BackOffIsCountedFromTheEndOfTheJam) {
    std::array<bool, 4> seen{};
    for (std::uint64_t seed = 1; seed < 40; ++seed) {
        MacScript mac({}, 1, seed);
        mac.send(100);
        collide_after(mac, 100);
        collide_after(mac, 100);
        const unsigned slots = mac.source.slots.at(1);
        mac.run_until_sending(false);
        EXPECT_EQ(mac.rose - mac.fell, slots == 0 ? 96u : slots * 512) << seed;
        seen.at(slots) = true;
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 4);
}

TEST(Collision, ABusyMediumAtTheEndOfTheBackOffIsDeferredTo) {
    MacScript mac({}, 1, 3);
    mac.send(100);
    do collide_after(mac, 100);
    while (mac.source.slots.back() == 0);
    mac.run(mac.source.slots.back() * 512 + 50, true);
    EXPECT_EQ(mac.run_until_sending(false), 96u);
}

TEST(Collision, SixteenAttemptsAndNoMore) {
    MacScript mac;
    mac.send(100), mac.send(100);
    for (unsigned n = 1; n <= 16; ++n) {
        EXPECT_TRUE(mac.source.ended_.empty());
        collide_after(mac, 200);
        EXPECT_EQ(mac.source.begun.back().attempt, n);
    }
    ASSERT_EQ(mac.source.ended_.size(), 1u);
    EXPECT_EQ(mac.source.ended_[0].status.outcome, ether::Outcome::ExcessiveCollisions);
    EXPECT_EQ(mac.source.ended_[0].status.collisions, 16u);
    EXPECT_EQ(mac.machine.stats().by_collisions[16], 1u);
    mac.run_until_sending(false);
    EXPECT_EQ(mac.source.begun.back().attempt, 1u) << "the next frame begins anew";
}

TEST(Collision, BackOffIsUniformOverItsRange) {
    for (unsigned n = 1; n <= 16; ++n) {
        const unsigned range = 1u << std::min(n, 10u);
        ether::Backoff backoff(5, "station" + std::to_string(n));
        std::vector<unsigned> counts(range);
        for (unsigned i = 0; i < range * 200; ++i) ++counts.at(backoff.draw(n, {}));
        EXPECT_LT(chi_square(counts), chi_square_limit(range - 1.0)) << n;
    }
}

/// 1, 3, 7 ... 1023 slots after ten collisions, and as many after each of the other five: 366 ms at
/// 10 Mb/s.
TEST(Collision, ABackOffOfAllAttemptsIsAtMost7151Slots) {
    EXPECT_EQ(ether::MacRules{}.longest_backoff_slots(), 2036u + 5 * 1023);
    ether::MacRules impatient;
    impatient.attempts = 1;
    EXPECT_EQ(impatient.longest_backoff_slots(), 0u);
    impatient.attempts = 3, impatient.backoff_limit = 1;
    EXPECT_EQ(impatient.longest_backoff_slots(), 2u);
}

// Capture: the station that has just sent draws from 0 and 1, the other from an increasing range.
TEST(Collision, WhoWonBeforeWinsTheNextRaceAsTheClosedFormSays) {
    constexpr unsigned kTrials = 400'000;
    const double closed[] = {1 / 4.0, 5 / 8.0, 13 / 16.0, 29 / 32.0};
    for (unsigned k = 1; k <= 4; ++k) {
        ether::Backoff winner(9, "winner"), loser(9, "loser");
        unsigned wins = 0;
        for (unsigned i = 0; i < kTrials; ++i) wins += winner.draw(1, {}) < loser.draw(k, {});
        const double p = closed[k - 1], sigma = std::sqrt(p * (1 - p) / kTrials);
        EXPECT_NEAR(double(wins) / kTrials, p, 5 * sigma) << k;
    }
}

}  // namespace niclab::test
