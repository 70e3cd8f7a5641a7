// Which octets of the frame carry the SPE, octet by octet, in both formats.
#include <gtest/gtest.h>

#include <vector>

#include "sonet/spe.h"

namespace niclab::sonet {
namespace {

using Kind = SpeTracker::Kind;
using Justify = SpeTracker::Justify;

class Spe : public ::testing::TestWithParam<Format> {
protected:
    Spe() {
        spe.place(kPointer, Justify::None);
        frame(kPointer, Justify::None);
    }
    /// One frame; its kinds.
    std::vector<Kind> frame(unsigned pointer, Justify justify) {
        std::vector<Kind> kinds;
        for (unsigned i = 0; i < format.frame_octets; ++i) {
            if (i == h3) spe.place(pointer, justify);
            kinds.push_back(spe.take(i));
        }
        return kinds;
    }
    /// What an octet of the SPE is by its column there.
    Kind of_column(unsigned column) const {
        return column == 0 ? Kind::PathOverhead : column < format.sts / 3 ? Kind::FixedStuff : Kind::Payload;
    }
    const Format format = GetParam();
    const unsigned n = format.sts, h3 = 3 * 90 * n + 2 * n;
    SpeTracker spe{format};
};

TEST_P(Spe, Pointer522HasItsOverheadInOneColumn) {
    const auto kinds = frame(kPointer, Justify::None);
    for (unsigned i = 0; i < format.frame_octets; ++i) {
        const unsigned column = i % (90 * n);
        ASSERT_EQ(kinds[i], column < 3 * n ? Kind::Transport : of_column(column - 3 * n)) << i;
    }
}

TEST_P(Spe, AnyPointerStartsTheSpeInItsGroupOfOctets) {
    for (const unsigned pointer : {0u, 1u, 86u, 87u, 400u, 782u}) {
        spe.place(pointer, Justify::None);
        for (int i = 0; i < 2; ++i) frame(pointer, Justify::None);
        const auto kinds = frame(pointer, Justify::None);
        for (unsigned i = 0; i < format.frame_octets; ++i) {
            const unsigned row = i / (90 * n), column = i % (90 * n);
            if (column < 3 * n) continue;
            const unsigned behind_h3 = (row + 6) % 9 * 87 * n + column - 3 * n;
            ASSERT_EQ(kinds[i], of_column((behind_h3 + 87 * n * 9 - pointer * n) % (87 * n))) << pointer << ' ' << i;
        }
        EXPECT_TRUE(spe.whole());
    }
}

TEST_P(Spe, AnIncrementStuffsTheOctetsBehindH3) {
    const auto kinds = frame(kPointer + 1, Justify::Positive);
    for (unsigned i = 0; i < n; ++i) {
        EXPECT_EQ(kinds[h3 + i], Kind::Transport);
        EXPECT_EQ(kinds[h3 + n + i], Kind::Stuff);
    }
    for (unsigned i = 0; i < 6; ++i) EXPECT_EQ(kinds[h3 + 2 * n + i], of_column(i)) << "later than without by N octets";
    const auto next = frame(kPointer + 1, Justify::None);
    EXPECT_EQ(next[4 * n], Kind::PathOverhead);
    EXPECT_EQ(next[h3 + n], Kind::Payload);
    EXPECT_TRUE(spe.whole());
}

TEST_P(Spe, ADecrementFillsH3) {
    const auto kinds = frame(kPointer - 1, Justify::Negative);
    for (unsigned i = 0; i < n; ++i) EXPECT_EQ(kinds[h3 + i], of_column(i)) << "earlier than without by N octets";
    EXPECT_EQ(kinds[h3 - 1], Kind::Transport);
    EXPECT_EQ(kinds[h3 + n], Kind::Payload);
    frame(kPointer - 1, Justify::None);
    EXPECT_TRUE(spe.whole());
}

TEST_P(Spe, ARunIsWhatLiesBetweenTwoGaps) {
    for (unsigned i = 0; i < format.frame_octets;) {
        const unsigned octets = spe.run(i);
        if (octets == 0) {
            EXPECT_NE(spe.take(i), Kind::Payload) << i;
            ++i;
            continue;
        }
        EXPECT_EQ(octets, 260 * n / 3) << i;
        EXPECT_EQ(i % (90 * n), 3 * n + n / 3) << i;
        i += octets;
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, Spe, ::testing::Values(kSts3c, kSts12c),
                         [](const auto& i) { return "Sts" + std::to_string(i.param.sts) + "c"; });

}  // namespace
}  // namespace niclab::sonet
