// Packets on the line and back; checksums against a published example.
#include <gtest/gtest.h>

#include "tcp/packet.h"

namespace niclab::tcp {
namespace {

Packet example(Protocol protocol) {
    Packet p;
    p.source = *parse_address("10.0.0.1"), p.destination = *parse_address("192.168.255.2");
    p.id = 4711, p.protocol = protocol, p.source_port = 40000, p.destination_port = 5001;
    p.segment.seq = 0xFFFFFF00, p.segment.ack = 77, p.segment.window = 8192, p.segment.acks = p.segment.psh = true;
    p.segment.offset = 1'000'000'007, p.segment.length = 501;
    p.datagram = {12345, 333, 9, true};
    return p;
}

TEST(Packet, OctetsTellEverythingButTheOffset) {
    Packet p = example(Protocol::Tcp);
    p.segment.mss = 9140, p.segment.window_shift = 5, p.segment.timestamps = Timestamps{1, 2};
    const auto o = octets(p);
    ASSERT_EQ(o.size(), 20u + 40 + 501);
    const auto back = parse(o);
    ASSERT_TRUE(back);
    const Segment &a = p.segment, &b = back->packet.segment;
    EXPECT_EQ(back->packet.source, p.source);
    EXPECT_EQ(back->packet.destination_port, 5001);
    EXPECT_EQ(b.seq, a.seq);
    EXPECT_EQ(b.ack, a.ack);
    EXPECT_EQ(b.mss, a.mss);
    EXPECT_EQ(b.window_shift, a.window_shift);
    EXPECT_EQ(b.timestamps->echo, 2u);
    EXPECT_EQ(b.length, a.length);
    EXPECT_TRUE(b.acks && b.psh && !b.syn && !b.fin && !b.rst);
    for (std::size_t k = 0; k < 501; ++k)
        ASSERT_EQ(o[back->payload + k], payload_octet(p.source, 40000, 1'000'000'007 + k));
}

TEST(Packet, UdpAndEcho) {
    const auto udp = parse(octets(example(Protocol::Udp)));
    ASSERT_TRUE(udp);
    EXPECT_EQ(udp->packet.datagram.length, 333u);
    EXPECT_EQ(udp->packet.destination_port, 5001);
    const auto echo = parse(octets(example(Protocol::Icmp)));
    ASSERT_TRUE(echo);
    EXPECT_TRUE(echo->packet.datagram.reply);
    EXPECT_EQ(echo->packet.datagram.sequence, 9);
}

TEST(Packet, AnyBitThatFlipsIsFound) {
    const auto good = octets(example(Protocol::Tcp));
    for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
        auto bad = good;
        bad[bit / 8] ^= std::uint8_t(0x80 >> bit % 8);
        EXPECT_FALSE(parse(bad)) << bit;
    }
}

/// The IPv4 header of Wikipedia's article on the checksum: 45 00 00 73 .. has b8 61.
TEST(Packet, HeaderChecksumOfAPublishedExample) {
    Packet p;
    p.source = *parse_address("192.168.0.1"), p.destination = *parse_address("192.168.0.199");
    p.protocol = Protocol::Udp;
    p.datagram.length = 0x73 - 28;
    const auto o = octets(p);
    // There: id 0, don't fragment (4000). Ours has no such flag: the sum differs by it.
    EXPECT_EQ((o[10] << 8 | o[11]), 0xB861 + 0x4000);
}

TEST(Packet, FragmentsMakeTheWholeAgain) {
    Packet p = example(Protocol::Udp);
    p.datagram.length = 5000;
    const auto whole = octets(p);
    std::vector<std::uint8_t> joined(whole.begin(), whole.begin() + 20);
    const auto pieces = fragments(p, 1500);
    ASSERT_EQ(pieces.size(), 4u);
    for (const Packet& piece : pieces) {
        EXPECT_LE(piece.octets(), 1500u);
        EXPECT_EQ(piece.fragment_offset % 8, 0u);
        const auto o = octets(piece);
        joined.insert(joined.end(), o.begin() + 20, o.end());
    }
    EXPECT_EQ(joined, whole);
    EXPECT_EQ(fragments(p, 65535).size(), 1u);
}

TEST(Packet, Addresses) {
    EXPECT_EQ(to_string(*parse_address("1.2.3.255")), "1.2.3.255");
    for (const char* bad : {"", "1.2.3", "1.2.3.256", "1.2.3.4.5", "a.b.c.d"}) EXPECT_FALSE(parse_address(bad)) << bad;
}

}  // namespace
}  // namespace niclab::tcp
