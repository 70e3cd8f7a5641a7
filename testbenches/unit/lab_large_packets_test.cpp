// Packets that an offload left above the MTU: refused, or segmented into right ones.
#include <gtest/gtest.h>

#include <sstream>

#include "lab/captures/captured_workload.h"
#include "lab/captures/large_packets.h"
#include "support/capture_builder.h"
#include "support/captured.h"

namespace niclab::lab {
namespace {

using Octets = std::vector<std::uint8_t>;
using test::be;
using test::ethernet;
using test::tcp_packet;

Octets octets(const std::string& s) { return {s.begin(), s.end()}; }

std::uint64_t get(const Octets& o, std::size_t at, unsigned n) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < n; ++i) value = value << 8 | o[at + i];
    return value;
}

/// The one's complement sum of 16-bit words, which is 0xFFFF over what a right checksum covers.
std::uint64_t sum(const Octets& o, std::size_t from, std::uint64_t start = 0) {
    std::uint64_t s = start;
    for (std::size_t i = from; i < o.size(); ++i) s += std::uint64_t{o[i]} << ((i - from) % 2 ? 0 : 8);
    while (s >> 16) s = (s & 0xFFFF) + (s >> 16);
    return s;
}

void expect_checksums(const Octets& o) {
    EXPECT_EQ(sum(Octets(o.begin(), o.begin() + 20), 0), 0xFFFFu);
    EXPECT_EQ(sum(o, 20, get(o, 12, 2) + get(o, 14, 2) + get(o, 16, 2) + get(o, 18, 2) + 6 + o.size() - 20), 0xFFFFu);
}

using test::capture_refusal;

TEST(LargePackets, SegmentsCarryTheSameStream) {
    for (const std::size_t payload : {1u, 1447u, 1448u, 1449u, 2896u, 4000u, 70000u}) {
        const Octets whole = octets(tcp_packet(payload, 0));
        const Segments s = segment(whole, 1500);
        ASSERT_EQ(s.refused, "");
        EXPECT_EQ(s.packets.size(), (payload + 1447) / 1448);
        Octets stream;
        for (std::size_t k = 0; k < s.packets.size(); ++k) {
            const Octets& p = s.packets[k];
            const bool last = k + 1 == s.packets.size();
            EXPECT_LE(p.size(), 1500u);
            EXPECT_EQ(get(p, 2, 2), p.size());
            EXPECT_EQ(get(p, 4, 2), (0xFFFE + k) & 0xFFFF);
            EXPECT_EQ(get(p, 24, 4), (0xFFFFFF00 + stream.size()) & 0xFFFFFFFF);
            // CWR, ACK, PSH and FIN in the whole: CWR in the first, PSH and FIN in the last.
            EXPECT_EQ(p[33], 0x10 | (k == 0 ? 0x80 : 0) | (last ? 0x09 : 0));
            expect_checksums(p);
            stream.insert(stream.end(), p.begin() + 52, p.end());
        }
        EXPECT_EQ(stream, Octets(whole.begin() + 52, whole.end()));
    }
}

TEST(LargePackets, WhatCannotBeCutIsRefused) {
    const auto refused = [](std::string packet, std::size_t at, const std::string& with) {
        packet.replace(at, with.size(), with);
        return segment(octets(packet), 1500).refused;
    };
    const std::string tcp = tcp_packet(3000);
    EXPECT_EQ(refused(tcp, 9, "\x11"), "IP protocol 17; expected TCP (6) to segment");
    EXPECT_EQ(refused(tcp, 6, "\x20"), "a fragment; expected a whole packet of TCP to segment");
    EXPECT_EQ(refused(tcp, 32, std::string(1, '\0')), "a TCP header of 0 octets; expected 20 to 60, all captured");
    EXPECT_EQ(segment(octets(tcp.substr(0, 30)), 1500).refused, "no whole TCP header; expected at least 20 octets");
    EXPECT_EQ(segment(octets(tcp), 52).refused, "headers of 52 octets; expected a larger MTU");
}

TEST(LargePackets, TotalLengthZeroIsRefusedUnlessSegmentingIsChosen) {
    const std::string file = test::pcap(1, {ethernet(tcp_packet(10)), ethernet(tcp_packet(4000, 0))});
    EXPECT_EQ(capture_refusal(file),
              "packet 2 at 2.000005 s: an IP total length of 0, left for the card to segment (TSO); expected "
              "workload.large_packets = \"segment\", or a capture without offload (ethtool -K NAME tso off gso off gro "
              "off)");
    CaptureChoice choice;
    choice.segment = true;
    std::istringstream in(file);
    const CapturedWorkload w = read_captured_workload(in, choice);
    EXPECT_EQ(w.numbers, (std::vector<std::uint64_t>{1, 2, 2, 2}));
    EXPECT_EQ(w.note, "2 of 2 packets are sent; 1 segmented into 3");
}

TEST(LargePackets, TheMtuIsThatOfTheLinkThatWasCaptured) {
    const std::string large = tcp_packet(1449), largest = tcp_packet(1448);
    EXPECT_EQ(capture_refusal(test::pcap(1, {ethernet(largest)})), "");
    EXPECT_EQ(capture_refusal(test::pcap(1, {ethernet(large)})),
              "packet 1 at 1.000005 s: 1501 octets, above the MTU of 1500; expected workload.large_packets = "
              "\"segment\", or workload.mtu of at least 1501");
    EXPECT_EQ(capture_refusal(test::pcap(101, {large})), "");
    EXPECT_EQ(capture_refusal(test::pcap(101, {tcp_packet(9180 - 52)})), "");
    EXPECT_NE(capture_refusal(test::pcap(101, {tcp_packet(9181 - 52)})), "");
    // An AAL5 PDU was on the line as it is.
    const std::string sunatm("\x02\0\0\x64", 4), lane("\x01\0\0\x64\0\5", 6);
    EXPECT_EQ(
        capture_refusal(test::pcap(123, {sunatm + test::snap(tcp_packet(20000)), lane + ethernet(tcp_packet(9000))})),
        "");
    EXPECT_EQ(capture_refusal(test::pcap(100, {test::snap(tcp_packet(60000))})), "");
    EXPECT_NE(capture_refusal(test::pcap(108, {be(2, 4) + tcp_packet(20000)})), "");
    CaptureChoice choice;
    choice.mtu = 1501;
    EXPECT_EQ(capture_refusal(test::pcap(1, {ethernet(large)}), choice), "");
    choice.mtu = 9000, choice.segment = true;
    std::istringstream in(test::pcap(1, {ethernet(large)}));
    EXPECT_EQ(read_captured_workload(in, choice).packets.size(), 1u);
    EXPECT_EQ(capture_refusal(test::pcap(1, {ethernet(test::ip_packet(5000))}), choice), "");
    choice.mtu = 1500;
    EXPECT_EQ(
        capture_refusal(test::pcap(1, {ethernet(test::ip_packet(5000))}), choice),
        "packet 1 at 1.000005 s: 5028 octets, above the MTU of 1500: IP protocol 17; expected TCP (6) to segment");
}

TEST(LargePackets, OctetsOfAllPacketsHaveALimit) {
    CaptureChoice choice;
    choice.most_octets = 100;
    EXPECT_EQ(capture_refusal(test::pcap(101, {tcp_packet(40), tcp_packet(9)}), choice),
              "packet 2 at 2.000005 s: more than 100 octets up to here; expected a shorter capture");
}

}  // namespace
}  // namespace niclab::lab
