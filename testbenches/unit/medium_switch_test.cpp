// A switch with MACs at signal level: learning, forwarding, the time of a frame in it, and drops.
#include "medium/switch.h"
#include "support/bit_time.h"
#include "support/ether_bench.h"
#include "support/sim_test.h"

namespace niclab::test {

namespace {
constexpr core::Femtoseconds kUs = 1'000'000'000;
using Octets = std::vector<std::uint8_t>;

/// Of `octets` without FCS, numbered, between stations of these numbers; a group is 3 and its number.
Octets frame(std::uint8_t from, std::uint8_t to, std::size_t octets = 60, bool group = false) {
    Octets f(octets, 0x11);
    std::fill(f.begin(), f.begin() + 12, 0);
    f[0] = group ? 3 : 2, f[5] = to, f[6] = 2, f[11] = from;
    return f;
}
}  // namespace

struct MediumSwitch : SimTest {
    std::vector<std::unique_ptr<medium::Segment>> cables;
    std::vector<std::unique_ptr<Station>> stations;
    std::unique_ptr<medium::Switch> hub;

    /// `n` stations, of 10 Mb/s but for those of `fast`; all in full or in half duplex.
    void build(unsigned n, bool full, const medium::SwitchConfig& config = {}, const std::set<unsigned>& fast = {}) {
        hub = std::make_unique<medium::Switch>("hub", config);
        for (unsigned k = 0; k < n; ++k) {
            const std::string name = "s" + std::to_string(k);
            cables.push_back(
                std::make_unique<medium::Segment>((name + "_cable").c_str(), medium::SegmentConfig{5, !full}));
            StationConfig station;
            station.bit_fs = fast.count(k) > 0 ? kBit / 10 : kBit, station.phase_fs = 1 + 7'000'013 * k;
            station.mac.width = fast.count(k) > 0 ? 4 : 1;
            station.mac.rules.full_duplex = station.transceiver.full_duplex = full;
            station.transceiver.sqe_test = fast.count(k) == 0;
            stations.push_back(std::make_unique<Station>(name.c_str(), *cables.back(), station));
            hub->attach("port" + std::to_string(k + 1), *cables.back(), 20,
                        {station.bit_fs, 1 + 3'000'007 * k, station.mac, station.transceiver});
        }
    }
    void send(unsigned from, const Octets& octets) {
        stations[from]->source.frames.push_back(octets);
        stations[from]->mac.request();
    }
    void pass(double us) { run(sc_core::sc_time(us, sc_core::SC_US)); }
    /// Whole frames that each station has heard.
    std::vector<std::size_t> heard() const {
        std::vector<std::size_t> all;
        for (const auto& s : stations) all.push_back(s->mac.receiver.stats().good);
        return all;
    }
};

using Counts = std::vector<std::size_t>;

TEST_F(MediumSwitch, FloodsUntilItHasLearnedAndFiltersThen) {
    build(3, true);
    send(0, frame(0, 1));
    pass(200);
    EXPECT_EQ(heard(), (Counts{0, 1, 1}));  // Only 0 has sent.
    send(1, frame(1, 0));
    pass(200);
    EXPECT_EQ(heard(), (Counts{1, 1, 1}));
    send(0, frame(0, 1));
    pass(200);
    EXPECT_EQ(heard(), (Counts{1, 2, 1}));
    send(0, frame(0, 0));
    pass(200);
    EXPECT_EQ(heard(), (Counts{1, 2, 1}));
    send(2, frame(0, 1));  // station 0 has moved
    pass(200);
    send(1, frame(1, 0));
    pass(200);
    EXPECT_EQ(heard(), (Counts{1, 3, 2}));
    EXPECT_EQ(stations[1]->sink.frames[0].octets, stations[2]->sink.frames[0].octets);
}

TEST_F(MediumSwitch, AGroupGoesToThePortsEnteredForItOrToAll) {
    build(4, true);
    hub->enter({3, 0, 0, 0, 0, 7}, 0), hub->enter({3, 0, 0, 0, 0, 7}, 2);
    send(0, frame(0, 7, 60, true));
    pass(200);
    EXPECT_EQ(heard(), (Counts{0, 0, 1, 0}));
    send(0, frame(0, 8, 60, true));
    pass(200);
    EXPECT_EQ(heard(), (Counts{0, 1, 2, 1}));
}

/// Through to the femtosecond, and at the next clock of its port on the wire; a shorter frame at
/// its slower or faster port.
TEST_F(MediumSwitch, KeepsAFrameItsTransitAndSendsItAtAnotherSpeed) {
    build(2, true, {64, 3 * kUs}, {1});
    core::Femtoseconds came = 0, queued = 0;
    std::vector<core::Femtoseconds> begun;
    hub->came.listen([&](core::Femtoseconds at, const medium::SwitchedFramePtr&) { came = at; });
    hub->port(1).queued.listen([&](core::Femtoseconds at, const medium::SwitchedFramePtr&) { queued = at; });
    hub->port(1).mac.transmitter.event.listen([&](core::Femtoseconds at, const ether::TransmitEvent& e) {
        if (e.what == ether::TransmitEvent::What::Begins) begun.push_back(at);
    });
    send(0, frame(0, 1, 1514));
    pass(1400);
    EXPECT_GT(came, 1526 * 8 * kBit);
    EXPECT_LT(came, 1526 * 8 * kBit + kUs);
    EXPECT_EQ(queued, came + 3 * kUs);
    ASSERT_EQ(begun.size(), 1u);
    EXPECT_GT(begun[0], queued);
    EXPECT_LE(begun[0] - queued, 2 * hub->port(1).txc.period_fs());
    ASSERT_EQ(stations[1]->sink.frames.size(), 1u);
    EXPECT_LT(stations[1]->sink.frames[0].at - begun[0], 1526 * 8 * kBit / 10 + kUs);
}

TEST_F(MediumSwitch, DropsWhatFindsItsQueueFull) {
    build(3, true, {2, kUs});
    unsigned dropped = 0;
    hub->port(2).dropped.listen([&](core::Femtoseconds, const medium::SwitchedFramePtr&) { ++dropped; });
    send(2, frame(2, 9));
    pass(200);
    for (unsigned k = 0; k < 20; ++k) send(0, frame(0, 2, 1000)), send(1, frame(1, 2, 1000));
    pass(60'000);
    EXPECT_GT(dropped, 5u);
    EXPECT_EQ(hub->port(2).stats().queue_full, dropped);
    EXPECT_EQ(hub->port(2).stats().most, 2u);
    EXPECT_EQ(heard()[2] + dropped, 40u);
    EXPECT_EQ(hub->under_way(), 0u);
}

TEST_F(MediumSwitch, InHalfDuplexItsPortsCollideAndAllGetsThrough) {
    build(2, false);
    send(0, frame(0, 5)), send(1, frame(1, 5));
    pass(400);
    for (unsigned k = 0; k < 10; ++k) send(0, frame(0, 1, 1000)), send(1, frame(1, 0, 1000));
    pass(80'000);
    EXPECT_EQ(heard(), (Counts{11, 11}));
    EXPECT_GT(hub->port(0).mac.transmitter.stats().collisions + hub->port(1).mac.transmitter.stats().collisions, 0u);
}

}  // namespace niclab::test
