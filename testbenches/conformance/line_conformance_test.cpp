/// The line and AAL5 checkers with frames, cells and PDUs that are composed here octet by octet,
/// independent of the models.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "check/aal5_checker.h"
#include "check/line_checker.h"
#include "mutation.h"

namespace niclab::conformance {

namespace {

using Frame = std::vector<std::uint8_t>;

std::uint8_t hec(const std::uint8_t* h) {
    unsigned r = 0;
    for (unsigned i = 0; i < 32; ++i) {
        const unsigned in = h[i / 8] >> (7 - i % 8) & 1u;
        const unsigned out = r >> 7 & 1u;
        r = (r << 1 & 0xFFu) ^ ((in ^ out) != 0 ? 0x07u : 0u);
    }
    return static_cast<std::uint8_t>(r ^ 0x55u);
}

/// Frames of STS-Nc with a pointer of 522 and idle cells, according to GR-253 and I.432. `corrupt`
/// may change a frame before it is scrambled, `corrupt_line` after.
class Sender {
public:
    explicit Sender(unsigned n = 3) : n_(n), columns_(90 * n), b2_(n) {}
    std::function<void(unsigned, Frame&)> corrupt = [](unsigned, Frame&) {}, corrupt_line = [](unsigned, Frame&) {};

    Frame next() {
        Frame f(9 * columns_);
        for (unsigned c = 0; c < n_; ++c) {
            f[c] = 0xF6, f[n_ + c] = 0x28, f[2 * n_ + c] = static_cast<std::uint8_t>(c + 1);
            f[3 * columns_ + c] = c == 0 ? 0x62 : 0x93, f[3 * columns_ + n_ + c] = c == 0 ? 0x0A : 0xFF;
            f[4 * columns_ + c] = b2_[c];
        }
        f[columns_] = b1_;
        // Pointer 522 = 6 rows of 87: J1 is in the first row. N / 3 - 1 columns after it are fixed
        // stuff.
        std::uint8_t b3 = 0;
        for (unsigned r = 0; r < 9; ++r)
            for (unsigned c = 3 * n_; c < columns_; ++c) {
                std::uint8_t& o = f[r * columns_ + c];
                const unsigned in_spe = c - 3 * n_;
                if (in_spe >= n_ / 3) o = cell_octet();
                if (in_spe == 0) o = r == 1 ? b3_ : r == 2 ? 0x13 : 0;
                b3 ^= o;
            }
        corrupt(number_, f);
        b3_ = b3;
        b2_.assign(n_, 0);
        for (unsigned i = 0; i < f.size(); ++i)
            if (i / columns_ >= 3 || i % columns_ >= 3 * n_) b2_[i % n_] ^= f[i];
        scramble(f);
        b1_ = 0;
        for (const std::uint8_t o : f) b1_ ^= o;
        corrupt_line(number_++, f);
        return f;
    }

private:
    std::uint8_t cell_octet() {
        std::uint8_t h[5] = {0, 0, 0, 1, 0};
        h[4] = hec(h);
        const unsigned k = cell_++ % 53;
        return k < 5 ? h[k] : 0x6A;
    }
    void scramble(Frame& f) const {
        unsigned state = 0x7F;
        for (unsigned i = 3 * n_; i < f.size(); ++i)
            for (int b = 7; b >= 0; --b) {
                const unsigned out = state >> 6 & 1u;
                f[i] = static_cast<std::uint8_t>(f[i] ^ out << b);
                state = (state << 1 & 0x7Fu) | ((state >> 6 ^ state >> 5) & 1u);
            }
    }
    unsigned n_, columns_;
    std::uint8_t b1_ = 0, b3_ = 0;
    std::vector<std::uint8_t> b2_;
    unsigned cell_ = 17, number_ = 0;
};

check::Report judge(Sender& sender, unsigned frames = 8, unsigned sts = 3) {
    check::Report report = mutated_report();
    check::LineChecker checker("line", report, sts, line_limits());
    for (unsigned n = 0; n < frames; ++n) {
        const Frame f = sender.next();
        for (unsigned i = 0; i < f.size(); ++i) checker.octet(f[i], i == 0, n * f.size() + i);
    }
    return report;
}

std::string first(const check::Report& r) { return r.violations().empty() ? "none" : r.violations().front().rule->id; }

struct Fault {
    const char* rule;
    unsigned octet;      ///< Of the frame before scrambling.
    std::uint8_t flips;  ///< Bits changed in frame 5.
};

// Octets of row r, column c are r * 270 + c. Parities are computed after the change unless they are
// changed themselves.
const Fault kFaults[] = {
    {"S5", 3 * 270 + 3, 0x01}, {"S6", 3 * 270 + 1, 0x40}, {"S6", 3 * 270 + 5, 0x01}, {"S7", 2 * 270 + 9, 0x10},
    {"S2", 1 * 270, 0x80},     {"S3", 4 * 270 + 1, 0x04}, {"S4", 1 * 270 + 9, 0x20},
};

// The same for STS-12c: row r, column c are r * 1080 + c.
const Fault kFaultsOfSts12c[] = {
    {"S5", 3 * 1080 + 12, 0x01}, {"S6", 3 * 1080 + 1, 0x40},  {"S6", 3 * 1080 + 11, 0x40}, {"S6", 3 * 1080 + 23, 0x01},
    {"S7", 2 * 1080 + 36, 0x10}, {"S2", 1 * 1080, 0x80},      {"S3", 4 * 1080, 0x04},      {"S3", 4 * 1080 + 11, 0x04},
    {"S4", 1 * 1080 + 36, 0x20}, {"S4", 5 * 1080 + 38, 0x01},
};

}  // namespace

TEST(LineRules, LegalFramesPass) {
    for (const unsigned sts : {3u, 12u}) {
        Sender sender(sts);
        EXPECT_EQ(judge(sender, 50, sts).total(), 0u) << sts;
    }
}

TEST(LineRules, EachOverheadOctetOfSts12cHasItsRule) {
    for (const Fault& fault : kFaultsOfSts12c) {
        Sender sender(12);
        sender.corrupt = [&fault](unsigned n, Frame& f) {
            if (n == 5) f[fault.octet] ^= fault.flips;
        };
        EXPECT_EQ(first(judge(sender, 8, 12)), fault.rule) << fault.octet;
    }
}

TEST(LineRules, S1AnyOfTheA1AndA2OfSts12c) {
    for (const unsigned octet : {0u, 11u, 12u, 23u}) {
        Sender sender(12);
        sender.corrupt_line = [octet](unsigned n, Frame& f) {
            if (n == 5) f[octet] ^= 0x01;
        };
        EXPECT_EQ(first(judge(sender, 8, 12)), "S1") << octet;
    }
}

TEST(LineRules, EachOverheadOctetHasItsRule) {
    for (const Fault& fault : kFaults) {
        Sender sender;
        sender.corrupt = [&fault](unsigned n, Frame& f) {
            if (n == 5) f[fault.octet] ^= fault.flips;
        };
        EXPECT_EQ(first(judge(sender)), fault.rule) << fault.octet;
    }
}

TEST(LineRules, S1AlignmentWordWrong) {
    Sender sender;
    sender.corrupt_line = [](unsigned n, Frame& f) {
        if (n == 5) f[4] ^= 0x01;
    };
    EXPECT_EQ(first(judge(sender)), "S1");
}

TEST(LineRules, S1FrameOfAnotherLength) {
    check::Report report = mutated_report();
    check::LineChecker checker("line", report, 3, line_limits());
    Sender sender;
    for (unsigned n = 0; n < 3; ++n) {
        const Frame f = sender.next();
        for (unsigned i = 0; i < f.size() - (n == 1 ? 1 : 0); ++i) checker.octet(f[i], i == 0, 0);
    }
    EXPECT_EQ(first(report), "S1");
}

TEST(LineRules, S2AnyOctetOfTheFrameBefore) {
    Sender sender;
    sender.corrupt_line = [](unsigned n, Frame& f) {
        if (n == 5) f[1000] ^= 0x01;
    };
    const check::Report report = judge(sender);
    std::vector<std::string> rules;
    for (const check::Violation& v : report.violations()) rules.emplace_back(v.rule->id);
    EXPECT_EQ(rules, (std::vector<std::string>{"S2", "S3", "S4"}));  // the same bit in all three parities
}

TEST(LineRules, S5PointersAtTheirLimits) {
    // H1 H2 of frame 5; the frames after it are not checked.
    const auto seen = [](std::uint16_t word) {
        Sender sender;
        sender.corrupt = [word](unsigned n, Frame& f) {
            if (n == 5)
                f[3 * 270] = static_cast<std::uint8_t>(word >> 8), f[3 * 270 + 3] = static_cast<std::uint8_t>(word);
        };
        return first(judge(sender, 7));
    };
    constexpr unsigned kNormal = 0x6000, kNewData = 0x9000, kSent = 522;
    EXPECT_EQ(seen(kNewData | 782), "none");
    EXPECT_EQ(seen(kNewData | 783), "S5");
    EXPECT_EQ(seen(kNormal | 782), "S5") << "no new data flag";
    EXPECT_NE(seen(kNormal | (kSent ^ 0x2AA)), "S5") << "an increment";
    EXPECT_NE(seen(kNormal | (kSent ^ 0x155)), "S5") << "a decrement";
    EXPECT_EQ(seen(kNormal | (kSent ^ 0x2AB)), "S5");
    EXPECT_EQ(seen(kNormal | (kSent ^ 0x154)), "S5");
}

/// Headers of `cells` cells from cell `from` of the stream on are wrong.
check::Report with_wrong_headers(unsigned from, unsigned cells) {
    Sender sender;
    // Cells begin at payload octet 53 - 17 of the first frame; 260 payload octets per row, 2340 per
    // frame.
    sender.corrupt = [=](unsigned n, Frame& f) {
        for (unsigned k = 0; k < 2340; ++k) {
            const unsigned stream = n * 2340 + k + 17;
            const unsigned cell = stream / 53;
            if (stream % 53 == 4 && cell >= from && cell < from + cells) f[k / 260 * 270 + 10 + k % 260] ^= 0xFF;
        }
    };
    return judge(sender);
}

std::uint64_t times(const check::Report& report, const std::string& rule) {
    for (const check::Report::Count& c : report.counts())
        if (c.rule->id == rule) return c.times;
    return 0;
}

TEST(LineRules, S8AWrongHeader) {
    const check::Report report = with_wrong_headers(225, 1);
    EXPECT_EQ(first(report), "S8");
    EXPECT_EQ(times(report, "S8"), 1u);
}

TEST(LineRules, S8CountsBehindAGuessAndSixGoodHeaders) {
    // The first SPE is not checked: cells count from its end, payload octet 2340, on. The first
    // whole header after that is the candidate.
    constexpr unsigned kGuess = (2340 + 17) / 53 + 1;
    EXPECT_EQ(times(with_wrong_headers(kGuess + 6, 1), "S8"), 0u) << "five good ones behind it: the guess was wrong";
    EXPECT_EQ(times(with_wrong_headers(kGuess + 7, 1), "S8"), 1u);
}

TEST(LineRules, S9AfterSevenWrongHeaders) {
    const check::Report six = with_wrong_headers(225, 6), seven = with_wrong_headers(225, 7);
    EXPECT_EQ(times(six, "S8"), 6u);
    EXPECT_EQ(times(six, "S9"), 0u);
    EXPECT_EQ(times(seven, "S8"), 7u);
    EXPECT_EQ(times(seven, "S9"), 1u);
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
    check::Report report = mutated_report();
    check::Aal5Checker checker("sar", report, aal5_limits());
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
