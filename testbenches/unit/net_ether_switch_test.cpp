// An Ethernet switch: learning, flooding, queues and drops; and cells at one of its ports.
#include <gtest/gtest.h>

#include "net/ether_mac.h"
#include "net/ether_switch.h"
#include "support/frame_ends.h"

namespace niclab::test {

namespace {

using base::kMicrosecond;
using base::kMillisecond;
using stack::Drop;

/// `n` stations with addresses 1 .., at ports 0 .. of a switch.
struct Star {
    explicit Star(unsigned n, const net::EtherSwitchConfig& config = {}) : hub(event_queue, "hub", n + 1, config) {
        net::EtherMacConfig c;
        c.rules.full_duplex = true;
        for (unsigned k = 0; k < n; ++k) {
            for (auto* list : {&macs, &ports}) list->push_back(std::make_unique<net::EtherMac>(event_queue, c, 1));
            macs[k]->connect(*ports[k]), ports[k]->connect(*macs[k]);
            ends.push_back(std::make_unique<FrameEnd>());
            ends[k]->event_queue = &event_queue;
            macs[k]->serve(*ends[k], 0);
            hub.attach(k, *ports[k]);
        }
        hub.lost = [this](const stack::Loss& loss) { ++lost[std::size_t(loss.cause)]; };
    }
    void send(unsigned from, unsigned to, unsigned octets = 64) {
        ends[from]->frames.push_back({packet_of(octets, from + 1, to + 1)});
        macs[from]->request();
    }
    std::vector<std::size_t> came() const {
        std::vector<std::size_t> frames;
        for (const auto& end : ends) frames.push_back(end->came.size());
        return frames;
    }
    void run(base::Femtoseconds time) { event_queue.run(event_queue.now() + time); }
    base::EventQueue event_queue;
    net::EtherSwitch hub;
    std::vector<std::unique_ptr<net::EtherMac>> macs, ports;
    std::vector<std::unique_ptr<FrameEnd>> ends;
    stack::DropCounts lost{};
};

/// An ATM card that accepts a limited number of packets.
struct CellCard : stack::Device {
    std::size_t places = 1;
    std::deque<tcp::Packet> out, in;
    std::uint32_t mtu() const override { return 1500; }
    bool offer(const tcp::Packet& packet) override {
        if (out.size() >= places) return false;
        out.push_back(packet);
        return true;
    }
    std::optional<tcp::Packet> take() override {
        if (in.empty()) return std::nullopt;
        const tcp::Packet packet = in.front();
        in.pop_front();
        return packet;
    }
    void come(const tcp::Packet& packet) { in.push_back(packet), user_->received(); }
    void make_room() { places += 10, user_->room(); }
};

}  // namespace

TEST(NetEtherSwitch, UnknownDestinationsAreFloodedUntilTheyHaveSpoken) {
    Star star(4);
    star.send(0, 1);
    star.run(kMillisecond);
    EXPECT_EQ(star.came(), (std::vector<std::size_t>{0, 1, 1, 1}));
    EXPECT_EQ(star.hub.stats().copies, 2u);
    star.send(1, 0);
    star.run(kMillisecond);
    EXPECT_EQ(star.came(), (std::vector<std::size_t>{1, 1, 1, 1}));
    star.send(0, 1);
    star.run(kMillisecond);
    EXPECT_EQ(star.came(), (std::vector<std::size_t>{1, 2, 1, 1}));
    EXPECT_EQ(star.hub.stats().copies, 2u);
}

TEST(NetEtherSwitch, StepsOfAFrameAreReportedInTheirOrder) {
    Star star(3);
    star.hub.know(1, net::mac_address(2));
    using net::FrameStep;
    std::vector<std::pair<FrameStep, unsigned>> steps;
    std::vector<base::Femtoseconds> times;
    star.hub.stepped.listen(
        [&](base::Femtoseconds at, const FrameStep& step, const unsigned& port, const net::Frame& frame) {
            if (frame.packet.source != 1) return;
            steps.emplace_back(step, port), times.push_back(at);
        });
    star.send(2, 1, 1518), star.send(0, 1);  // the short frame is there first, both are for one port
    star.send(0, 1);
    star.run(10 * kMillisecond);
    const std::vector<std::pair<FrameStep, unsigned>> of_one = {
        {FrameStep::Came, 0}, {FrameStep::Queued, 1}, {FrameStep::First, 1}, {FrameStep::Began, 1}};
    ASSERT_EQ(steps.size(), 2 * of_one.size());
    EXPECT_EQ(std::vector(steps.begin(), steps.begin() + 4), of_one);
    EXPECT_EQ(times[1] - times[0], net::EtherSwitchConfig{}.transit);
    EXPECT_EQ(times[2], times[1]) << "the port was free";
    EXPECT_TRUE(std::is_permutation(steps.begin() + 4, steps.end(), of_one.begin()));
    EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
}

TEST(NetEtherSwitch, AStationThatMovesIsFoundAgain) {
    Star star(3);
    star.send(1, 0);
    star.run(kMillisecond);
    star.ends[2]->frames.push_back({packet_of(64, 2, 1)});  // address 2 speaks at the third port
    star.macs[2]->request();
    star.run(kMillisecond);
    const std::vector<std::size_t> before = star.came();
    star.send(0, 1);
    star.run(kMillisecond);
    EXPECT_EQ(star.came()[2], before[2] + 1);
    EXPECT_EQ(star.came()[1], before[1]);
}

TEST(NetEtherSwitch, WhatIsForItsOwnPortGoesNowhere) {
    Star star(3);
    star.ends[0]->frames.push_back({packet_of(64, 1, 1)});
    star.macs[0]->request();
    star.run(kMillisecond);
    EXPECT_EQ(star.came(), (std::vector<std::size_t>{0, 0, 0}));
    EXPECT_EQ(star.hub.stats().filtered, 1u);
}

/// Store and forward: twice the frame's time, and the transit.
TEST(NetEtherSwitch, AFrameIsTakenWholeAndSentAgain) {
    net::EtherSwitchConfig config;
    config.transit = 7 * kMicrosecond;
    Star star(2, config);
    star.send(0, 1, 1000);
    star.run(5 * kMillisecond);
    ASSERT_EQ(star.ends[1]->came.size(), 1u);
    const base::Femtoseconds frame = 1008 * 800 * base::kMicrosecond / 1000, edge = kMicrosecond / 10;
    // It begins with the first edge after the request: an edge at the station, and one at the
    // switch.
    EXPECT_EQ(star.ends[1]->came[0], 2 * frame + config.transit + 2 * edge);
}

/// Two stations at full rate into one: half of it is lost once the queue is full, and nothing else
/// happens to a frame.
TEST(NetEtherSwitch, AFullQueueDropsWhatComes) {
    net::EtherSwitchConfig config;
    config.queue_frames = 5;
    Star star(3, config);
    star.send(2, 0);
    star.run(kMillisecond);
    constexpr unsigned kFrames = 100;
    for (unsigned n = 0; n < kFrames; ++n) star.send(0, 2), star.send(1, 2);
    star.run(100 * kMillisecond);
    const std::uint64_t dropped = star.lost[std::size_t(Drop::SwitchQueue)];
    EXPECT_EQ(star.ends[2]->came.size() + dropped, 2 * kFrames);
    EXPECT_NEAR(double(dropped), kFrames - 5, 1);
    EXPECT_EQ(star.hub.stats(2).most, 5u);
    EXPECT_EQ(star.hub.stats(2).queue_full, dropped);
    EXPECT_EQ(star.hub.under_way(), 0u);
}

TEST(NetEtherSwitch, ABridgeJoinsCellsAndFrames) {
    Star star(2);
    CellCard card;
    constexpr tcp::Address kAtm = 77;
    star.hub.attach(2, card);
    star.hub.know(2, net::mac_address(kAtm));
    star.ends[0]->frames.push_back({packet_of(64, 1, kAtm)});
    star.ends[0]->frames.push_back({packet_of(64, 1, kAtm)});
    star.macs[0]->request();
    star.run(kMillisecond);
    EXPECT_EQ(card.out.size(), 1u);
    EXPECT_EQ(star.hub.length(2), 1u);
    card.make_room();
    EXPECT_EQ(card.out.size(), 2u);
    card.come(packet_of(64, kAtm, 1));
    star.run(kMillisecond);
    EXPECT_EQ(star.came(), (std::vector<std::size_t>{1, 0}));
    // An address that is not known is no business of the ATM card's.
    star.send(0, 1);
    star.run(kMillisecond);
    EXPECT_EQ(star.came(), (std::vector<std::size_t>{1, 1}));
    EXPECT_EQ(card.out.size(), 2u);
}

TEST(NetEtherSwitch, ABroadcastReachesAllFramesAndOfThoseBehindCellsTheOneItAsksFor) {
    Star star(3);
    CellCard card;
    constexpr tcp::Address kAtm = 77, kNobody = 78;
    card.places = 10;
    star.hub.attach(3, card);
    star.hub.know(3, net::mac_address(kAtm));
    for (const tcp::Address asked : {kAtm, kNobody, tcp::Address{2}}) {
        tcp::Packet p;
        p.protocol = tcp::Protocol::Arp, p.source = 1, p.destination = asked;
        star.ends[0]->frames.push_back({p});
    }
    star.macs[0]->request();
    star.run(kMillisecond);
    EXPECT_EQ(star.came(), (std::vector<std::size_t>{0, 3, 3}));
    ASSERT_EQ(card.out.size(), 1u);
    EXPECT_EQ(card.out[0].destination, kAtm);
    card.come(card.out[0]);
    star.run(kMillisecond);
    EXPECT_EQ(star.came(), (std::vector<std::size_t>{1, 4, 4})) << "and so does one that comes in cells";
}

}  // namespace niclab::test
