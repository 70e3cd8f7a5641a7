// Every header error of up to three bits against an enumeration with a CRC made bit by bit; the
// modes of the receiver.
#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <iostream>
#include <vector>

#include "atm/hec.h"

namespace niclab::atm {
namespace {

using Header5 = std::array<std::uint8_t, 5>;
constexpr unsigned kBits = 40;
constexpr unsigned kMiscorrected = 2908;  ///< Of 9880 triple errors; found by a script of its own, too.

/// x^8 + x^2 + x + 1 over the 40 bits of an error pattern: what a receiver finds, whatever the
/// header and the coset.
std::uint8_t syndrome(const std::bitset<kBits>& wrong) {
    unsigned crc = 0;
    for (unsigned bit = 0; bit < kBits - 8; ++bit) crc = crc << 1 ^ ((crc >> 7 ^ wrong[bit]) & 1u ? 0x107u : 0u);
    unsigned sent = 0;
    for (unsigned bit = kBits - 8; bit < kBits; ++bit) sent = sent << 1 | wrong[bit];
    return static_cast<std::uint8_t>(crc ^ sent);
}

struct Tally {
    unsigned patterns = 0, corrected = 0, miscorrected = 0, detected = 0, undetected = 0;
    bool operator==(const Tally& o) const {
        return patterns == o.patterns && corrected == o.corrected && miscorrected == o.miscorrected &&
               detected == o.detected && undetected == o.undetected;
    }
};

std::ostream& operator<<(std::ostream& out, const Tally& t) {
    return out << t.patterns << " patterns: " << t.corrected << " corrected, " << t.miscorrected << " miscorrected, "
               << t.detected << " detected, " << t.undetected << " undetected";
}

/// All patterns of `errors` wrong bits.
std::vector<std::bitset<kBits>> patterns(unsigned errors) {
    std::vector<std::bitset<kBits>> all;
    for (unsigned a = 0; a < kBits; ++a)
        for (unsigned b = errors > 1 ? a + 1 : 0; b < (errors > 1 ? kBits : 1); ++b)
            for (unsigned c = errors > 2 ? b + 1 : 0; c < (errors > 2 ? kBits : 1); ++c) {
                std::bitset<kBits> wrong;
                wrong.set(a);
                if (errors > 1) wrong.set(b);
                if (errors > 2) wrong.set(c);
                all.push_back(wrong);
            }
    return all;
}

/// By the theory of the code alone.
Tally enumerate(unsigned errors) {
    std::array<bool, 256> single{};
    for (const auto& wrong : patterns(1)) single[syndrome(wrong)] = true;
    Tally t;
    for (const auto& wrong : patterns(errors)) {
        ++t.patterns;
        const std::uint8_t s = syndrome(wrong);
        ++(s == 0 ? t.undetected : !single[s] ? t.detected : errors == 1 ? t.corrected : t.miscorrected);
    }
    return t;
}

/// By the receiver, each pattern in correction mode.
Tally receive(unsigned errors, const Header5& sent, const HecReceiver& fresh) {
    Tally t;
    for (const auto& wrong : patterns(errors)) {
        HecReceiver receiver = fresh;
        Header5 header = sent;
        for (unsigned bit = 0; bit < kBits; ++bit)
            if (wrong[bit]) header[bit / 8] = static_cast<std::uint8_t>(header[bit / 8] ^ 0x80u >> bit % 8);
        ++t.patterns;
        const HecReceiver::Result result = receiver.check(header.data());
        if (result == HecReceiver::Result::Dropped) ++t.detected;
        if (result == HecReceiver::Result::Good) ++t.undetected;
        if (result == HecReceiver::Result::Corrected) ++(header == sent ? t.corrected : t.miscorrected);
    }
    return t;
}

Header5 make(std::uint32_t word) {
    Header5 header{};
    for (unsigned i = 0; i < 4; ++i) header[i] = static_cast<std::uint8_t>(word >> (24 - 8 * i));
    header[4] = hec(header.data());
    return header;
}

TEST(PhyHec, EveryPatternOfUpToThreeBits) {
    const Tally expected[] = {{40, 40, 0, 0, 0}, {780, 0, 0, 780, 0}, enumerate(3)};
    for (unsigned errors = 1; errors <= 3; ++errors) {
        const Tally theory = enumerate(errors);
        std::cout << errors << " wrong bits, " << theory << "\n";
        EXPECT_EQ(theory, expected[errors - 1]);
        for (const std::uint32_t word : {0x00000000u, 0x0000F400u, 0xFFFFFFFFu, 0x12345678u})
            EXPECT_EQ(receive(errors, make(word), HecReceiver()), theory) << std::hex << word;
    }
}

TEST(PhyHec, NoThreeBitErrorGoesUnseenButManyAreMiscorrected) {
    const Tally t = enumerate(3);
    EXPECT_EQ(t.patterns, 9880u);
    EXPECT_EQ(t.undetected, 0u) << "x + 1 divides the polynomial";
    EXPECT_EQ(t.miscorrected, kMiscorrected);
    EXPECT_EQ(t.detected, 9880u - kMiscorrected);
}

TEST(PhyHec, DetectionModeCorrectsNothing) {
    HecReceiver detecting;
    Header5 wrong = make(0x640);
    wrong[1] ^= 0x04;
    Header5 first = wrong;
    ASSERT_EQ(detecting.check(first.data()), HecReceiver::Result::Corrected);
    for (unsigned errors = 1; errors <= 3; ++errors) {
        const Tally t = receive(errors, make(0x640), detecting);
        EXPECT_EQ(t.detected, t.patterns);
    }
}

TEST(PhyHec, WithoutCorrectionEverythingIsDetected) {
    for (unsigned errors = 1; errors <= 3; ++errors) {
        const Tally t = receive(errors, make(0x640), HecReceiver(false));
        EXPECT_EQ(t.detected, t.patterns);
    }
}

TEST(PhyHec, CorrectionComesBackAfterAsManyGoodHeadersAsAsked) {
    for (const unsigned needed : {1u, 2u, 4u, 8u}) {
        for (const bool enough : {false, true}) {
            HecReceiver receiver(true, needed);
            Header5 wrong = make(0x640), good = make(0x640);
            wrong[3] ^= 0x80;
            Header5 header = wrong;
            EXPECT_EQ(receiver.check(header.data()), HecReceiver::Result::Corrected);
            for (unsigned i = 0; i < (enough ? needed : needed - 1); ++i)
                EXPECT_EQ(receiver.check(good.data()), HecReceiver::Result::Good);
            header = wrong;
            EXPECT_EQ(receiver.check(header.data()),
                      enough ? HecReceiver::Result::Corrected : HecReceiver::Result::Dropped)
                << needed;
        }
    }
}

TEST(PhyHec, AnErrorInDetectionModeStartsTheCountAgain) {
    HecReceiver receiver(true, 2);
    const Header5 good = make(0x640);
    Header5 wrong = good;
    wrong[0] ^= 0x01;
    const auto check = [&](Header5 header) { return receiver.check(header.data()); };
    EXPECT_EQ(check(wrong), HecReceiver::Result::Corrected);
    check(good);
    EXPECT_EQ(check(wrong), HecReceiver::Result::Dropped);
    check(good);
    EXPECT_EQ(check(wrong), HecReceiver::Result::Dropped);
    check(good), check(good);
    EXPECT_EQ(check(wrong), HecReceiver::Result::Corrected);
}

}  // namespace
}  // namespace niclab::atm
