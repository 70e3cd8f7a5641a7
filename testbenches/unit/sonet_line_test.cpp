// Scramblers against bit-wise references, delineation at its exact thresholds.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/crc.h"
#include "base/random.h"
#include "sonet/delineation.h"
#include "sonet/scrambler.h"

namespace niclab::sonet {
namespace {

class FrameScrambler : public ::testing::TestWithParam<Format> {};

TEST_P(FrameScrambler, FollowsOnePlusX6PlusX7) {
    const std::uint8_t* scrambler = frame_scrambler(GetParam(), true);
    const unsigned first = GetParam().overhead_columns, end = GetParam().frame_octets;
    // Bit-wise: s[n] = s[n-6] ^ s[n-7], started with seven ones.
    std::vector<int> s(7, 1);
    while (s.size() < (end - first) * 8) s.push_back(s[s.size() - 6] ^ s[s.size() - 7]);
    for (unsigned i = 0; i < end; ++i) {
        unsigned octet = 0;
        for (unsigned b = 0; b < 8 && i >= first; ++b)
            octet = octet << 1 | static_cast<unsigned>(s[(i - first) * 8 + b]);
        ASSERT_EQ(scrambler[i], octet) << i;
    }
    EXPECT_EQ(scrambler[first], 0xFE);  // the well-known start of the sequence: FE 04 18 51
    EXPECT_EQ(scrambler[first + 1], 0x04);
    EXPECT_EQ(scrambler[first + 2], 0x18);
    EXPECT_EQ(scrambler[first + 3], 0x51);
    EXPECT_EQ(scrambler[first - 1], 0);
}
TEST_P(FrameScrambler, MayBeOff) {
    for (unsigned i = 0; i < GetParam().frame_octets; ++i) ASSERT_EQ(frame_scrambler(GetParam(), false)[i], 0);
}
INSTANTIATE_TEST_SUITE_P(Formats, FrameScrambler, ::testing::Values(kSts3c, kSts12c),
                         [](const auto& i) { return "Sts" + std::to_string(i.param.sts) + "c"; });

TEST(PayloadScrambler, RunsOfAnyLengthAreScrambledAsTheirOctets) {
    base::RandomStream random(3, "runs");
    PayloadScrambler sender, octet_sender, receiver;
    for (unsigned i = 0; i < 2000; ++i) {
        const bool on = i % 100 < 90;
        sender.enable(on), octet_sender.enable(on), receiver.enable(on);
        const auto n = static_cast<unsigned>(random.uniform(0, 48));
        std::uint8_t octets[48], sent[48], received[48];
        for (std::uint8_t& o : octets) o = static_cast<std::uint8_t>(random.uniform(0, 255));
        sender.scramble(octets, sent, n);
        receiver.descramble(sent, received, n);
        for (unsigned k = 0; k < n; ++k) {
            ASSERT_EQ(sent[k], octet_sender.scramble(octets[k]));
            ASSERT_EQ(received[k], octets[k]);
        }
    }
}

TEST(Formats, AreThoseOfTheStandard) {
    EXPECT_EQ(kSts3c.frame_octets, 2430u);
    EXPECT_EQ(kSts3c.spe_octets, 2349u);
    EXPECT_EQ(kSts3c.payload_columns, 260u);
    EXPECT_EQ(kSts3c.fixed_columns, 0u);
    EXPECT_EQ(kSts3c.gap(), 10u);
    EXPECT_EQ(kSts12c.columns, 1080u);
    EXPECT_EQ(kSts12c.overhead_columns, 36u);
    EXPECT_EQ(kSts12c.frame_octets, 9720u);
    EXPECT_EQ(kSts12c.spe_columns, 1044u);
    EXPECT_EQ(kSts12c.fixed_columns, 3u);
    EXPECT_EQ(kSts12c.payload_columns, 1040u);
    EXPECT_EQ(kSts12c.gap(), 40u);
    EXPECT_EQ(kSts3c.octet_hz(), 19.44e6);
    EXPECT_EQ(kSts12c.octet_hz(), 77.76e6);
}

TEST(PayloadScrambler, IsX43PlusOneBitByBitAndSelfSynchronous) {
    PayloadScrambler tx, rx;
    for (int i = 0; i < 6; ++i) rx.descramble(static_cast<std::uint8_t>(i * 91));  // any state
    std::vector<int> line(43, 0);
    for (unsigned i = 0; i < 500; ++i) {
        const auto in = static_cast<std::uint8_t>(i * 57 + 3);
        const std::uint8_t sent = tx.scramble(in);
        for (unsigned b = 0; b < 8; ++b) {
            const int bit = (in >> (7 - b) & 1) ^ line[line.size() - 43];
            ASSERT_EQ(sent >> (7 - b) & 1, bit);
            line.push_back(bit);
        }
        const std::uint8_t out = rx.descramble(sent);
        if (i >= 6) {
            ASSERT_EQ(out, in);
        }
    }
}

class Delineated : public ::testing::Test {
protected:
    void cell(bool good) {
        std::uint8_t header[5] = {0, 0, 0xF4, 0x02, 0};
        header[4] = static_cast<std::uint8_t>(base::crc8(header, 4) ^ 0x55u ^ (good ? 0 : 0x81));
        for (const std::uint8_t octet : header) delineation.take(octet);
        for (int i = 0; i < 48; ++i) delineation.take(0xA5);
    }
    Delineation delineation;
};

TEST_F(Delineated, SyncAfterDeltaMoreGoodHeaders) {
    cell(true);
    EXPECT_EQ(delineation.state(), Delineation::State::Presync);
    for (unsigned i = 1; i < Delineation::kDelta; ++i) cell(true);
    EXPECT_EQ(delineation.state(), Delineation::State::Presync);
    cell(true);
    EXPECT_EQ(delineation.state(), Delineation::State::Sync);
}

TEST_F(Delineated, HuntAfterAlphaBadHeaders) {
    for (int i = 0; i < 8; ++i) cell(true);
    for (unsigned i = 1; i < Delineation::kAlpha; ++i) cell(false);
    EXPECT_EQ(delineation.state(), Delineation::State::Sync);
    cell(false);
    EXPECT_EQ(delineation.losses(), 1u);
}

TEST_F(Delineated, OneBadHeaderInPresyncStartsAgain) {
    cell(true);
    cell(true);
    cell(false);
    EXPECT_EQ(delineation.state(), Delineation::State::Hunt);
}

/// Half of the cells have a wrong header, so that SYNC is left and found again.
TEST(Delineation, RunsAreTheSameAsOctetByOctet) {
    base::RandomStream random(11, "cells");
    const auto below = [&](unsigned n) { return static_cast<unsigned>(random.uniform(0, n - 1)); };
    std::vector<std::uint8_t> line;
    for (unsigned cell = 0; cell < 400; ++cell) {
        std::uint8_t header[5];
        for (std::uint8_t& octet : header) octet = static_cast<std::uint8_t>(below(256));
        const bool good = cell % 100 < 60;
        header[4] = static_cast<std::uint8_t>(base::crc8(header, 4) ^ (good ? 0x55 : below(256)));
        line.insert(line.end(), header, header + 5);
        for (unsigned i = 0; i < 48; ++i) line.push_back(static_cast<std::uint8_t>(below(256)));
    }
    Delineation by_octet, in_runs;
    std::uint64_t octets_in_runs = 0;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t n = std::min({std::size_t{in_runs.plain_run()}, std::size_t{below(54)}, line.size() - at});
        in_runs.take_run(line.data() + at, static_cast<unsigned>(n));
        octets_in_runs += n;
        for (const std::size_t end = at + n; at < end; ++at) {
            const Delineation::Place place = by_octet.take(line[at]);
            ASSERT_TRUE(place == Delineation::Place::Header || place == Delineation::Place::Payload) << "octet " << at;
        }
        if (at == line.size()) break;
        ASSERT_EQ(by_octet.take(line[at]), in_runs.take(line[at])) << "octet " << at;
        ++at;
        ASSERT_EQ(by_octet.state(), in_runs.state()) << "octet " << at;
        ASSERT_EQ(by_octet.losses(), in_runs.losses());
        ASSERT_EQ(by_octet.position(), in_runs.position()) << "octet " << at;
        ASSERT_TRUE(std::equal(by_octet.header(), by_octet.header() + 5, in_runs.header())) << "octet " << at;
    }
    EXPECT_GT(by_octet.losses(), 2u);
    EXPECT_GT(octets_in_runs, line.size() / 3);
}

}  // namespace
}  // namespace niclab::sonet
