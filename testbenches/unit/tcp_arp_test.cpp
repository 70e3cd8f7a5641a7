// ARP packets octet by octet, as RFC 826 and FreeBSD's uniarp_output.c lay them out.
#include <gtest/gtest.h>

#include "tcp/packet.h"

namespace niclab::tcp {
namespace {

constexpr Address kAsking = 0x0A000001, kAsked = 0x0A000002;
using Octets = std::vector<std::uint8_t>;

TEST(Arp, AsksOnEthernetForAnAddress) {
    EXPECT_EQ(arp_octets({false, false}, kAsking, kAsked),
              (Octets{0, 1, 8, 0, 6, 4, 0, 1, 2, 0, 10, 0, 0, 1, 10, 0, 0, 1, 0, 0, 0, 0, 0, 0, 10, 0, 0, 2}));
    EXPECT_EQ(arp_octets({false, true}, kAsked, kAsking),
              (Octets{0, 1, 8, 0, 6, 4, 0, 2, 2, 0, 10, 0, 0, 2, 10, 0, 0, 2, 2, 0, 10, 0, 0, 1, 10, 0, 0, 1}));
}

TEST(Arp, AsksAConnectionForWhoIsAtItsEnd) {
    EXPECT_EQ(arp_octets({true, false}, kAsking, kAsked), (Octets{0, 19, 8, 0, 0, 0, 0, 8, 4, 0, 0, 0, 10, 0, 0, 1}));
    EXPECT_EQ(arp_octets({true, true}, kAsked, kAsking),
              (Octets{0, 19, 8, 0, 0, 0, 0, 9, 4, 0, 0, 4, 10, 0, 0, 2, 10, 0, 0, 1}));
}

TEST(Arp, IsAPacketBesideThoseOfIp) {
    for (const Arp arp : {Arp{false, false}, Arp{false, true}, Arp{true, false}, Arp{true, true}}) {
        Packet p;
        p.protocol = Protocol::Arp, p.arp = arp, p.source = kAsking, p.destination = kAsked;
        EXPECT_EQ(p.octets(), octets(p).size());
        EXPECT_EQ(p.ethertype(), 0x0806u);
        EXPECT_EQ(octets(p), arp_octets(arp, kAsking, kAsked));
        EXPECT_EQ(arp.broadcast(), !arp.inverse && !arp.reply);
    }
    EXPECT_EQ(Packet{}.ethertype(), 0x0800u);
}

}  // namespace
}  // namespace niclab::tcp
