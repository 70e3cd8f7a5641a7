// Checksums of IPv4, TCP and UDP: in frames that are received, and inserted into frames to be sent.
#include <gtest/gtest.h>

#include "cards/etherlink/internet_checksum.h"
#include "support/etherlink_list_bench.h"

namespace niclab::test {

namespace {

using Octets = std::vector<std::uint8_t>;

constexpr std::uint16_t kVlan = 0x8100;
constexpr std::size_t kIp = 14, kIpSum = kIp + 10;

/// A packet with `protocol` and 33 octets of data, without checksums.
Octets frame_of(const ether_board::Address& to, std::uint8_t protocol) {
    const std::size_t header = protocol == 6 ? 20 : 8, total = 20 + header + 33;
    Octets f(kIp + total);
    std::copy(to.begin(), to.end(), f.begin());
    f[12] = 0x08;
    f[kIp] = 0x45, f[kIp + 3] = std::uint8_t(total), f[kIp + 8] = 64, f[kIp + 9] = protocol;
    for (std::size_t i = 12; i < 20; ++i) f[kIp + i] = std::uint8_t(i * 17);
    for (std::size_t i = kIp + 20; i < f.size(); ++i) f[i] = std::uint8_t(i * 29);
    const std::size_t sum = kIp + 20 + (protocol == 6 ? 16 : 6);
    f[sum] = f[sum + 1] = 0;
    return f;
}

void set_word(Octets& f, std::size_t at, std::uint16_t value) {
    f[at] = std::uint8_t(value >> 8), f[at + 1] = std::uint8_t(value);
}

/// With both checksums, as checksums_of() has them.
Octets with_checksums(Octets f) {
    const auto sums = etherlink::checksums_of(f.data(), f.size(), kVlan);
    set_word(f, sums.ip.at, sums.ip.value);
    if (sums.transport.exists()) set_word(f, sums.transport.at, sums.transport.value);
    return f;
}

/// The bits of UpPktStatus for a frame.
std::uint32_t bits_of(EtherLinkListBench& b, unsigned n, const Octets& frame) {
    b.peer_sends(frame);
    return b.received(n, 500) & 0xEE00'0000;
}

}  // namespace

class EtherLinkChecksum : public EtherLinkListTest {};

/// The example of RFC 1071 (the sum of 0001, F203, F4F5, F6F7 is DDF2), as the data of a header.
TEST_F(EtherLinkChecksum, IsTheOnesComplementSum) {
    Octets f(kIp + 20);
    f[12] = 0x08;
    const std::uint8_t header[] = {0x45, 0x00, 0x00, 0x73, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11,
                                   0,    0,    0xC0, 0xA8, 0x00, 0x01, 0xC0, 0xA8, 0x00, 0xC7};
    std::copy(std::begin(header), std::end(header), f.begin() + kIp);
    const auto sums = etherlink::checksums_of(f.data(), f.size(), kVlan);
    EXPECT_EQ(sums.ip.at, kIpSum);
    EXPECT_EQ(sums.ip.value, 0xB861);
    EXPECT_FALSE(sums.ip.good);
    EXPECT_FALSE(sums.transport.exists());  // the datagram is longer than the frame
}

/// The values come from a separate computation of RFC 793 and 768.
TEST_F(EtherLinkChecksum, OfTransportHasThePseudoHeader) {
    const Octets tcp = frame_of({2, 0, 0, 0, 0, 9}, 6), udp = frame_of({2, 0, 0, 0, 0, 9}, 17);
    EXPECT_EQ(etherlink::checksums_of(tcp.data(), tcp.size(), kVlan).transport.value, 0x1B85);
    EXPECT_EQ(etherlink::checksums_of(udp.data(), udp.size(), kVlan).transport.value, 0x0AC7);
}

TEST_F(EtherLinkChecksum, HasNoTransportInFragmentsAndOtherFrames) {
    const ether_board::Address to{2, 0, 0, 0, 0, 9};
    Octets f = frame_of(to, 6);
    EXPECT_EQ(etherlink::checksums_of(f.data(), f.size(), kVlan).kind, etherlink::Transport::Tcp);
    set_word(f, kIp + 6, 0x2000);  // more fragments
    EXPECT_FALSE(etherlink::checksums_of(f.data(), f.size(), kVlan).transport.exists());
    set_word(f, kIp + 6, 0x0001);  // not the first one
    EXPECT_FALSE(etherlink::checksums_of(f.data(), f.size(), kVlan).transport.exists());
    set_word(f, kIp + 6, 0x4000);  // do not fragment
    EXPECT_TRUE(etherlink::checksums_of(f.data(), f.size(), kVlan).transport.exists());
    f[12] = 0x86, f[13] = 0xDD;
    EXPECT_FALSE(etherlink::checksums_of(f.data(), f.size(), kVlan).ip.exists());
    EXPECT_FALSE(etherlink::checksums_of(f.data(), 20, kVlan).ip.exists());
}

TEST_F(EtherLinkChecksum, OfReceivedFramesIsInTheirStatus) {
    run_program([](Bench& b) {
        b.start(5, Bench::kAutonegotiation);
        b.give_buffers(8);
        b.set_window(7, 4, kVlan);
        const Octets tcp = with_checksums(frame_of(b.own, 6)), udp = with_checksums(frame_of(b.own, 17));
        EXPECT_EQ(bits_of(b, 0, tcp), 0x6000'0000u);
        EXPECT_EQ(bits_of(b, 1, udp), 0xA000'0000u);
        Octets bad = tcp;
        bad.back() ^= 1;
        EXPECT_EQ(bits_of(b, 2, bad), 0x6400'0000u);
        bad = udp, bad.back() ^= 1;
        EXPECT_EQ(bits_of(b, 3, bad), 0xA800'0000u);
        bad = tcp, bad[kIp + 8] ^= 1;
        EXPECT_EQ(bits_of(b, 4, bad), 0x6200'0000u);
        Octets none = udp;
        set_word(none, kIp + 26, 0);
        EXPECT_EQ(bits_of(b, 5, none), 0x2000'0000u);
        Octets tagged = tcp;
        tagged.insert(tagged.begin() + 12, {0x81, 0x00, 0x00, 0x05});
        EXPECT_EQ(bits_of(b, 6, tagged), 0x6000'0000u);
        b.set_window(7, 4, 0);
        EXPECT_EQ(bits_of(b, 7, tagged), 0u);
    });
}

TEST_F(EtherLinkChecksum, IsInsertedWhereTheHeaderSaysSo) {
    run_program([](Bench& b) {
        b.start(5, Bench::kAutonegotiation);
        const ether_board::Address peer{2, 0, 0, 0, 0, 9};
        for (const std::uint8_t protocol : {6, 17}) {
            const Octets bare = frame_of(peer, protocol), whole = with_checksums(bare);
            const std::size_t sum = kIp + 20 + (protocol == 6 ? 16 : 6);
            b.command(Bench::Command::SetTxStartThreshold, 4);  // the whole frame is waited for nevertheless
            Octets pseudo = bare;
            set_word(pseudo, sum, 0x1234);  // the field is taken as zero
            b.transmit_frame(pseudo, Bench::kNoRounding | 0x0E00'0000);
            b.pass(250);
            EXPECT_EQ(b.heard(), whole);
            b.transmit_frame(bare, Bench::kNoRounding | 0x0200'0000);
            b.pass(250);
            Octets ip_only = whole;
            set_word(ip_only, sum, 0);
            EXPECT_EQ(b.heard(), ip_only);
            b.transmit_frame(bare, Bench::kNoRounding | (protocol == 6 ? 0x0800'0000 : 0x0400'0000));
            b.pass(250);
            EXPECT_EQ(b.heard(), bare);
        }
        EXPECT_EQ(b.card.chip.downloads().inserted, 6u);
    });
}

}  // namespace niclab::test
