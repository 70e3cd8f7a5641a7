// Coarse cards and whole hosts against closed forms: what a line carries, what a shaper leaves,
// what a CPU gives.
#include <gtest/gtest.h>

#include "apps/ping.h"
#include "apps/request_response.h"
#include "apps/stream.h"
#include "apps/udp_stream.h"
#include "support/two_stacks.h"

namespace niclab::coarse {
namespace {

using base::kMicrosecond;
using base::kSecond;
using test::TwoStacks;

const double kCellRate = 149.76e6;

tcp::Policy policy() {
    tcp::Policy p = tcp::policy("solaris25");
    p.window_scale = true;
    return p;
}

double stream_rate(TwoStacks& b, const apps::Buffers& buffers = {1 << 20, 1 << 20, false},
                   std::uint32_t message = 65536) {
    apps::StreamConfig c;
    c.duration = 10 * kSecond, c.message = message, c.buffers = buffers;
    apps::Stream s(b.ends(), c);
    return b.run(s).mbit_s();
}

/// TCP's payload of a full line: 9140 of 192 cells, 1460 of 32.
TEST(Coarse, ALineCarriesWhatItsCellsLeave) {
    CardConfig clip = TwoStacks::ideal_card();
    TwoStacks a(policy(), clip);
    EXPECT_NEAR(stream_rate(a), 9140.0 * 8 / (192 * 424 / kCellRate) * 1e-6, 0.3);
    CardConfig lane = clip;
    lane.mtu = 1500, lane.header_octets = 16;
    TwoStacks b(policy(), lane);
    EXPECT_NEAR(stream_rate(b), 1460.0 * 8 / (32 * 424 / kCellRate) * 1e-6, 0.3);
}

TEST(Coarse, TheStepsOfAPacketAreReported) {
    CardConfig c = TwoStacks::ideal_card();
    c.first_cell = {5, 0}, c.deliver = {8, 0};
    TwoStacks b(policy(), c);
    struct Steps {
        base::Femtoseconds offered = 0, ready = 0, begin = 0, first = 0, came = 0, in_memory = 0, taken = 0;
    };
    std::map<std::uint16_t, Steps> packets;
    Card &from = b.hosts[0]->card, &to = b.hosts[1]->card;
    from.departed.listen([&](base::Femtoseconds at, const Card::Departure& d) {
        Steps& p = packets[d.packet.id];
        p.offered = at, p.ready = d.ready, p.begin = d.begin, p.first = d.first;
    });
    to.came.listen([&](base::Femtoseconds at, const net::Train& train) { packets[train.packet.id].came = at; });
    to.in_memory.listen([&](base::Femtoseconds at, const tcp::Packet& p) { packets[p.id].in_memory = at; });
    to.taken.listen([&](base::Femtoseconds at, const tcp::Packet& p) { packets[p.id].taken = at; });
    stream_rate(b);
    ASSERT_GT(packets.size(), 1000u);
    base::Femtoseconds waited = 0;
    for (const auto& [id, p] : packets) {
        if (p.taken == 0) continue;  // under way at the end, or its number was used again
        EXPECT_EQ(p.ready - p.offered, 5 * kMicrosecond) << id;
        EXPECT_GT(p.first, p.begin) << id;
        EXPECT_TRUE(p.came <= p.first || p.in_memory >= p.came + 8 * kMicrosecond) << id;
        waited = std::max(waited, p.begin - p.ready);
    }
    EXPECT_GT(waited, 0u) << "PDUs before it";
}

TEST(Coarse, AShaperAndItsGapSetTheRate) {
    CardConfig c = TwoStacks::ideal_card();
    c.shaped_gap_us = 700;
    TwoStacks b(policy(), c);
    const double pcr = 25e6;
    b.hosts[0]->card.open(0x0A000002, {100, base::from_us(424e6 / pcr)});
    EXPECT_NEAR(stream_rate(b), 9140 * 8 / (192 * 424 / pcr + 700e-6) * 1e-6, 0.05);
}

/// Firmware time after each cell is a lower rate; the same time after each PDU is as much.
TEST(Coarse, TimeAfterEachCellIsPartOfTheSpacing) {
    const double pcr = 25e6;
    for (const auto& [gap_us, cell_us] : {std::pair{192 * 3.7, 0.0}, std::pair{0.0, 3.7}}) {
        CardConfig c = TwoStacks::ideal_card();
        c.shaped_gap_us = gap_us, c.shaped_cell_us = cell_us;
        TwoStacks b(policy(), c);
        b.hosts[0]->card.open(0x0A000002, {100, base::from_us(424e6 / pcr)});
        EXPECT_NEAR(stream_rate(b), 9140 * 8 / (192 * (424 / pcr + 3.7e-6)) * 1e-6, 0.05);
    }
}

/// Receives the trains of a card.
struct TrainSink : net::Endpoint {
    bool wants_first_cell() const override { return false; }
    void arrive(unsigned, const net::Train& train) override { came.push_back(train); }
    std::vector<net::Train> came;
};

TEST(Coarse, AShaperWithSlotsSendsEachCellInASlotOfTheLine) {
    base::EventQueue event_queue;
    net::Line line(event_queue, {}, 1);
    TrainSink sink;
    line.connect(sink, 0);
    CardConfig c = TwoStacks::ideal_card();
    c.shaper_slots = true;
    Card card(event_queue, c, line, 1, "card");
    const base::Femtoseconds slot = line.cell_time(), spacing = slot * 599 / 100;
    card.open(0x0A000002, {100, spacing});
    tcp::Packet p;
    p.destination = 0x0A000002, p.protocol = tcp::Protocol::Udp;
    p.datagram.length = 9152;
    for (unsigned k = 0; k < 2; ++k) card.offer(p);
    event_queue.run(kSecond);
    ASSERT_EQ(sink.came.size(), 2u);
    const base::Femtoseconds delay = line.config().delay;
    unsigned fives = 0;
    for (const net::Train& t : sink.came)
        for (std::uint32_t k = 0; k < t.cells; ++k) {
            EXPECT_EQ((t.at(k) - delay) % slot, 0u) << k;
            if (k == 0) continue;
            const base::Femtoseconds gap = (t.at(k) - t.at(k - 1)) / slot;
            EXPECT_TRUE(gap == 5 || gap == 6) << gap;
            fives += unsigned(gap == 5);
        }
    EXPECT_EQ(fives, 2u);  // One per 100 cells.
    EXPECT_EQ(sink.came[0].last() - sink.came[0].first, (191 * spacing + slot - 1) / slot * slot);
}

/// A write of 101 to 207 octets reaches TCP in two pieces, and Nagle's rule holds the second one
/// until the delayed ack of the first.
TEST(Coarse, ASmallWriteOf44BsdWaitsForADelayedAck) {
    for (const std::uint32_t octets : {100u, 101u, 207u, 208u}) {
        for (const char* system : {"bsd44", "linux20"}) {
            TwoStacks b(tcp::policy(system));
            apps::RequestResponseConfig c;
            c.request = octets, c.transactions = 10;
            apps::RequestResponse rr(b.ends(), c);
            const apps::Outcome o = b.run(rr);
            ASSERT_EQ(o.transactions, 10u);
            const bool waits = system == std::string("bsd44") && octets > 100 && octets < 208;
            EXPECT_NEAR(base::to_us(o.round_trips[5]) * 1e-3, waits ? 200 : 0, 1) << system << ' ' << octets;
        }
    }
}

TEST(Coarse, ARoundTripIsTheSumOfItsParts) {
    CardConfig c = TwoStacks::ideal_card();
    c.first_cell = {10, 5}, c.deliver = {7, 3};
    net::LineConfig line;
    line.delay = 100 * kMicrosecond;
    TwoStacks b(policy(), c, {}, {}, line);
    apps::Ping p(b.ends(), {56, 3, kSecond});
    const apps::Outcome o = b.run(p);
    ASSERT_EQ(o.transactions, 3u);
    const double octets = 20 + 8 + 56 + 8, cells = 3;
    const double one_way = 10 + 7 + (5 + 3) * 1e-3 * octets + cells * 424 / kCellRate * 1e6 + 100;
    EXPECT_NEAR(base::to_us(o.round_trips[0]), 2 * one_way, 0.01);
}

TEST(Coarse, AConversationIsItsCosts) {
    const double u = 10;
    TwoStacks b(policy(), TwoStacks::ideal_card(), kernel::costs(u, 0, 0), kernel::costs(u, 0, 0));
    apps::RequestResponseConfig c;
    c.transactions = 100;
    apps::RequestResponse rr(b.ends(), c);
    const apps::Outcome o = b.run(rr);
    ASSERT_EQ(o.transactions, 100u);
    // Each way: write 1, segment out 2, two cells on the line, interrupt 1.5, driver 1, segment in
    // 2.5, wake 2, read 1.
    const double expected = 2 * (11 * u + 2 * 424 / kCellRate * 1e6);
    EXPECT_NEAR(base::to_us(o.round_trips[50]), expected, 0.01);
}

TEST(Coarse, TheSlowerCpuSetsTheRate) {
    kernel::Costs slow = kernel::costs(0, 200, 0);
    TwoStacks b(policy(), TwoStacks::ideal_card(), slow);
    EXPECT_NEAR(stream_rate(b), 8 / 200e-9 * 1e-6, 0.5);
    TwoStacks r(policy(), TwoStacks::ideal_card(), {}, kernel::costs(0, 0, 300));
    EXPECT_NEAR(stream_rate(r), 8 / 300e-9 * 1e-6, 0.5);
}

/// A receiver with protocols that take all its time reads nothing: livelock.
TEST(Coarse, DatagramsBeyondThePowerOfAReceiverAreLost) {
    kernel::Costs to{};
    to[std::size_t(stack::Activity::Interrupt)].fixed_us = 500;
    to[std::size_t(stack::Activity::SegmentIn)].fixed_us = 300;
    to[std::size_t(stack::Activity::Read)].fixed_us = 200;
    for (const double interval_us : {1200.0, 700.0}) {
        TwoStacks b(policy(), TwoStacks::ideal_card(), {}, to);
        apps::UdpStreamConfig c;
        c.duration = 2 * kSecond, c.message = 8192, c.interval = base::from_us(interval_us);
        apps::UdpStream u(b.ends(), c);
        b.run(u);
        b.event_queue.run(b.event_queue.now() + kSecond);
        const apps::Outcome o = u.outcome();
        const double lost = 1 - double(o.datagrams_received) / double(o.datagrams_sent);
        if (interval_us > 1000)
            EXPECT_LT(lost, 0.01);
        else
            EXPECT_GT(lost, 0.9);
    }
}

TEST(Coarse, TheLoopBackNeedsNoCard) {
    TwoStacks b(policy(), TwoStacks::ideal_card(), kernel::costs(5, 10, 30));
    apps::Ends self{b.hosts[0]->stack, b.hosts[0]->stack, "self", 5001};
    apps::StreamConfig c;
    c.duration = kSecond;
    apps::Stream s(self, c);
    EXPECT_GT(b.run(s).mbit_s(), 100);
    EXPECT_EQ(b.hosts[0]->card.stats().sent, 0u);
    EXPECT_EQ(b.hosts[0]->software.cpu().busy(host::Context::Interrupt), 0u);
}

/// What was lost on the line is sent again, and every octet arrives.
TEST(Coarse, PlacedLossesAreMended) {
    net::LineConfig line;
    line.lost_pdus = {5, 6, 40, 41, 42, 200};
    for (const std::string& name : tcp::policy_names()) {
        TwoStacks b(tcp::policy(name), TwoStacks::ideal_card(), {}, {}, line);
        apps::StreamConfig c;
        c.octets = 3'000'000;
        apps::Stream s(b.ends(), c);
        const apps::Outcome o = b.run(s);
        EXPECT_TRUE(o.over) << name;
        EXPECT_EQ(o.octets, 3'000'000u) << name;
        EXPECT_GE(s.sending_socket()->connection().sender().stats().retransmitted, 5u) << name;
    }
}

/// A lost PDU of one cell leaves nothing; if the last of two cells is lost, the first begins the
/// next PDU.
TEST(Coarse, AMissingEndTakesTheNextPduWithIt) {
    net::LineConfig line;
    line.lost_pdus = {3};
    for (const auto& [message, lost] : {std::pair{4u, 1u}, {20u, 2u}, {100u, 1u}}) {
        TwoStacks b(policy(), TwoStacks::ideal_card(), {}, {}, line);
        apps::UdpStreamConfig c;
        c.duration = kSecond / 10, c.message = message, c.interval = 10 * base::kMillisecond;
        apps::UdpStream u(b.ends(), c);
        b.run(u);
        b.event_queue.run(b.event_queue.now() + kSecond);
        EXPECT_EQ(u.outcome().datagrams_sent - u.outcome().datagrams_received, lost) << message << " octets";
    }
}

TEST(Coarse, NobodyAtAPortIsToldSo) {
    TwoStacks b(policy());
    auto& s = b.hosts[0]->stack;
    auto& socket = s.tcp(s.executor().add_program("caller"), {65536, 65536, false, 0});
    socket.connect(0x0A000002, 4711, {});
    b.event_queue.run(kSecond);
    EXPECT_TRUE(socket.connection().reset());
}

TEST(Coarse, LongDatagramsTravelInFragments) {
    TwoStacks b(policy());
    apps::UdpStreamConfig c;
    c.duration = kSecond / 10, c.message = 30000, c.interval = 10 * base::kMillisecond;
    apps::UdpStream u(b.ends(), c);
    b.run(u);
    b.event_queue.run(b.event_queue.now() + kSecond);
    EXPECT_EQ(u.outcome().datagrams_sent, u.outcome().datagrams_received);
    EXPECT_EQ(b.hosts[0]->card.stats().sent, 4 * u.outcome().datagrams_sent);
}

}  // namespace
}  // namespace niclab::coarse
