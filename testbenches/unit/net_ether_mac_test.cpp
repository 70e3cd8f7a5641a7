// The MAC of frames on an event queue, compared with MACs at signal level on a cable, and with
// closed forms.
#include <gtest/gtest.h>

#include "support/ether_bench.h"
#include "support/frame_ends.h"
#include "support/sim_test.h"

namespace niclab::test {

namespace {

using base::kMicrosecond;
using base::kMillisecond;
using What = ether::TransmitEvent::What;

constexpr base::Femtoseconds kNanosecond = kMicrosecond / 1000, kBit = 100 * kNanosecond;

/// A step of one of two stations.
struct Step {
    base::Femtoseconds at;
    unsigned station;
    What what;
    unsigned attempt, slots;
    bool operator==(const Step& o) const {
        return at == o.at && station == o.station && what == o.what && attempt == o.attempt && slots == o.slots;
    }
    bool operator<(const Step& o) const { return std::tie(at, station, what) < std::tie(o.at, o.station, o.what); }
};

/// When a collision is seen differs by a bit or two, with the transceiver; what follows does not.
bool compared(const ether::TransmitEvent& e) { return e.what != What::Collides; }

net::EtherMacConfig half_duplex(const std::string& name, base::Femtoseconds delay, base::Femtoseconds phase = 0) {
    net::EtherMacConfig c;
    c.name = name, c.delay = delay, c.phase = phase;
    return c;
}

}  // namespace

class NetEtherPins : public SimTest {};

/// Two saturated stations for 100 ms: each step at the same femtosecond with the same back-off.
TEST_F(NetEtherPins, StepsAreThoseOfTwoMacsOnACable) {
    constexpr double kMetres = 100, kNsPerM = 5;
    constexpr base::Femtoseconds kPhases[] = {0, 37 * kNanosecond};
    medium::SegmentConfig cable;
    cable.ns_per_m = kNsPerM;
    medium::Segment segment("segment", cable);
    std::vector<Step> pins, frames;
    std::array<std::unique_ptr<Station>, 2> stations;
    for (const unsigned k : {0u, 1u}) {
        StationConfig c;
        c.at_m = k * kMetres, c.phase_fs = kPhases[k], c.transceiver.sqe_test = false;
        stations[k] = std::make_unique<Station>(k == 0 ? "a" : "b", segment, c);
        stations[k]->source.again = true, stations[k]->sink.keep = false;
        stations[k]->mac.transmitter.event.listen([&, k](core::Femtoseconds at, const ether::TransmitEvent& e) {
            if (compared(e)) pins.push_back({at, k, e.what, e.attempt, e.slots});
        });
    }
    // TXD is sampled a bit after it was launched; the transceivers add 50 ns each.
    const auto delay = kBit + 100 * kNanosecond + base::Femtoseconds(kMetres * kNsPerM) * kNanosecond;
    FrameLink link(half_duplex("a.mac.transmitter", delay, kPhases[0]),
                   half_duplex("b.mac.transmitter", delay, kPhases[1]));
    for (const unsigned k : {0u, 1u}) {
        link.ends[k].again = true;
        link.macs[k].watched = [&, k](base::Femtoseconds at, const ether::TransmitEvent& e) {
            if (compared(e)) frames.push_back({at, k, e.what, e.attempt, e.slots});
        };
    }
    run(core::from_fs(10 * kMicrosecond));
    link.event_queue.run(10 * kMicrosecond);
    for (const unsigned k : {0u, 1u}) {
        const unsigned octets = k == 0 ? 400 : 130;
        stations[k]->send(octets - 4);
        link.send(k, octets);
    }
    run(core::from_fs(100 * kMillisecond));
    link.event_queue.run(10 * kMicrosecond + 100 * kMillisecond);
    std::sort(pins.begin(), pins.end()), std::sort(frames.begin(), frames.end());
    ASSERT_GT(pins.size(), 200u);
    ASSERT_EQ(pins.size(), frames.size());
    for (std::size_t k = 0; k < pins.size(); ++k)
        ASSERT_TRUE(pins[k] == frames[k])
            << k << " of " << pins.size() << ": " << pins[k].at << " and " << frames[k].at;
    for (const unsigned k : {0u, 1u}) {
        const auto &a = stations[k]->mac.transmitter.stats(), &b = link.macs[k].sent();
        EXPECT_GT(b.collisions, 10u);
        EXPECT_EQ(a.collisions, b.collisions);
        EXPECT_EQ(a.octets, b.octets);
        EXPECT_EQ(a.by_collisions, b.by_collisions);
        EXPECT_EQ(stations[k]->mac.receiver.stats().good, link.macs[k].stats().received);
    }
}

/// 10 Mb/s x z / (z + 20): preamble, SFD and gap are 20 octets.
TEST(NetEther, OneStationLeavesOnlyPreambleAndGap) {
    for (const double rate : {10e6, 100e6})
        for (const bool full : {false, true})
            for (const unsigned octets : {64u, 65u, 1518u}) {
                net::EtherMacConfig c = half_duplex("a", kMicrosecond);
                c.bit_rate = rate, c.rules.full_duplex = full;
                FrameLink link(c, c);
                link.ends[0].again = true;
                link.send(0, octets);
                link.event_queue.run(20 * kMillisecond);
                const std::vector<base::Femtoseconds>& came = link.ends[1].came;
                ASSERT_GT(came.size(), 10u);
                EXPECT_EQ((came.back() - came.front()) / (came.size() - 1),
                          base::Femtoseconds((octets + 20) * 8e15 / rate));
            }
}

TEST(NetEther, FullDuplexSendsBothWaysAtOnce) {
    net::EtherMacConfig c = half_duplex("a", kMicrosecond);
    c.rules.full_duplex = true;
    FrameLink link(c, c);
    for (const unsigned k : {0u, 1u}) link.send(k, 1000);
    link.event_queue.run(5 * kMillisecond);
    EXPECT_EQ(link.ends[0].came, link.ends[1].came);
    EXPECT_EQ(link.ends[0].came.size(), 1u);
    EXPECT_EQ(link.macs[0].sent().collisions, 0u);
}

/// A station that begins a bit before it receives the other's signal collides; a bit later it
/// waits.
TEST(NetEther, StationsCollideWithinTheDelayAndNotABitLater) {
    const base::Femtoseconds delay = 10 * kBit;
    for (unsigned bits = 0; bits < 20; ++bits) {
        FrameLink link(half_duplex("a", delay), half_duplex("b", delay));
        link.send(0, 100);
        link.event_queue.run(bits * kBit);
        link.send(1, 100);
        link.event_queue.run(5 * kMillisecond);
        EXPECT_EQ(link.macs[0].sent().collisions > 0, bits <= 10) << bits;
        EXPECT_EQ(link.ends[0].came.size() + link.ends[1].came.size(), 2u);
    }
}

/// Too long a cable: the sender detects it after the slot time and aborts; a frame that ended
/// before is corrupted all the same.
TEST(NetEther, ALongCableMakesLateCollisionsAndSpoilsShortFrames) {
    const base::Femtoseconds delay = 600 * kBit;
    FrameLink late(half_duplex("a", delay), half_duplex("b", delay));
    for (const unsigned k : {0u, 1u}) late.send(k, 1518);
    late.event_queue.run(10 * kMillisecond);
    for (const unsigned k : {0u, 1u}) {
        EXPECT_EQ(late.ends[k].outcomes, std::vector<ether::Outcome>{ether::Outcome::LateCollision});
        EXPECT_TRUE(late.ends[k].came.empty());
    }
    FrameLink unseen(half_duplex("a", delay), half_duplex("b", delay));
    for (const unsigned k : {0u, 1u}) unseen.send(k, 64);
    unseen.event_queue.run(10 * kMillisecond);
    // 576 bits were sent when they would have met: each has sent its frame, and received the
    // other's after it.
    for (const unsigned k : {0u, 1u}) EXPECT_EQ(unseen.ends[k].came.size(), 1u);
    FrameLink spoilt(half_duplex("a", 500 * kBit), half_duplex("b", 500 * kBit));
    spoilt.send(0, 64);
    spoilt.event_queue.run(499 * kBit);
    spoilt.send(1, 64);
    spoilt.event_queue.run(10 * kMillisecond);
    EXPECT_EQ(spoilt.ends[0].outcomes, std::vector<ether::Outcome>{ether::Outcome::Sent});
    EXPECT_EQ(spoilt.ends[1].spoilt, 1u);
    EXPECT_EQ(spoilt.macs[1].stats().damaged, 1u);
}

/// While one has the line the other's back-off grows: it wins its turn rarely.
TEST(NetEther, WhoHasTheLineKeepsIt) {
    FrameLink link(half_duplex("a", kMicrosecond), half_duplex("b", kMicrosecond, 10 * kNanosecond));
    unsigned runs = 0, last = 2;
    for (const unsigned k : {0u, 1u}) {
        link.ends[k].again = true;
        link.macs[k].watched = [&, k](base::Femtoseconds, const ether::TransmitEvent& e) {
            if (e.what != What::Ends || e.status.outcome != ether::Outcome::Sent) return;
            runs += last != k, last = k;
        };
        link.send(k, 1082);
    }
    link.event_queue.run(20 * base::kSecond);
    const std::uint64_t frames = link.macs[0].sent().frames + link.macs[1].sent().frames;
    EXPECT_GT(frames / runs, 50u);
    EXPECT_GT(link.macs[0].sent().excessive + link.macs[1].sent().excessive, 0u);
}

TEST(NetEther, AFrameIsWhatIsOnTheLine) {
    const std::vector<std::uint8_t> octets = net::octets({packet_of(64, 0x0A000001, 0x0A000002)});
    ASSERT_EQ(octets.size(), 64u);
    const std::vector<std::uint8_t> head{2, 0, 10, 0, 0, 2, 2, 0, 10, 0, 0, 1, 8, 0, 0x45};
    EXPECT_TRUE(std::equal(head.begin(), head.end(), octets.begin()));
    ether::Fcs fcs;
    fcs.add(octets.data(), octets.size());
    EXPECT_TRUE(fcs.good());
    EXPECT_EQ((net::Frame{packet_of(47)}).octets(), 64u);
    EXPECT_EQ((net::Frame{packet_of(1518)}).octets(), 1518u);
}

}  // namespace niclab::test
