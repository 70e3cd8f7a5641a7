/// Transfers of whole frames compared with signal level: all reports to a chip and a wire are the
/// same, at the same femtosecond.
#include <array>
#include <random>
#include <sstream>

#include "core/contexts.h"
#include "medium/frame_transaction.h"
#include "support/bit_time.h"
#include "support/ether_bench.h"
#include "support/repetitions.h"
#include "support/sim_test.h"

namespace niclab::test {

namespace {

/// What a bench is built from.
struct Plan {
    std::vector<StationConfig> stations;
    bool repeater = false, full_duplex = false;
    bool certain = true;                                   ///< Octets are there before their time.
    bool in_time = false;                                  ///< Each is asked for, and given, in its time.
    std::size_t empty_after = ~std::size_t{0};             ///< Octets that are there at all.
    std::vector<std::pair<unsigned, std::size_t>> frames;  ///< From station, octets without FCS; all at once.
    double us = 5000;
    unsigned pieces = 1;       ///< The simulation stops this number of times, and is observed.
    bool back = false;         ///< After every other piece everything enters signal level for the next.
    unsigned unplugged = ~0u;  ///< Station without a cable.
};

/// When each of a station's levels changes. Apart: in which order wires change at the same time is
/// the kernel's.
class Wires : public sc_core::sc_module {
public:
    Wires(sc_core::sc_module_name name, Station& station) : sc_module(name), station_(station) {
        SC_HAS_PROCESS(Wires);
        SC_METHOD(on_change);
        sensitive << station.wires.crs << station.wires.col << station.wires.txen << station.wires.rxdv;
        dont_initialize();
    }
    void print(std::ostream& to) const {
        for (const auto& changes : at_)
            for (const core::Femtoseconds at : changes) to << at << ' ';
    }

private:
    void on_change() {
        const auto& w = station_.wires;
        const bool now[] = {w.txen.read(), w.rxdv.read(), w.crs.read(), w.col.read()};
        for (std::size_t k = 0; k < 4; ++k)
            if (now[k] != (at_[k].size() % 2 == 1)) at_[k].push_back(core::now_fs());
    }
    Station& station_;
    std::array<std::vector<core::Femtoseconds>, 4> at_;
};

void print(std::ostream& to, const Station& s) {
    for (const auto& b : s.source.begun) to << "begun " << b.at << ' ' << b.attempt << '\n';
    for (const auto& e : s.source.ended_)
        to << "ended " << e.at << ' ' << int(e.status.outcome) << ' ' << e.status.collisions << ' ' << e.status.octets
           << ' ' << e.status.deferred << e.status.carrier_lost << e.status.late_collisions << '\n';
    for (const unsigned slots : s.source.slots) to << slots << ' ';
    for (const bool seen : s.source.heartbeats) to << seen;
    for (const auto& f : s.sink.frames) {
        to << "\nheard " << f.at << ' ' << f.status.dribble_bits << f.status.fcs_good << f.status.own_collision << ' ';
        for (const std::uint8_t o : f.octets) to << unsigned{o} << ' ';
    }
    const auto& t = s.mac.transmitter.stats();
    const auto& r = s.mac.receiver.stats();
    to << "\nsums " << t.frames << ' ' << t.octets << ' ' << t.attempts << ' ' << t.collisions << ' ' << t.deferred
       << ' ' << t.carrier_lost << ' ' << t.heartbeats_missed << ' ' << r.frames << ' ' << r.octets << ' ' << r.good
       << ' ' << r.runts << ' ' << s.source.asked() << ' ' << s.sink.octets().size() << ' ' << r.without_sfd << ' '
       << r.own_collisions << '\n';
}

/// All events of a bench; the time of whole transfers goes to `clocks`.
std::string simulate(const Plan& plan, bool whole, std::uint64_t& clocks) {
    const core::Contexts alone(1, true);
    alone.enter(0);
    std::ostringstream reported;
    const medium::SegmentConfig cable{5.14, !plan.full_duplex};
    std::vector<std::unique_ptr<medium::Segment>> cables;
    std::vector<std::unique_ptr<Station>> stations;
    std::vector<std::unique_ptr<Wires>> wires;
    core::Clock hub_clock("hub_clock", {100'007'000, 13 * kNs, false});
    medium::Repeater hub("hub", hub_clock);
    for (std::size_t k = 0; k < plan.stations.size(); ++k) {
        if (cables.empty() || plan.repeater) {
            cables.push_back(std::make_unique<medium::Segment>(("cable" + std::to_string(k)).c_str(), cable));
            if (plan.repeater) hub.attach(*cables.back(), plan.stations[k].at_m);
        }
        StationConfig config = plan.stations[k];
        if (plan.repeater) config.at_m = 0;
        stations.push_back(std::make_unique<Station>(("s" + std::to_string(k)).c_str(), *cables.back(), config));
        Station& s = *stations.back();
        s.source.certain = plan.certain, s.source.empty_after = plan.empty_after;
        wires.push_back(std::make_unique<Wires>(("w" + std::to_string(k)).c_str(), s));
    }
    if (plan.unplugged < stations.size()) stations[plan.unplugged]->transceiver.set_plugged(false);
    medium::FrameTransactions frames(10);
    for (const auto& c : cables) frames.add_cable(*c);
    if (plan.repeater) frames.set_repeater(hub);
    for (std::size_t k = 0; whole && k < stations.size(); ++k)
        frames.add({&stations[k]->mac, &stations[k]->transceiver, nullptr, plan.full_duplex, plan.in_time});
    for (const auto& [from, octets] : plan.frames) stations[from]->send(octets);
    for (unsigned k = 0; k < plan.pieces; ++k) {
        sc_core::sc_start(core::from_fs(core::Femtoseconds(plan.us * 1e9) / plan.pieces));
        frames.settle();
        frames.set_signal_level(false);
        if (plan.back && k % 2 == 0 && !frames.enter_signal_level())
            throw std::logic_error("a piece ends with an edge");
    }
    clocks += frames.clocks();
    for (const auto& s : stations) {
        print(reported, *s);
        for (const std::uint64_t at : s->source.asked_at) plan.in_time ? reported << at << ' ' : reported;
        for (const std::uint64_t at : s->sink.given_at) plan.in_time ? reported << at << ' ' : reported;
    }
    for (const auto& w : wires) w->print(reported);
    return reported.str();
}

/// How many clocks passed whole.
std::uint64_t expect_equal(const Plan& plan) {
    std::uint64_t none = 0, clocks = 0;
    const std::string pins = simulate(plan, false, none), whole = simulate(plan, true, clocks);
    if (pins != whole) {
        std::size_t at = 0;
        while (at < pins.size() && pins[at] == whole[at]) ++at;
        ADD_FAILURE() << "they differ at octet " << at << ": " << pins.substr(at - std::min<std::size_t>(at, 60), 120)
                      << "\nwhole: " << whole.substr(at - std::min<std::size_t>(at, 60), 120);
    }
    EXPECT_NE(pins.find("heard"), std::string::npos);
    EXPECT_EQ(none, 0u);
    return clocks;
}

using Random = std::mt19937;
unsigned pick(Random& r, unsigned least, unsigned most) { return least + r() % (most - least + 1); }

Plan generated(unsigned seed) {
    Random r(seed);
    Plan p;
    const bool fast = pick(r, 0, 3) == 0;
    p.full_duplex = pick(r, 0, 3) == 0;
    p.repeater = !fast && !p.full_duplex && pick(r, 0, 2) == 0;
    p.pieces = pick(r, 1, 9);
    p.us = (fast ? 800 : 6000) + pick(r, 0, 3000);
    const unsigned stations = p.full_duplex ? 2 : pick(r, 2, 5);
    for (unsigned k = 0; k < stations; ++k) {
        StationConfig c;
        c.at_m = pick(r, 0, fast ? 100 : 500);
        c.mac.seed = seed, c.mac.width = fast ? 4 : 1;
        c.bit_fs = (fast ? 10'000'000 : 100'000'000) + pick(r, 0, 2000) - 1000, c.phase_fs = pick(r, 0, 3) * 25 * kNs;
        c.transceiver.sqe_test = !fast && pick(r, 0, 1) == 0;
        c.transceiver.lost_symbols = pick(r, 0, 3) == 0 ? 5 : 0;
        c.transceiver.collision_delay_ns = pick(r, 0, 1) * 300;
        if (pick(r, 0, 2) == 0) c.transceiver.receive_delay_ns = pick(r, 0, 2000);
        if (pick(r, 0, 2) == 0) c.transceiver.transmit_delay_ns = pick(r, 1, 500);
        c.transceiver.full_duplex = c.mac.rules.full_duplex = p.full_duplex;
        if (pick(r, 0, 3) == 0) c.mac.rules.gap_part1_bits = 0, c.mac.rules.gap_part2_bits = 4 * pick(r, 1, 20);
        if (pick(r, 0, 3) == 0) c.mac.rules.slot_bits = 64;
        p.stations.push_back(c);
    }
    for (unsigned k = pick(r, 5, 20); k > 0; --k)
        p.frames.emplace_back(pick(r, 0, stations - 1), pick(r, 0, 1) == 0 ? 60 : pick(r, 1, 1514));
    p.in_time = seed >= 40, p.certain = !p.in_time;
    if (stations > 2 && pick(r, 0, 2) == 0) p.unplugged = pick(r, 0, stations - 1);
    return p;
}

Plan two(bool full_duplex, unsigned width) {
    Plan p;
    p.full_duplex = full_duplex;
    for (unsigned k = 0; k < 2; ++k) {
        StationConfig c;
        c.at_m = 100 * k, c.mac.width = width, c.bit_fs = width == 4 ? 10'000'000 : 100'000'000,
        c.phase_fs = (1 + 23 * k) * kNs;
        c.transceiver.full_duplex = c.mac.rules.full_duplex = full_duplex;
        c.transceiver.sqe_test = width == 1;
        p.stations.push_back(c);
        for (unsigned i = 0; i < 4; ++i) p.frames.emplace_back(k, 1000);
    }
    return p;
}

}  // namespace

TEST(MediumWholeFrame, HalfDuplexAt10MbitsIsLikeThePins) { EXPECT_GT(expect_equal(two(false, 1)), 8 * 7500u / 2); }
TEST(MediumWholeFrame, FullDuplexAt10MbitsIsLikeThePins) { EXPECT_GT(expect_equal(two(true, 1)), 8 * 7500u / 2); }

TEST(MediumWholeFrame, HalfDuplexAt100MbitsIsLikeThePins) { EXPECT_GT(expect_equal(two(false, 4)), 8 * 1900u); }
TEST(MediumWholeFrame, FullDuplexAt100MbitsIsLikeThePins) { EXPECT_GT(expect_equal(two(true, 4)), 8 * 1900u); }

/// During a frame, with its octets available before or requested at their times.
TEST(MediumWholeFrame, BackAtThePinsAFrameGoesOn) {
    for (const unsigned width : {1u, 4u})
        for (const bool full_duplex : {false, true})
            for (const bool in_time : {false, true}) {
                Plan plan = two(full_duplex, width);
                plan.certain = !in_time, plan.in_time = in_time;
                plan.back = true, plan.pieces = width == 1 ? 37 : 211;
                plan.us = 5000.001'003;
                EXPECT_GT(expect_equal(plan), 100u) << width << full_duplex << in_time;
            }
}

/// The frames of the others are transferred as a whole. It sends, too, and no other station
/// receives that.
TEST(MediumWholeFrame, AStationWithoutACableTakesNoPart) {
    for (const bool in_time : {false, true}) {
        Plan plan = two(false, 1);
        plan.stations.push_back(plan.stations.front());
        plan.stations.back().at_m = 50, plan.stations.back().phase_fs = 41 * kNs;
        plan.frames.emplace_back(2, 700);
        plan.unplugged = 2;
        plan.certain = !in_time, plan.in_time = in_time;
        EXPECT_GT(expect_equal(plan), 8 * 7500u / 2) << in_time;
    }
}

/// Headers and check sequences pass whole at most, 100 bits a frame.
TEST(MediumWholeFrame, OctetsThatAreNotCertainKeepThePins) {
    Plan plan = two(false, 1);
    plan.certain = false;
    EXPECT_LT(expect_equal(plan), 8 * 100u);
}

TEST(MediumWholeFrame, OctetsInTimeAreAskedForAndGivenWhenThePinsDo) {
    for (const unsigned width : {1u, 4u})
        for (const bool full_duplex : {false, true}) {
            Plan plan = two(full_duplex, width);
            plan.certain = false, plan.in_time = true;
            EXPECT_GT(expect_equal(plan), 8 * (width == 1 ? 7500u : 1900u) / 2);
        }
}

TEST(MediumWholeFrame, AnUnderrunInTimeEndsTheFrameThere) {
    Plan plan = two(false, 1);
    plan.in_time = true;
    for (plan.empty_after = 0; plan.empty_after < 900; plan.empty_after = 2 * plan.empty_after + 1) expect_equal(plan);
}

TEST(MediumWholeFrame, ItIsUpToDateWhereverTheRunEnds) {
    Plan plan = two(false, 1);
    plan.stations[0].phase_fs = 0;
    for (unsigned bits = 0; bits < 8; ++bits) {
        plan.us = 2000 + 0.1 * bits;
        expect_equal(plan);
    }
}

TEST(MediumWholeFrame, AnSqeTestWithinTheNextFrameIsACollisionAsEver) {
    Plan plan = two(false, 1);
    plan.frames.resize(3);
    for (unsigned gap = 4; gap < 8; ++gap)
        for (unsigned delay = 1000; delay <= 1600; delay += 100) {
            for (StationConfig& c : plan.stations) c.at_m = 0, c.mac.rules.gap_part1_bits = 0;
            plan.stations[0].mac.rules.gap_part2_bits = gap;
            plan.stations[0].transceiver.sqe_delay_ns = delay, plan.stations[1].mac.rules.gap_part2_bits = 1;
            expect_equal(plan);
        }
}

TEST(MediumWholeFrame, AStationIsDeafToItsOwnSignalHoweverLateItComes) {
    Plan plan = two(false, 1);
    for (unsigned delay = 0; delay < 2000; delay += 50) {
        plan.stations[0].transceiver.receive_delay_ns = delay;
        plan.frames = {{0, 100}};
        expect_equal(plan);
    }
}

TEST(MediumWholeFrame, AHeaderThatCollidedEndsInItsJamWhoeverHasGone) {
    // Within its gap the first one ignores that the other begins, and meets it when that one's
    // header is over: its own goes on longest.
    Plan plan = two(false, 1);
    for (StationConfig& c : plan.stations) c.at_m = 0, c.transceiver.sqe_test = false, c.mac.rules.gap_part1_bits = 0;
    plan.stations[1].mac.rules.gap_part2_bits = 8;
    plan.us = 15'000;
    for (unsigned gap = 76; gap <= 96; gap += 4) {
        plan.stations[0].mac.rules.gap_part2_bits = gap;
        expect_equal(plan);
    }
}

TEST(MediumWholeFrame, AReceiverThatFollowsASignalThatHasEndedKeepsThePins) {
    // The second learns of collisions too late: the first, with a carrier that reached the third
    // before, has ended by then.
    Plan plan = two(false, 1);
    plan.stations.push_back(plan.stations[0]);
    plan.stations[0].phase_fs = plan.stations[1].phase_fs;
    plan.stations[1].at_m = 250, plan.stations[1].transceiver.collision_delay_ns = 10'000;
    plan.frames = {{0, 1000}, {1, 1000}};
    expect_equal(plan);
}

TEST(MediumWholeFrame, GeneratedBenchesAreLikeThePins) {
    for (unsigned seed = 0; seed < test::repetitions(60); ++seed) {
        SCOPED_TRACE(seed);
        expect_equal(generated(seed));
    }
}

}  // namespace niclab::test
