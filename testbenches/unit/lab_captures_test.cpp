// Captures of every link type as workloads: what is sent, passed over and refused.
#include <gtest/gtest.h>

#include <sstream>

#include "lab/captures/capture_reader.h"
#include "lab/captures/captured_workload.h"
#include "support/capture_builder.h"
#include "support/captured.h"

namespace niclab::lab {
namespace {

using test::be;
using test::ethernet;
using test::ip_packet;
using test::PcapngBuilder;
using test::snap;

CapturedWorkload read(const std::string& file, const CaptureChoice& choice = {}) {
    std::istringstream in(file);
    return read_captured_workload(in, choice);
}

using test::capture_refusal;

std::vector<std::string> texts(const CapturedWorkload& w) {
    std::vector<std::string> all;
    for (const auto& p : w.packets) all.emplace_back(p.begin(), p.end());
    return all;
}

struct Framed {
    std::uint32_t link_type;
    std::string before, after;
};

/// One packet in the headers of each link type, with padding after it where frames have some.
const std::vector<Framed>& framings() {
    static const std::string tag = be(5, 2), cooked(8, '\x02');
    static const std::string addresses("\x02\0\0\0\0\1\x02\0\0\0\0\2", 12),
        session = std::string("\x11\0\0\x07\0\x40", 6);
    static const std::vector<Framed> all = {
        {1, ethernet(""), std::string(18, '\0')},
        {1, ethernet(snap(""), 0x0040), std::string(3, '\0')},
        {1, ethernet(tag + be(0x0800, 2), 0x8100), ""},
        {1, ethernet(tag + be(0x8100, 2) + tag + be(0x0800, 2), 0x88A8), ""},
        {1, ethernet(tag + be(0x0040, 2) + snap(""), 0x8100), ""},
        {1, ethernet(session + be(0x0021, 2), 0x8864), ""},
        {1, ethernet(tag + be(0x8864, 2) + session + be(0x0021, 2), 0x8100), ""},
        {0, test::number(2, 4), ""},
        {0, be(2, 4), ""},
        {108, be(2, 4), ""},
        {9, std::string("\xFF\x03\x00\x21", 4), ""},
        {9, std::string("\x00\x21", 2), ""},
        {9, "\x21", ""},
        {50, std::string("\xFF\x03\x00\x21", 4), ""},
        {50, std::string("\x0F\x00\x08\x00", 4), ""},
        {51, session + be(0x0021, 2), ""},
        {12, "", ""},
        {14, "", ""},
        {101, "", ""},
        {228, "", ""},
        {11, snap(""), ""},
        {100, snap(""), ""},
        {100, std::string("\xAA\xAA\x03\0\x80\xC2\0\x07\0\0", 10) + ethernet(""), ""},
        {123, std::string("\x02\0\0\x64", 4) + snap(""), ""},
        {123, std::string("\x82\0\0\x64", 4) + snap(""), ""},
        {123, std::string("\x01\0\0\x64\0\x05", 6) + ethernet(""), std::string(4, '\0')},
        {123, std::string("\0\0\0\x64", 4), ""},
        {113, be(0, 2) + be(1, 2) + be(6, 2) + cooked + be(0x0800, 2), ""},
        {113, be(0, 2) + be(1, 2) + be(6, 2) + cooked + be(0x8100, 2) + tag + be(0x0800, 2), ""},
        {276, be(0x0800, 2) + be(0, 2) + be(3, 4) + be(1, 2) + std::string("\0\x06", 2) + cooked, ""},
    };
    return all;
}

TEST(Captures, EveryLinkTypeInPcapAndPcapngInBothByteOrders) {
    const std::string ip = ip_packet(12);
    for (const Framed& f : framings()) {
        const std::string frame = f.before + ip + f.after;
        for (const bool big : {false, true}) {
            SCOPED_TRACE(std::to_string(f.link_type) + (big ? " big-endian" : ""));
            EXPECT_EQ(texts(read(test::pcap(f.link_type, {frame}, big))), std::vector<std::string>{ip});
            PcapngBuilder ng(big);
            ng.section().interface(f.link_type).packet(0, frame);
            const CapturedWorkload w = read(ng.file);
            EXPECT_EQ(texts(w), std::vector<std::string>{ip});
            EXPECT_EQ(w.note, "");
        }
    }
}

/// Each frame of each link type, cut at each octet: refused as cut, or passed over, and nothing is
/// read outside of it.
TEST(Captures, FramesThatEndAnywhere) {
    for (const Framed& f : framings())
        for (std::size_t octets = 0; octets < f.before.size() + 40; ++octets) {
            PcapngBuilder ng;
            ng.section().interface(f.link_type);
            const std::string frame = f.before + ip_packet(12);
            ng.packet(0, frame.substr(0, octets), 0, static_cast<unsigned>(frame.size() - octets));
            const std::string text = capture_refusal(ng.file);
            EXPECT_NE(text.find("; expected "), std::string::npos) << f.link_type << " " << octets << ": " << text;
        }
}

TEST(Captures, EveryFormOfPcap) {
    const std::string ip = ip_packet(3);
    for (const std::uint32_t magic : {0xA1B2C3D4u, 0xA1B23C4Du, 0xA1B2CD34u})
        for (const bool big : {false, true})
            EXPECT_EQ(texts(read(test::pcap(101, {ip, ip}, big, magic))), (std::vector<std::string>{ip, ip}));
    // The upper bits of the link type are the length of an FCS.
    EXPECT_EQ(read(test::pcap(0x40000001, {ethernet(ip)})).packets.size(), 1u);
}

TEST(Captures, SeveralInterfacesSectionsAndBlocks) {
    const std::string ip = ip_packet(5);
    PcapngBuilder ng;
    ng.section().interface(1, "", 262144).interface(123, "", 65535).interface(101);
    ng.packet(0, ethernet(ip)).packet(1, std::string("\x02\0\0\x64", 4) + snap(ip)).packet(2, ip);
    ng.block(4, std::string(8, '\0')).block(0x40000BAD, "whatever");  // names, and something of an unknown kind
    ng.obsolete(1, std::string("\x02\0\0\x64", 4) + snap(ip));
    PcapngBuilder second(true);
    second.section().interface(276).interface(101).packet(1, ip).section().interface(228).simple(ip);
    const CapturedWorkload w = read(ng.file + second.file);
    EXPECT_EQ(texts(w), std::vector<std::string>(6, ip));
    EXPECT_EQ(w.numbers, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(w.note, "");
}

TEST(Captures, WhatIsPassedOverIsCounted) {
    const std::string ip = ip_packet(5), six = std::string(1, '\x60') + std::string(39, '\0');
    PcapngBuilder ng;
    ng.section().interface(1).interface(105);
    for (int i = 0; i < 2; ++i) ng.packet(0, ethernet(ip)).packet(0, ethernet(six, 0x86DD));
    ng.packet(0, ethernet(std::string(28, '\0'), 0x0806)).packet(1, "802.11").packet(0, ethernet(ip));
    const CapturedWorkload w = read(ng.file);
    EXPECT_EQ(w.note, "3 of 7 packets are sent; 4 passed over: 2 IPv6, 1 ARP, 1 link type 105");
    EXPECT_EQ(w.numbers, (std::vector<std::uint64_t>{1, 3, 7}));
    EXPECT_EQ(capture_refusal(test::pcap(105, {"a", "b"})),
              "no IPv4 packet in 2 packets: 2 link type 105; expected at least one in a link type that "
              "docs/howto/own_workload.md lists");
    EXPECT_EQ(capture_refusal(test::pcap(1, {})).find("no IPv4 packet; expected"), 0u);
    EXPECT_EQ(capture_refusal(test::pcap(229, {six})).find("no IPv4 packet in 1 packet: 1 IPv6; expected"), 0u);
}

TEST(Captures, InterfacesAreChosenByNameNumberOrTap) {
    const std::string ip = ip_packet(5), other = ip_packet(6);
    PcapngBuilder ng;
    ng.section();
    ng.interface(101, ng.option(2, "eth0")).interface(101, ng.option(2, "eth1"));
    ng.packet(0, ip).packet(1, other);
    EXPECT_EQ(texts(read(ng.file)), (std::vector<std::string>{ip, other}));
    CaptureChoice choice;
    for (const char* name : {"eth1", "1"}) {
        choice.interface = name;
        const CapturedWorkload w = read(ng.file, choice);
        EXPECT_EQ(texts(w), std::vector<std::string>{other});
        EXPECT_EQ(w.note, "1 of 2 packets is sent; 1 passed over: 1 on other interfaces (workload.pcap_interface)");
    }
    choice.interface = "eth2";
    EXPECT_EQ(capture_refusal(ng.file, choice), "unknown interface 'eth2'; expected one of 'eth0', 'eth1'");
}

TEST(Captures, TimesAreInEachInterfacesResolution) {
    const auto time = [](std::uint8_t resolution, std::uint64_t ticks, std::int64_t offset = 0) {
        CaptureInterface i;
        i.resolution = resolution, i.offset_seconds = offset;
        return seconds_text(i, ticks);
    };
    EXPECT_EQ(time(6, 1234567), "1.234567");
    EXPECT_EQ(time(9, 5), "0.000000005");
    EXPECT_EQ(time(12, 1234567890123), "1.234567890123");
    EXPECT_EQ(time(0, 7), "7");
    EXPECT_EQ(time(20, 7), "0.00000000000000000007");
    EXPECT_EQ(time(0x80 | 10, 1536), "1.500000000");
    EXPECT_EQ(time(0x80 | 64, std::uint64_t{1} << 63), "0.500000000");
    EXPECT_EQ(time(0x80 | 127, ~std::uint64_t{0}), "0.000000000");
    EXPECT_EQ(time(6, 1500000, 100), "101.500000");
    EXPECT_EQ(time(6, 1500000, -1), "0.500000");
    // Two resolutions in one file: each packet has its own interface's.
    PcapngBuilder ng;
    ng.section();
    ng.interface(101, ng.option(9, "\x09")).interface(101, ng.option(9, "\x0c") + ng.option(14, ng.n(3, 8)));
    ng.packet(0, ip_packet(1), 1).packet(1, ip_packet(9).substr(0, 30), 1000000000001, 7);
    EXPECT_EQ(
        capture_refusal(ng.file),
        "packet 2 at 4.000000000001 s: cut short, 30 of 37 octets captured; expected whole packets (tcpdump -s 0)");
}

TEST(Captures, PacketsThatContradictThemselvesAreRefusedByNumber) {
    const std::string arp = ethernet(std::string(28, '\0'), 0x0806);
    const auto with = [&](std::size_t at, const std::string& octets) {
        std::string ip = ip_packet(5);
        ip.replace(at, octets.size(), octets);
        return capture_refusal(test::pcap(1, {arp, ethernet(ip)}));
    };
    EXPECT_EQ(with(2, be(12, 2)),
              "packet 2 at 2.000005 s: an IP total length of 12 octets; expected at least the header's 20");
    EXPECT_EQ(
        with(2, be(99, 2)),
        "packet 2 at 2.000005 s: an IP total length of 99 octets with 33 left in the frame; expected a whole packet");
    EXPECT_EQ(with(0, "\x44"), "packet 2 at 2.000005 s: an IP header of 16 octets; expected at least 20");
}

TEST(Captures, DamageIsNamedWithItsPlace) {
    const std::string ip = ip_packet(5), whole = test::pcap(101, {ip, ip});
    EXPECT_EQ(
        capture_refusal(whole.substr(0, whole.size() - 3)),
        "after packet 1, octet 89: the file ends in a packet, with 30 of its 33 octets; expected a whole capture");
    EXPECT_EQ(capture_refusal(whole.substr(0, whole.size() - 40)),
              "after packet 1, octet 73: the file ends early; expected a whole capture");
    PcapngBuilder ng;
    ng.section().interface(101).packet(0, ip);
    const std::string cut = ng.file.substr(0, ng.file.size() - 4);
    EXPECT_NE(capture_refusal(cut).find("the file ends in a block, with "), std::string::npos) << capture_refusal(cut);
    std::string two_lengths = ng.file;
    two_lengths[two_lengths.size() - 4] = 4;
    EXPECT_NE(capture_refusal(two_lengths).find("a block with two lengths; expected the same"), std::string::npos);
    ng.packet(1, ip);
    EXPECT_NE(capture_refusal(ng.file).find("interface 1; expected 1 interface before it"), std::string::npos)
        << capture_refusal(ng.file);
    for (const char* text : {"", "not a capture", "\x1F\x8B\x08 gzip"})
        EXPECT_NE(capture_refusal(text).find("; expected a pcap or pcapng file"), std::string::npos) << text;
}

}  // namespace
}  // namespace niclab::lab
