// Which octets of the frame carry the SPE, octet by octet.
#include <gtest/gtest.h>

#include <vector>

#include "sonet/spe.h"

namespace niclab::sonet {
namespace {

using Kind = SpeTracker::Kind;
using Justify = SpeTracker::Justify;

class Spe : public ::testing::Test {
protected:
    Spe() {
        spe.place(kPointer, Justify::None);
        frame(kPointer, Justify::None);
    }
    /// One frame; its kinds.
    std::vector<Kind> frame(unsigned pointer, Justify justify) {
        std::vector<Kind> kinds;
        for (unsigned i = 0; i < kFrameOctets; ++i) {
            if (i == kH3) spe.place(pointer, justify);
            kinds.push_back(spe.take(i));
        }
        return kinds;
    }
    static constexpr unsigned kH3 = 3 * kColumns + 6;
    SpeTracker spe;
};

TEST_F(Spe, Pointer522HasItsOverheadInOneColumn) {
    const auto kinds = frame(kPointer, Justify::None);
    for (unsigned i = 0; i < kFrameOctets; ++i) {
        const unsigned column = i % kColumns;
        ASSERT_EQ(kinds[i], column < 9 ? Kind::Transport : column == 9 ? Kind::PathOverhead : Kind::Payload) << i;
    }
}

TEST_F(Spe, AnIncrementStuffsTheThreeOctetsBehindH3) {
    const auto kinds = frame(kPointer + 1, Justify::Positive);
    for (unsigned i = 0; i < 3; ++i) {
        EXPECT_EQ(kinds[kH3 + i], Kind::Transport);
        EXPECT_EQ(kinds[kH3 + 3 + i], Kind::Stuff);
    }
    EXPECT_EQ(kinds[kH3 + 6], Kind::PathOverhead) << "three octets later than without";
    EXPECT_EQ(kinds[kH3 + 7], Kind::Payload);
    const auto next = frame(kPointer + 1, Justify::None);
    EXPECT_EQ(next[12], Kind::PathOverhead);
    EXPECT_EQ(next[kH3 + 3], Kind::Payload);
    EXPECT_TRUE(spe.whole());
}

TEST_F(Spe, ADecrementFillsH3) {
    const auto kinds = frame(kPointer - 1, Justify::Negative);
    EXPECT_EQ(kinds[kH3], Kind::PathOverhead) << "three octets earlier than without";
    EXPECT_EQ(kinds[kH3 + 1], Kind::Payload);
    EXPECT_EQ(kinds[kH3 + 2], Kind::Payload);
    EXPECT_EQ(kinds[kH3 - 1], Kind::Transport);
    EXPECT_EQ(kinds[kH3 + 3], Kind::Payload);
    frame(kPointer - 1, Justify::None);
    EXPECT_TRUE(spe.whole());
}

}  // namespace
}  // namespace niclab::sonet
