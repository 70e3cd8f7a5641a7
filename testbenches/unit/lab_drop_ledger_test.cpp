// Lost packets by flow, place and cause.
#include <gtest/gtest.h>

#include "lab/bench/drop_ledger.h"

namespace niclab::lab {
namespace {

constexpr tcp::Address kA = 1, kB = 2, kC = 3;

tcp::Packet packet(tcp::Protocol protocol, tcp::Address from, tcp::Address to, std::uint16_t own, std::uint16_t other) {
    tcp::Packet p;
    p.protocol = protocol;
    p.source = from, p.destination = to, p.source_port = own, p.destination_port = other;
    return p;
}

TEST(DropLedger, APacketIsOfTheFlowWhosePortItHasEitherWay) {
    FlowFinder find;
    find.add(kA, kB, 5001, false);
    find.add(kC, kB, 5002, false);
    find.add(kA, kC, 5003, true);
    EXPECT_EQ(find.of(packet(tcp::Protocol::Tcp, kA, kB, 32768, 5001)), 0u);
    EXPECT_EQ(find.of(packet(tcp::Protocol::Tcp, kB, kC, 5002, 32768)), 1u);
    EXPECT_EQ(find.of(packet(tcp::Protocol::Udp, kC, kB, 32768, 5002)), 1u);
    EXPECT_EQ(find.of(packet(tcp::Protocol::Icmp, kA, kC, 77, 0)), 2u);
    EXPECT_EQ(find.of(packet(tcp::Protocol::Icmp, kC, kA, 77, 0)), 2u);
    EXPECT_EQ(find.of(packet(tcp::Protocol::Icmp, kA, kB, 77, 0)), 3u) << "of no flow";
    EXPECT_EQ(find.of(packet(tcp::Protocol::Tcp, kA, kB, 32768, 5003)), 3u) << "a flow of echoes has no port";
}

TEST(DropLedger, SumsOverFlowsAreSumsOverPlaces) {
    DropLedger ledger;
    ledger.note({0, "switch", false, stack::Drop::Epd}, {1, 9180, 192});
    ledger.note({0, "switch", false, stack::Drop::Epd}, {1, 40, 1});
    ledger.note({1, "b", true, stack::Drop::SocketBuffer}, {1, 1028, 0});
    ledger.note({1, "b", false, stack::Drop::LineError}, {1, 1028, 1});
    ledger.note({1, "b", false, stack::Drop::IncompletePdu}, {0, 0, 21});
    ASSERT_EQ(ledger.all().size(), 4u);
    EXPECT_EQ(ledger.all().begin()->second.packets, 2u);
    EXPECT_EQ(ledger.all().begin()->second.octets, 9220u);
    const stack::DropCounts above = ledger.in_stacks(true), below = ledger.in_stacks(false);
    for (std::size_t k = 0; k < stack::kDrops; ++k)
        EXPECT_EQ(above[k] + below[k], ledger.of_flow(0)[k] + ledger.of_flow(1)[k]) << k;
    EXPECT_EQ(below[std::size_t(stack::Drop::Epd)], 2u);
    EXPECT_EQ(above[std::size_t(stack::Drop::SocketBuffer)], 1u);
    EXPECT_EQ(ledger.of_flow(1)[std::size_t(stack::Drop::LineError)], 1u);
    EXPECT_EQ(below[std::size_t(stack::Drop::IncompletePdu)], 0u) << "cells of a packet that is lost for another cause";
    EXPECT_EQ(ledger.cells()[std::size_t(stack::Drop::Epd)], 193u);
    EXPECT_EQ(ledger.cells()[std::size_t(stack::Drop::IncompletePdu)], 21u);
}

}  // namespace
}  // namespace niclab::lab
