/// Two stations on a link, and several around a repeater.
#include "medium/repeater.h"
#include "support/bit_time.h"
#include "support/ether_bench.h"
#include "support/sim_test.h"

namespace niclab::test {

namespace {
constexpr double kPair = 5.65;  ///< ns a metre: 0.59 c
}  // namespace

struct MediumLink : SimTest {
    std::vector<std::unique_ptr<medium::Segment>> cables;
    std::vector<std::unique_ptr<Station>> stations;
    medium::Segment& cable() {
        const std::string name = "cable" + std::to_string(cables.size());
        cables.push_back(std::make_unique<medium::Segment>(name.c_str(), medium::SegmentConfig{kPair, true}));
        return *cables.back();
    }
    Station& add(medium::Segment& on, double at_m, bool full_duplex = false) {
        StationConfig config;
        config.at_m = at_m, config.phase_fs = core::Femtoseconds(1 + 23 * stations.size()) * kNs;
        config.mac.rules.full_duplex = config.transceiver.full_duplex = full_duplex;
        stations.push_back(std::make_unique<Station>(("s" + std::to_string(stations.size())).c_str(), on, config));
        return *stations.back();
    }
    std::uint64_t sum(std::uint64_t ether::MacTransmitter::Stats::*of) const {
        std::uint64_t n = 0;
        for (const auto& s : stations) n += s->mac.transmitter.stats().*of;
        return n;
    }
};

TEST_F(MediumLink, InFullDuplexBothSendAtOnce) {
    medium::Segment& link = cable();
    Station &a = add(link, 0, true), &b = add(link, 100, true);
    for (unsigned i = 0; i < 10; ++i) a.send(1000), b.send(1000);
    run(ns(10 * (1004 + 20) * 800 + 20'000));
    EXPECT_EQ(a.mac.receiver.stats().good, 10u);
    EXPECT_EQ(b.mac.receiver.stats().good, 10u);
    EXPECT_EQ(sum(&ether::MacTransmitter::Stats::collisions), 0u);
    for (unsigned i = 1; i < 10; ++i) EXPECT_EQ(a.source.begun[i].at - a.source.begun[i - 1].at, 1024 * 8 * kBit);
}

TEST_F(MediumLink, InHalfDuplexTheyCollideAndBothGetThrough) {
    medium::Segment& link = cable();
    Station &a = add(link, 0), &b = add(link, 100);
    for (unsigned i = 0; i < 10; ++i) a.send(1000), b.send(1000);
    run(ns(60'000'000));
    EXPECT_EQ(a.mac.receiver.stats().good, 10u);
    EXPECT_EQ(b.mac.receiver.stats().good, 10u);
    EXPECT_GT(sum(&ether::MacTransmitter::Stats::collisions), 0u);
    EXPECT_EQ(sum(&ether::MacTransmitter::Stats::carrier_lost), 0u);
}

struct MediumRepeater : MediumLink {
    core::Clock clock{"hub_clock", {kBit + 7'000, 13 * kNs, false}};  // 70 ppm slow
    medium::Repeater hub{"hub", clock};
    /// `n` stations, each at its own link of 100 m.
    void around(unsigned n) {
        for (unsigned i = 0; i < n; ++i) {
            medium::Segment& link = cable();
            hub.attach(link, 100);
            add(link, 0);
        }
    }
};

TEST_F(MediumRepeater, AFrameComesOutOfAllOtherPortsWithAWholePreamble) {
    around(3);
    stations[0]->send(60), stations[0]->send(1514);
    run(ns(2'000'000));
    for (unsigned i : {1u, 2u}) {
        ASSERT_EQ(stations[i]->sink.frames.size(), 2u) << i;
        EXPECT_EQ(stations[i]->sink.frames[0].octets.size(), 64u);
        EXPECT_EQ(stations[i]->sink.frames[1].octets.size(), 1518u);
        EXPECT_TRUE(stations[i]->sink.frames[0].status.fcs_good && stations[i]->sink.frames[1].status.fcs_good);
        EXPECT_EQ(stations[i]->mac.receiver.stats().without_sfd, 0u);
    }
    EXPECT_TRUE(stations[0]->sink.frames.empty());
    EXPECT_EQ(hub.stats().frames, 2u);
}

TEST_F(MediumRepeater, APreambleThatLostBitsIsWholeAgain) {
    medium::Segment &in = cable(), &out = cable();
    hub.attach(in, 100), hub.attach(out, 100);
    StationConfig config;
    config.transceiver.lost_symbols = 16;
    stations.push_back(std::make_unique<Station>("s", in, config));
    config.transceiver.lost_symbols = 0;
    stations.push_back(std::make_unique<Station>("r", out, config));
    unsigned bits = 0;
    stations[1]->rxc.observe({[](void* n) { ++*static_cast<unsigned*>(n); }, &bits, nullptr});
    stations[0]->send(60);
    run(ns(200'000));
    ASSERT_EQ(stations[1]->sink.frames.size(), 1u);
    EXPECT_TRUE(stations[1]->sink.frames[0].status.fcs_good);
    EXPECT_GE(bits, 64u + 512u);
}

TEST_F(MediumRepeater, StationsAtDifferentPortsCollideAndAllFramesGetThrough) {
    around(4);
    for (unsigned i = 0; i < 10; ++i)
        for (const auto& s : stations) s->send(60 + 50 * i);
    run(ns(100'000'000));
    EXPECT_EQ(sum(&ether::MacTransmitter::Stats::frames), 40u);
    EXPECT_GT(hub.stats().collisions, 0u);
    EXPECT_EQ(sum(&ether::MacTransmitter::Stats::late_collisions), 0u);
    for (const auto& s : stations) EXPECT_EQ(s->mac.receiver.stats().good, 30u);
    for (const auto& s : stations)
        for (const auto& f : s->sink.frames) EXPECT_TRUE(f.status.fcs_good || f.octets.size() < 64) << f.octets.size();
}

}  // namespace niclab::test
