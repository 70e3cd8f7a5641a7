/// The line and AAL5 checkers against frames, cells and PDUs composed here octet by octet, with nothing of the models.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "check/aal5_checker.h"
#include "check/line_checker.h"

namespace niclab::conformance {

namespace {

using Frame = std::array<std::uint8_t, 2430>;

std::uint8_t hec(const std::uint8_t* h) {
    unsigned r = 0;
    for (unsigned i = 0; i < 32; ++i) {
        const unsigned in = h[i / 8] >> (7 - i % 8) & 1u;
        const unsigned out = r >> 7 & 1u;
        r = (r << 1 & 0xFFu) ^ ((in ^ out) != 0 ? 0x07u : 0u);
    }
    return static_cast<std::uint8_t>(r ^ 0x55u);
}

/// Frames with a pointer of 522 and idle cells, as GR-253 and I.432 draw them. `spoil` may change a frame before it is
/// scrambled, `spoil_line` after.
class Sender {
public:
    std::function<void(unsigned, Frame&)> spoil = [](unsigned, Frame&) {}, spoil_line = [](unsigned, Frame&) {};

    Frame next() {
        Frame f{};
        const std::uint8_t rows[3][9] = {
            {0xF6, 0xF6, 0xF6, 0x28, 0x28, 0x28, 1, 2, 3}, {b1_, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0}};
        for (unsigned r = 0; r < 3; ++r)
            for (unsigned c = 0; c < 9; ++c) f[r * 270 + c] = rows[r][c];
        const std::uint8_t pointers[9] = {0x62, 0x93, 0x93, 0x0A, 0xFF, 0xFF, 0, 0, 0};
        for (unsigned c = 0; c < 9; ++c) f[3 * 270 + c] = pointers[c];
        for (unsigned c = 0; c < 3; ++c) f[4 * 270 + c] = b2_[c];
        // Pointer 522 = 6 rows of 87: J1 stands in the first row.
        std::uint8_t b3 = 0;
        for (unsigned r = 0; r < 9; ++r)
            for (unsigned c = 9; c < 270; ++c) {
                std::uint8_t& o = f[r * 270 + c];
                o = c > 9 ? cell_octet() : r == 1 ? b3_ : r == 2 ? 0x13 : 0;
                b3 ^= o;
            }
        spoil(number_, f);
        b3_ = b3;
        b2_ = {};
        for (unsigned i = 0; i < f.size(); ++i)
            if (i / 270 >= 3 || i % 270 >= 9) b2_[i % 3] ^= f[i];
        scramble(f);
        b1_ = 0;
        for (const std::uint8_t o : f) b1_ ^= o;
        spoil_line(number_++, f);
        return f;
    }

private:
    std::uint8_t cell_octet() {
        std::uint8_t h[5] = {0, 0, 0, 1, 0};
        h[4] = hec(h);
        const unsigned k = cell_++ % 53;
        return k < 5 ? h[k] : 0x6A;
    }
    static void scramble(Frame& f) {
        unsigned state = 0x7F;
        for (unsigned i = 9; i < f.size(); ++i)
            for (int b = 7; b >= 0; --b) {
                const unsigned out = state >> 6 & 1u;
                f[i] = static_cast<std::uint8_t>(f[i] ^ out << b);
                state = (state << 1 & 0x7Fu) | ((state >> 6 ^ state >> 5) & 1u);
            }
    }
    std::uint8_t b1_ = 0, b3_ = 0;
    std::array<std::uint8_t, 3> b2_{};
    unsigned cell_ = 17, number_ = 0;
};

check::Report judge(Sender& sender, unsigned frames = 8) {
    check::Report report;
    check::LineChecker checker("line", report);
    for (unsigned n = 0; n < frames; ++n) {
        const Frame f = sender.next();
        for (unsigned i = 0; i < f.size(); ++i) checker.octet(f[i], i == 0, n * 2430 + i);
    }
    return report;
}

std::string first(const check::Report& r) { return r.violations().empty() ? "none" : r.violations().front().rule->id; }

struct Fault {
    const char* rule;
    unsigned octet;      ///< Of the frame before scrambling.
    std::uint8_t flips;  ///< Bits changed in frame 5.
};

// Octets of row r, column c are r * 270 + c. Parities are made after the change where they are not what is changed.
const Fault kFaults[] = {
    {"S5", 3 * 270 + 3, 0x01}, {"S6", 3 * 270 + 1, 0x40}, {"S6", 3 * 270 + 5, 0x01}, {"S7", 2 * 270 + 9, 0x10},
    {"S2", 1 * 270, 0x80},     {"S3", 4 * 270 + 1, 0x04}, {"S4", 1 * 270 + 9, 0x20},
};

}  // namespace

TEST(LineRules, LegalFramesPass) {
    Sender sender;
    EXPECT_EQ(judge(sender, 50).total(), 0u);
}

TEST(LineRules, EachOverheadOctetHasItsRule) {
    for (const Fault& fault : kFaults) {
        Sender sender;
        sender.spoil = [&fault](unsigned n, Frame& f) {
            if (n == 5) f[fault.octet] ^= fault.flips;
        };
        EXPECT_EQ(first(judge(sender)), fault.rule) << fault.octet;
    }
}

TEST(LineRules, S1AlignmentWordWrong) {
    Sender sender;
    sender.spoil_line = [](unsigned n, Frame& f) {
        if (n == 5) f[4] ^= 0x01;
    };
    EXPECT_EQ(first(judge(sender)), "S1");
}

TEST(LineRules, S1FrameOfAnotherLength) {
    check::Report report;
    check::LineChecker checker("line", report);
    Sender sender;
    for (unsigned n = 0; n < 3; ++n) {
        const Frame f = sender.next();
        for (unsigned i = 0; i < f.size() - (n == 1 ? 1 : 0); ++i) checker.octet(f[i], i == 0, 0);
    }
    EXPECT_EQ(first(report), "S1");
}

TEST(LineRules, S2AnyOctetOfTheFrameBefore) {
    Sender sender;
    sender.spoil_line = [](unsigned n, Frame& f) {
        if (n == 5) f[1000] ^= 0x01;
    };
    const check::Report report = judge(sender);
    std::vector<std::string> rules;
    for (const check::Violation& v : report.violations()) rules.emplace_back(v.rule->id);
    EXPECT_EQ(rules, (std::vector<std::string>{"S2", "S3", "S4"}));  // the same bit in all three parities
}

TEST(LineRules, S8HeaderAndS9Delineation) {
    Sender one;
    // Cells begin at payload octet 53 - 17 of the first frame; 260 payload octets a row, 2340 a frame.
    const auto spoil_headers = [](unsigned from, unsigned cells, unsigned n, Frame& f) {
        if (n < 5) return;
        for (unsigned k = 0; k < 2340; ++k) {
            const unsigned stream = n * 2340 + k + 17;
            const unsigned cell = stream / 53;
            if (stream % 53 == 4 && cell >= from && cell < from + cells) f[k / 260 * 270 + 10 + k % 260] ^= 0xFF;
        }
    };
    one.spoil = [&](unsigned n, Frame& f) { spoil_headers(225, 1, n, f); };
    const check::Report single = judge(one);
    EXPECT_EQ(first(single), "S8");
    Sender seven;
    seven.spoil = [&](unsigned n, Frame& f) { spoil_headers(225, 7, n, f); };
    const check::Report many = judge(seven);
    ASSERT_GE(many.counts().size(), 2u);
    EXPECT_STREQ(many.counts()[0].rule->id, "S8");
    EXPECT_EQ(many.counts()[0].times, 7u);
    bool lost = false;
    for (const check::Report::Count& c : many.counts()) lost |= std::string(c.rule->id) == "S9";
    EXPECT_TRUE(lost);
}

namespace {

/// One AAL5 PDU of `cells` cells on VCI 100: zeros, Length, CRC-32 computed bit by bit.
std::vector<std::array<std::uint8_t, 53>> pdu(unsigned cells, unsigned length) {
    std::vector<std::uint8_t> octets(cells * 48, 0);
    const std::size_t n = octets.size();
    octets[n - 6] = static_cast<std::uint8_t>(length >> 8);
    octets[n - 5] = static_cast<std::uint8_t>(length);
    std::uint32_t crc = ~0u;
    for (std::size_t i = 0; i < (n - 4) * 8; ++i) {
        const bool bit = (octets[i / 8] >> (7 - i % 8) & 1u) != (crc >> 31);
        crc = crc << 1 ^ (bit ? 0x04C11DB7u : 0u);
    }
    for (unsigned i = 0; i < 4; ++i) octets[n - 4 + i] = static_cast<std::uint8_t>(~crc >> (24 - 8 * i));
    std::vector<std::array<std::uint8_t, 53>> all(cells);
    for (unsigned c = 0; c < cells; ++c) {
        all[c] = {0x00, 0x00, 0x06, static_cast<std::uint8_t>(0x40 | (c + 1 == cells ? 2 : 0)), 0};
        std::copy_n(octets.begin() + c * 48, 48, all[c].begin() + 5);
    }
    return all;
}

check::Report judge(const std::vector<std::array<std::uint8_t, 53>>& cells) {
    check::Report report;
    check::Aal5Checker checker("sar", report);
    for (const auto& c : cells) checker.cell(c.data(), 0);
    return report;
}

}  // namespace

TEST(Aal5Rules, LegalPdusPass) {
    EXPECT_EQ(judge(pdu(1, 40)).total(), 0u);
    EXPECT_EQ(judge(pdu(2, 41)).total(), 0u);
    EXPECT_EQ(judge(pdu(1366, 65535)).total(), 0u);
}

TEST(Aal5Rules, A1WrongOctet) {
    auto cells = pdu(3, 100);
    cells[1][20] ^= 0x08;
    EXPECT_EQ(first(judge(cells)), "A1");
}

TEST(Aal5Rules, A2LengthDoesNotFit) {
    EXPECT_EQ(first(judge(pdu(1, 41))), "A2");
    EXPECT_EQ(first(judge(pdu(2, 40))), "A2");
    EXPECT_EQ(first(judge(pdu(1, 0))), "A2");
}

}  // namespace niclab::conformance
