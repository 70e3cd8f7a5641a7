// Where a card's cells meet the net: what is a train there, and what is cells again.
#include "support/port_bench.h"
#include "support/sim_test.h"

namespace niclab::net {
namespace {

using base::kMicrosecond;
using base::kMillisecond;
using test::kRagged;
using test::numbered_packet;
using test::payload_of;
using test::PortBench;
using NetPort = test::SimTest;

TEST_F(NetPort, ThePduOfACardIsATrainAtThePaceItHad) {
    PortBench b;
    std::uint16_t id = 0;
    for (const std::uint32_t cells : {1u, 2u, 40u, 192u})
        b.send(b.cells_of(numbered_packet(++id, payload_of(cells)), 100));
    b.run(2 * kMillisecond);
    ASSERT_EQ(b.sink.came.size(), 4u);
    for (std::uint16_t k = 0; k < 4; ++k) {
        const auto& [at, t] = b.sink.came[k];
        EXPECT_EQ(t.packet.id, k + 1);
        EXPECT_EQ(t.packet.segment.offset, 10'000u * (k + 1u)) << "which no octet tells";
        EXPECT_TRUE(t.lost.empty());
        EXPECT_NEAR(double(t.spacing) * (t.cells - 1), double(b.out.cell_time()) * (t.cells - 1), kRagged);
        EXPECT_GE(at, t.last());
        EXPECT_LE(at, t.last() + t.cells) << "what division left";
    }
    EXPECT_EQ(b.port.stats().cells_from_card, 1u + 2 + 40 + 192);
    EXPECT_EQ(b.port.stats().pdus, 4u);
    EXPECT_EQ(b.port.stats().wrong + b.port.stats().uneven, 0u);
    EXPECT_EQ(b.sent.under_way(), 0u);
    EXPECT_TRUE(b.lost.empty());
}

TEST_F(NetPort, CellsOfTwoConnectionsAreTwoTrains) {
    PortBench b;
    const auto one = b.cells_of(numbered_packet(1, payload_of(30)), 100),
               two = b.cells_of(numbered_packet(2, payload_of(30)), 101);
    for (std::size_t k = 0; k < 30; ++k) b.send({one[k], two[k]});
    b.run(kMillisecond);
    ASSERT_EQ(b.sink.came.size(), 2u);
    for (const auto& [at, t] : b.sink.came)
        EXPECT_NEAR(double(t.spacing) * 29, 2.0 * 29 * double(b.out.cell_time()), kRagged);
    EXPECT_NEAR(double(b.sink.came[1].second.first - b.sink.came[0].second.first), double(b.out.cell_time()), kRagged);
}

/// A receiver that needs it gets a PDU with its first cell; a PDU with cells at other times than
/// predicted is counted.
TEST_F(NetPort, WithTheFirstCellTheOthersAreForetold) {
    PortBench b(true);
    const auto even = b.cells_of(numbered_packet(1, payload_of(40)), 100);
    b.send(even);
    b.run(60 * kMicrosecond);
    ASSERT_EQ(b.sink.came.size(), 1u) << "with its first cell";
    EXPECT_LT(b.port.stats().cells_from_card, 40u);
    EXPECT_EQ(b.sink.came[0].second.spacing, b.out.cell_time());
    b.run(200 * kMicrosecond);
    EXPECT_EQ(b.port.stats().uneven, 0u);
    const auto broken = b.cells_of(numbered_packet(2, payload_of(40)), 100);
    b.send({broken.begin(), broken.begin() + 20});
    b.run(200 * kMicrosecond);
    b.send({broken.begin() + 20, broken.end()});
    b.run(200 * kMicrosecond);
    EXPECT_EQ(b.sink.came.size(), 2u);
    EXPECT_EQ(b.port.stats().pdus, 2u);
    EXPECT_EQ(b.port.stats().uneven, 1u);
}

TEST_F(NetPort, APduWithOtherOctetsThanWereSentDoesNotGoOn) {
    PortBench b;
    auto cells = b.cells_of(numbered_packet(1, payload_of(10)), 100);
    cells[5].payload()[7] ^= 1;
    b.send(cells);
    b.send(b.cells_of(numbered_packet(2, payload_of(10)), 100));
    b.run(kMillisecond);
    ASSERT_EQ(b.sink.came.size(), 1u);
    EXPECT_EQ(b.sink.came[0].second.packet.id, 2);
    EXPECT_EQ(b.port.stats().wrong, 1u);
    ASSERT_EQ(b.lost.size(), 1u) << "and is told of";
    EXPECT_EQ(b.lost[0].packet.id, 1);
}

TEST_F(NetPort, ATrainIsTheCellsOfItsPacketButForTheLost) {
    PortBench b;
    const tcp::Packet p = numbered_packet(1, payload_of(20));
    Train t = PortBench::train(p, 20, b.event_queue.now() + 10 * kMicrosecond, 6 * kMicrosecond, 100);
    t.lost = {3, 4, 11}, t.clp = true;
    b.in.send(t);
    b.run(kMillisecond);
    const auto octets = atm::aal5_encode(tcp::octets(p));
    const auto cells = b.received(100);
    ASSERT_EQ(cells.size(), 17u);
    std::size_t came = 0;
    for (std::uint32_t k = 0; k < 20; ++k) {
        if (k == 3 || k == 4 || k == 11) continue;
        EXPECT_TRUE(std::equal(cells[came].payload(), cells[came].payload() + 48, octets.begin() + 48 * k)) << k;
        EXPECT_EQ(cells[came].header().pti, k == 19) << k;
        EXPECT_TRUE(cells[came].header().clp);
        ++came;
    }
    EXPECT_NEAR(b.span_of_received(), 19 * 6e9, 54.0 * test::kLineOctet) << "of a slot each";
    EXPECT_EQ(b.port.stats().cells_to_card, 17u);
    EXPECT_TRUE(b.port.idle());
}

/// Cells of `n` trains come at once and leave one a slot, in the order they came: nothing is lost,
/// whatever waits.
TEST_F(NetPort, WhatWaitsForThePhyLeavesOneASlot) {
    PortBench b;
    constexpr unsigned kTrains = 4, kCells = 50;
    const Femtoseconds begin = b.event_queue.now() + 10 * kMicrosecond;
    for (std::uint16_t k = 0; k < kTrains; ++k)
        b.in.send(PortBench::train(numbered_packet(k, payload_of(kCells)), kCells, begin + k * kMicrosecond / 10,
                                   b.in.cell_time(), std::uint16_t(100 + k)));
    b.run(10 * kMicrosecond + kCells * b.in.cell_time());
    EXPECT_FALSE(b.port.idle());
    b.run(2 * kMillisecond);
    ASSERT_EQ(b.card.received.size(), kTrains * kCells);
    for (std::size_t k = 0; k < b.card.received.size(); ++k)
        EXPECT_EQ(b.card.received[k].first.header().vci, 100 + k % kTrains) << k;
    EXPECT_NEAR(b.span_of_received(), double(kTrains * kCells - 1) * double(b.in.cell_time()), kRagged);
    EXPECT_TRUE(b.port.idle());
}

}  // namespace
}  // namespace niclab::net
