// ARP packets octet by octet, as RFC 826 and FreeBSD's uniarp_output.c lay them out.
#include <gtest/gtest.h>

#include "tcp/packet.h"

namespace niclab::tcp {
namespace {

constexpr Address kAsking = 0x0A000001, kAsked = 0x0A000002;
using Octets = std::vector<std::uint8_t>;
using Operation = Arp::Operation;
constexpr Arp::Kind kEthernet = Arp::Kind::Ethernet, kPermanent = Arp::Kind::Permanent, kSwitched = Arp::Kind::Switched;

TEST(Arp, AsksOnEthernetForAnAddress) {
    EXPECT_EQ(arp_octets({kEthernet, Operation::Request}, kAsking, kAsked),
              (Octets{0, 1, 8, 0, 6, 4, 0, 1, 2, 0, 10, 0, 0, 1, 10, 0, 0, 1, 0, 0, 0, 0, 0, 0, 10, 0, 0, 2}));
    EXPECT_EQ(arp_octets({kEthernet, Operation::Reply}, kAsked, kAsking),
              (Octets{0, 1, 8, 0, 6, 4, 0, 2, 2, 0, 10, 0, 0, 2, 10, 0, 0, 2, 2, 0, 10, 0, 0, 1, 10, 0, 0, 1}));
}

TEST(Arp, AsksAConnectionForWhoIsAtItsEnd) {
    EXPECT_EQ(arp_octets({kPermanent, Operation::InverseRequest}, kAsking, kAsked),
              (Octets{0, 19, 8, 0, 0, 0, 0, 8, 4, 0, 0, 0, 10, 0, 0, 1}));
    EXPECT_EQ(arp_octets({kPermanent, Operation::InverseReply}, kAsked, kAsking),
              (Octets{0, 19, 8, 0, 0, 0, 0, 9, 4, 0, 0, 4, 10, 0, 0, 2, 10, 0, 0, 1}));
}

/// An ATM address as it is on the line.
Octets operator+(Octets o, const Octets& more) {
    o.insert(o.end(), more.begin(), more.end());
    return o;
}
Octets atm(std::uint8_t host) { return {0x47, 0, 5, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 10, 0, 0, host, 0}; }

TEST(Arp, AsksAServerForAnAddress) {
    constexpr Address kServer = 0x0A000009;
    const Octets asked = atm(1) + Octets{10, 0, 0, 1, 10, 0, 0, 2};
    EXPECT_EQ(arp_octets({kSwitched, Operation::Request, kAsked}, kAsking, kServer),
              (Octets{0, 19, 8, 0, 20, 0, 0, 1, 4, 0, 0, 4} + asked));
    EXPECT_EQ(arp_octets({kSwitched, Operation::Nak, kAsked}, kServer, kAsking),
              (Octets{0, 19, 8, 0, 20, 0, 0, 10, 4, 0, 0, 4} + asked))
        << "the request as it came";
    EXPECT_EQ(
        arp_octets({kSwitched, Operation::Reply, kAsked}, kServer, kAsking),
        (Octets{0, 19, 8, 0, 20, 0, 0, 2, 4, 20, 0, 4} + atm(2) + Octets{10, 0, 0, 2} + atm(1) + Octets{10, 0, 0, 1}));
}

TEST(Arp, SaysWhoCallsOnASwitchedConnection) {
    EXPECT_EQ(arp_octets({kSwitched, Operation::InverseRequest}, kAsking, kAsked),
              (Octets{0, 19, 8, 0, 20, 0, 0, 8, 4, 20, 0, 0} + atm(1) + Octets{10, 0, 0, 1} + atm(2)));
    EXPECT_EQ(
        arp_octets({kSwitched, Operation::InverseReply}, kAsked, kAsking),
        (Octets{0, 19, 8, 0, 20, 0, 0, 9, 4, 20, 0, 4} + atm(2) + Octets{10, 0, 0, 2} + atm(1) + Octets{10, 0, 0, 1}));
}

TEST(Arp, IsAPacketBesideThoseOfIp) {
    for (const Arp arp : {Arp{kEthernet, Operation::Request}, Arp{kEthernet, Operation::Reply},
                          Arp{kPermanent, Operation::InverseRequest}, Arp{kPermanent, Operation::InverseReply},
                          Arp{kSwitched, Operation::Request, kAsked}, Arp{kSwitched, Operation::Reply, kAsked},
                          Arp{kSwitched, Operation::Nak, kAsked}, Arp{kSwitched, Operation::InverseRequest},
                          Arp{kSwitched, Operation::InverseReply}}) {
        Packet p;
        p.protocol = Protocol::Arp, p.arp = arp, p.source = kAsking, p.destination = kAsked;
        EXPECT_EQ(p.octets(), octets(p).size());
        EXPECT_EQ(p.ethertype(), 0x0806u);
        EXPECT_EQ(octets(p), arp_octets(arp, kAsking, kAsked));
        EXPECT_EQ(arp.broadcast(), arp.kind == kEthernet && arp.operation == Operation::Request);
    }
    EXPECT_EQ(Packet{}.ethertype(), 0x0800u);
}

}  // namespace
}  // namespace niclab::tcp
