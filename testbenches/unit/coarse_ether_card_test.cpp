// Hosts with Ethernet cards: what a driver's own copies cost, what a card's memory holds, and what
// TCP gets out of a line.
#include <gtest/gtest.h>

#include "apps/ping.h"
#include "apps/stream.h"
#include "coarse/ether_card.h"
#include "kernel/software.h"
#include "net/ether_mac.h"

namespace niclab::coarse {
namespace {

using base::kMicrosecond;
using base::kSecond;

constexpr double kWordUs = 0.5;

EtherCardConfig ideal() {
    EtherCardConfig c;
    c.start = c.deliver = {0, 0};
    return c;
}

struct EtherHosts {
    struct Host {
        Host(EtherHosts& bench, unsigned number, const EtherCardConfig& config, const kernel::Costs& costs)
            : software(bench.event_queue, costs, 1),
              stack(bench.event_queue, software, config_of(number)),
              card(bench.event_queue, config, *bench.macs[number], config_of(number).address) {
            stack.attach(card);
        }
        static stack::StackConfig config_of(unsigned number) {
            stack::StackConfig c;
            c.address = 0x0A000001 + number;
            c.policy = tcp::policy("bsd44");
            c.policy.ack = {tcp::AckRule::Count::Segments, 1};  // none waits
            return c;
        }
        kernel::Software software;
        stack::Stack stack;
        EtherCard card;
    };
    explicit EtherHosts(const EtherCardConfig& config, const kernel::Costs& costs = {}, bool full_duplex = true) {
        net::EtherMacConfig c;
        c.rules.full_duplex = full_duplex;
        for (const unsigned k : {0u, 1u}) {
            c.name = "mac " + std::to_string(k);
            macs[k] = std::make_unique<net::EtherMac>(event_queue, c, 1);
        }
        for (const unsigned k : {0u, 1u}) {
            macs[k]->connect(*macs[1 - k]);
            hosts[k] = std::make_unique<Host>(*this, k, config, costs);
        }
    }
    apps::Ends ends() { return {hosts[0]->stack, hosts[1]->stack, "flow", 5001}; }
    apps::Outcome run(apps::App& app) {
        app.start();
        while (!app.outcome().over && event_queue.now() < 100 * kSecond)
            event_queue.run(event_queue.now() + 10 * base::kMillisecond);
        return app.outcome();
    }
    base::EventQueue event_queue;
    std::array<std::unique_ptr<net::EtherMac>, 2> macs;
    std::array<std::unique_ptr<Host>, 2> hosts;
};

/// Of words of 16 bits.
kernel::Costs copies() {
    kernel::Costs c{};
    for (const auto copy : {stack::Activity::CardOut, stack::Activity::CardIn})
        c[std::size_t(copy)] = {0, 1e3 * kWordUs / 2};
    return c;
}

TEST(CoarseEther, StepsOfAFrameAreReportedInTheirOrder) {
    using net::FrameStep;
    EtherCardConfig c = ideal();
    c.start = {7, 0}, c.deliver = {9, 0}, c.turnaround_us = 30;
    EtherHosts b(c);
    std::array<std::map<std::uint16_t, std::vector<std::pair<FrameStep, base::Femtoseconds>>>, 2> steps;  // by packet
    for (const unsigned k : {0u, 1u})
        b.hosts[k]->card.stepped.listen(
            [&steps, k](base::Femtoseconds at, const FrameStep& step, const net::Frame& frame) {
                if (frame.packet.source == 0x0A000001) steps[k][frame.packet.id].emplace_back(step, at);
            });
    apps::StreamConfig s;
    s.octets = 20'000;
    apps::Stream stream(b.ends(), s);
    b.run(stream);
    ASSERT_GT(steps[0].size(), 14u);
    ASSERT_EQ(steps[0].size(), steps[1].size());
    base::Femtoseconds before = 0;
    for (const auto& [id, sent] : steps[0]) {
        ASSERT_EQ(sent.size(), 4u) << id;
        const auto& received = steps[1].at(id);
        ASSERT_EQ(received.size(), 3u) << id;
        constexpr std::array kSent{FrameStep::Offered, FrameStep::Ready, FrameStep::First, FrameStep::Began};
        constexpr std::array kReceived{FrameStep::Came, FrameStep::InMemory, FrameStep::Taken};
        for (unsigned k = 0; k < 4; ++k) EXPECT_EQ(sent[k].first, kSent[k]) << id;
        for (unsigned k = 0; k < 3; ++k) EXPECT_EQ(received[k].first, kReceived[k]) << id;
        EXPECT_GE(sent[1].second - sent[0].second, 7 * kMicrosecond);
        EXPECT_GE(sent[2].second, before) << "the card turns around after the frame before it";
        EXPECT_GE(sent[3].second, sent[2].second);
        EXPECT_GE(received[1].second - received[0].second, 9 * kMicrosecond);
        before = received[0].second + 30 * kMicrosecond;
    }
}

TEST(CoarseEther, ADriverThatCopiesPaysForEachWordBothWays) {
    for (const bool pio : {false, true}) {
        EtherCardConfig c = ideal();
        c.pio_word_us = pio ? kWordUs : 0;
        EtherHosts b(c, copies());
        apps::Ping ping(b.ends(), {56, 10, kSecond});
        const apps::Outcome o = b.run(ping);
        // 14 octets of header, then 20 + 8 + 56 octets of IP: 49 words, four times per round trip.
        constexpr double kFrameUs = (8 + 14 + 84 + 4) * 0.8, kWords = 49;
        for (const auto& h : b.hosts)
            EXPECT_EQ(h->software.cpu().busy(host::Context::Interrupt),
                      pio ? base::from_us(10 * 2 * kWords * kWordUs) : 0);
        for (const base::Femtoseconds rtt : o.round_trips)
            EXPECT_NEAR(base::to_us(rtt), 2 * kFrameUs + (pio ? 4 * kWords * kWordUs : 0), 0.3);
    }
}

/// A frame that is sent while it is copied is over sooner by what need not be there yet: 98 octets
/// less 20, half a word time each.
TEST(CoarseEther, AFrameMayBeginBeforeItsCopyIsOver) {
    std::array<base::Femtoseconds, 2> round_trip{};
    for (const bool early : {false, true}) {
        EtherCardConfig c = ideal();
        c.pio_word_us = kWordUs;
        if (early) c.start_octets = 20;
        EtherHosts b(c, copies());
        apps::Ping ping(b.ends(), {56, 3, kSecond});
        round_trip[early] = b.run(ping).round_trips.back();
        EXPECT_EQ(b.hosts[0]->software.cpu().busy(host::Context::Interrupt), base::from_us(3 * 2 * 49 * kWordUs));
    }
    EXPECT_NEAR(base::to_us(round_trip[0] - round_trip[1]), 2 * (98 - 20) * kWordUs / 2, 0.3);
}

/// Memory for one frame and a half: room for the next is there when its frame is gone, or when so
/// much of it is that both fit.
TEST(CoarseEther, MemoryIsFreeAsOctetsLeaveOrWithTheFrame) {
    for (const bool as_sent : {false, true}) {
        EtherCardConfig c = ideal();
        c.transmit_octets = 2048, c.frees_as_sent = as_sent;
        EtherHosts b(c);
        struct User : stack::Device::User {
            explicit User(base::EventQueue& a) : event_queue(a) {}
            void received() override {}
            void room() override { at = event_queue.now(); }
            base::EventQueue& event_queue;
            base::Femtoseconds at = 0;
        } user(b.event_queue);
        EtherCard& card = b.hosts[0]->card;
        card.serve(user);
        tcp::Packet p;
        p.source = 0x0A000001, p.destination = 0x0A000002, p.protocol = tcp::Protocol::Udp, p.datagram.length = 1472;
        EXPECT_TRUE(card.offer(p));
        EXPECT_FALSE(card.offer(p));
        b.event_queue.run(2 * base::kMillisecond);
        // Two of 1514 octets are 980 too many; 8 of preamble go before.
        EXPECT_NEAR(base::to_us(user.at), as_sent ? (8 + 980) * 0.8 : (8 + 1518) * 0.8, 1.0);
    }
}

/// 1460 of 1538 octet times, at most.
TEST(CoarseEther, TcpFillsALineInFullDuplex) {
    EtherHosts b(ideal());
    apps::StreamConfig c;
    c.octets = 2'000'000;
    apps::Stream stream(b.ends(), c);
    EXPECT_NEAR(b.run(stream).mbit_s(), 10 * 1460 / 1538.0, 0.02);
}

/// In half duplex acks take their share, and collisions more.
TEST(CoarseEther, HalfDuplexCostsAcksAndCollisions) {
    EtherHosts b(ideal(), {}, false);
    apps::StreamConfig c;
    c.octets = 2'000'000, c.buffers.send = c.buffers.receive = 8760;
    apps::Stream stream(b.ends(), c);
    const double rate = b.run(stream).mbit_s();
    EXPECT_LT(rate, 10 * 1460 / (1538.0 + 84));
    EXPECT_GT(rate, 7);
    EXPECT_GT(b.macs[0]->sent().collisions, 100u);
}

TEST(CoarseEther, ACardRefusesWhatItsMemoryDoesNotHoldAndSaysWhenThereIsRoom) {
    EtherCardConfig c = ideal();
    c.transmit_octets = 2 * 1514;
    EtherHosts b(c);
    struct User : stack::Device::User {
        void received() override {}
        void room() override { ++rooms; }
        unsigned rooms = 0;
    } user;
    EtherCard& card = b.hosts[0]->card;
    card.serve(user);
    tcp::Packet p;
    p.source = 0x0A000001, p.destination = 0x0A000002, p.protocol = tcp::Protocol::Udp, p.datagram.length = 1472;
    EXPECT_TRUE(card.offer(p));
    EXPECT_TRUE(card.offer(p));
    EXPECT_FALSE(card.offer(p));
    EXPECT_EQ(card.under_way(), 2u);
    b.event_queue.run(1230 * kMicrosecond);
    EXPECT_EQ(user.rooms, 1u);
    EXPECT_TRUE(card.offer(p));
}

/// A turnaround takes the place of a shorter gap.
TEST(CoarseEther, ATurnaroundFollowsEachFrame) {
    for (const double turnaround_us : {0.0, 5.0, 50.0}) {
        EtherCardConfig c = ideal();
        c.turnaround_us = turnaround_us;
        EtherHosts b(c);
        EtherCard& card = b.hosts[0]->card;
        std::vector<base::Femtoseconds> ends;
        card.passed.listen([&](base::Femtoseconds at, const net::Frame&) { ends.push_back(at); });
        tcp::Packet p;
        p.source = 0x0A000001, p.destination = 0x0A000002, p.protocol = tcp::Protocol::Udp, p.datagram.length = 1472;
        for (unsigned k = 0; k < 3; ++k) card.offer(p);
        b.event_queue.run(10 * base::kMillisecond);
        ASSERT_EQ(ends.size(), 3u);
        for (unsigned k = 1; k < 3; ++k)
            EXPECT_NEAR(base::to_us(ends[k] - ends[k - 1]), (8 + 1518) * 0.8 + std::max(9.6, turnaround_us), 0.3);
    }
}

/// Received packets are not taken: the third full frame finds no space.
TEST(CoarseEther, WhatComesWithoutRoomIsLost) {
    EtherCardConfig c = ideal();
    c.receive_octets = 2 * 1514;
    EtherHosts b(c);
    struct User : stack::Device::User {
        void received() override {}
        void room() override {}
    } user;
    stack::DropCounts lost{};
    EtherCard& card = b.hosts[1]->card;
    card.serve(user);
    card.dropped.listen([&](base::Femtoseconds, const stack::Loss& loss) { ++lost[std::size_t(loss.cause)]; });
    tcp::Packet p;
    p.source = 0x0A000001, p.destination = 0x0A000002, p.protocol = tcp::Protocol::Udp, p.datagram.length = 1472;
    for (unsigned k = 0; k < 3; ++k) b.hosts[0]->card.offer(p);
    p.destination = 0x0A000009;
    b.hosts[0]->card.offer(p);
    b.event_queue.run(10 * base::kMillisecond);
    EXPECT_EQ(lost[std::size_t(stack::Drop::CardReceiveBuffer)], 1u);
    EXPECT_EQ(card.stats().not_for_us, 1u);
    EXPECT_TRUE(card.take() && card.take() && !card.take());
}

}  // namespace
}  // namespace niclab::coarse
