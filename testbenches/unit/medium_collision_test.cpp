/// Collisions that result only from distances: within the propagation time and not a bit later,
/// late ones, the station that wins, and the utilisation of a saturated cable.
#include <array>
#include <cmath>

#include "support/bit_time.h"
#include "support/ether_bench.h"
#include "support/sim_test.h"

namespace niclab::test {

namespace {
/// From TXEN of one station to CRS of another: a bit to sample TXD, 50 ns each transceiver, 4 ns a
/// metre.
constexpr double kFixedNs = 200, kNsPerM = 4;
}  // namespace

struct MediumCollision : SimTest {
    medium::Segment segment{"segment", {kNsPerM, true}};
    std::vector<std::unique_ptr<Station>> stations;
    Station& add(double at_m, core::Femtoseconds phase = 0, std::uint64_t seed = 1, unsigned attempts = 16) {
        StationConfig config;
        config.at_m = at_m, config.phase_fs = phase, config.mac.seed = seed;
        config.mac.rules.attempts = attempts;
        stations.push_back(std::make_unique<Station>(("s" + std::to_string(stations.size())).c_str(), segment, config));
        return *stations.back();
    }
    std::uint64_t collisions() const {
        std::uint64_t n = 0;
        for (const auto& s : stations) n += s->mac.transmitter.stats().collisions;
        return n;
    }
    /// Station a begins at once, b `later_ns` after it; true when they collide.
    bool collide(Station& a, Station& b, double later_ns) {
        run(core::from_fs(200 * kBit - core::now_fs() % (100 * kBit)));
        const std::uint64_t before = collisions();
        a.send(60);
        if (later_ns > 0) run(ns(later_ns));
        b.send(60);
        run(ns(400'000));
        return collisions() > before;
    }
};

TEST_F(MediumCollision, StationsCollideWithinThePropagationTimeAndNotABitLater) {
    // 200 m: carrier of the first is at the second 1000 ns after its TXEN, which is an edge there:
    // it is not seen with it.
    Station &a = add(0), &b = add(200);
    for (unsigned n = 0; n < 20; ++n) EXPECT_EQ(collide(a, b, n * 100), n <= 10) << n;
}

TEST_F(MediumCollision, HalfABitOfPhaseMovesTheBoundary) {
    // 1000 ns as before, the second's edges lie 50 ns before those of the first: it begins at 950
    // ns, or at 1050 ns.
    Station &a = add(0), &b = add(200, 150 * kNs);
    for (unsigned n = 0; n < 20; ++n) EXPECT_EQ(collide(a, b, n * 100), n * 100 <= 1050) << n;
}

TEST_F(MediumCollision, BothLearnOfItAndBothFramesArrive) {
    Station &a = add(0), &b = add(300), &c = add(100);
    EXPECT_TRUE(collide(a, b, 500));
    EXPECT_GE(a.mac.transmitter.stats().collisions, 1u);
    EXPECT_EQ(a.mac.transmitter.stats().collisions, b.mac.transmitter.stats().collisions);
    EXPECT_EQ(a.mac.transmitter.stats().frames + b.mac.transmitter.stats().frames, 2u);
    EXPECT_EQ(c.mac.receiver.stats().good, 2u);
    EXPECT_EQ(c.mac.transmitter.stats().attempts, 0u);
}

TEST_F(MediumCollision, ACableOf512BitTimesThereAndBackMakesALateCollision) {
    // 256 bit times each way: 6350 m. The second begins with its last look before carrier, or a bit
    // earlier.
    Station &a = add(0), &b = add((25'600 - kFixedNs) / kNsPerM);
    const auto late = [&](double later_ns) {
        const std::uint64_t before = a.mac.transmitter.stats().late_collisions;
        run(core::from_fs(200 * kBit - core::now_fs() % (100 * kBit)));
        a.send(1000);
        run(ns(later_ns));
        b.send(1000);
        run(ns(30'000'000));
        return a.mac.transmitter.stats().late_collisions > before;
    };
    EXPECT_FALSE(late(25'500));
    EXPECT_TRUE(late(25'600));
}

TEST_F(MediumCollision, AStationInTheMiddleOfALongCableLosesNothing) {
    Station &a = add(0), &b = add(500), &c = add(250);
    for (unsigned i = 0; i < 20; ++i) a.send(60 + i), b.send(90 + i), c.send(200 + i);
    run(ns(20'000'000));
    for (const auto& s : stations) EXPECT_EQ(s->mac.transmitter.stats().frames, 20u);
    for (const auto& s : stations) EXPECT_EQ(s->mac.receiver.stats().good, 40u);
    EXPECT_GT(collisions(), 0u);
}

// Capture: the winner of k - 1 races wins the next one with probability 1 - 3 / 2^(k+1). With a
// limit of four attempts new races begin often.
TEST_F(MediumCollision, AtTheCableRacesAreWonAsTheClosedFormSays) {
    std::array<unsigned, 20> races{}, wins{};
    std::array<unsigned, 2> jammed{};  // attempt each had when it collided
    unsigned holder = 2, k = 0;
    for (unsigned i : {0u, 1u}) {
        Station& s = add(20.0 * i, (100 + 40 * i) * kNs, 1, 4);
        s.source.again = true, s.sink.keep = false;
        s.mac.transmitter.event.listen([&, i](core::Femtoseconds, const ether::TransmitEvent& e) {
            using What = ether::TransmitEvent::What;
            if (e.what == What::Collides) holder = 2, jammed[i] = 0;
            if (e.what == What::Ends) wins.at(k) += holder == i, holder = 2;
            if (e.what != What::JamEnds) return;
            jammed[i] = e.attempt;
            if (jammed[0] == 0 || jammed[1] == 0) return;
            // A station at its first attempt has just sent.
            k = std::max(jammed[0], jammed[1]);
            if (std::min(jammed[0], jammed[1]) == 1 && k > 1) holder = jammed[0] == 1 ? 0 : 1, ++races.at(k);
            jammed = {};
        });
        s.send(60);
    }
    run(ns(250e6));
    for (unsigned n : {2u, 3u}) {
        const double p = 1 - 3 / std::pow(2, n + 1), sigma = std::sqrt(p * (1 - p) / races[n]);
        EXPECT_GT(races[n], 100u);
        EXPECT_NEAR(double(wins[n]) / races[n], p, 4 * sigma) << n;
    }
}

/// Megabits a second, with preamble and gap, of `n` saturated stations in four clusters on 910 m.
struct Saturated : MediumCollision {
    double rate(unsigned n, std::size_t octets, double seconds) {
        for (unsigned i = 0; i < n; ++i) {
            Station& s = add(910 * (i % 4) / 3.0, (i * 37 % 100 + 1) * kNs, 11);
            s.source.again = true, s.sink.keep = false;
            s.send(octets - 4);
        }
        run(ns(seconds * 1e9));
        std::uint64_t frames = 0;
        for (const auto& s : stations) frames += s->mac.transmitter.stats().frames;
        return double(frames) * double(octets * 8 + 160) / seconds / 1e6;
    }
};

// An event-driven model of its own, without pins, over 4 s: two stations 9.96, five 9.85 and 9.88,
// ten 9.66.
TEST_F(Saturated, FiveStationsOfShortFramesUseTheCable) { EXPECT_NEAR(rate(5, 64, 0.1), 9.85, 0.1); }
TEST_F(Saturated, FiveStationsOfLongFramesUseTheCable) { EXPECT_NEAR(rate(5, 1536, 0.1), 9.88, 0.1); }
TEST_F(Saturated, TenStationsOfShortFramesUseTheCable) { EXPECT_NEAR(rate(10, 64, 0.1), 9.66, 0.15); }

}  // namespace niclab::test
