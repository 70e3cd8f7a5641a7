// What a trial reports of a frame that was not received as it was sent.
#include "trial_frames.h"

#include <gtest/gtest.h>

namespace niclab::linux_kernel {
namespace {

class FirstDifference : public testing::Test {
protected:
    FirstDifference() {
        base::RandomStream random(1, "first_difference");
        sent = {frame_to({2, 2, 2, 2, 2, 2}, {2, 2, 2, 2, 2, 3}, 100, random)};
    }
    std::string of(const Frame& received) const { return first_difference(sent, {received}); }
    std::vector<Frame> sent;
};

TEST_F(FirstDifference, IsEmptyForAFrameAsItWasSent) { EXPECT_EQ(of(sent[0]), ""); }

TEST_F(FirstDifference, NamesTheFirstWrongOctet) {
    Frame wrong = sent[0];
    wrong[40] ^= 0xFFu;
    const std::string text = of(wrong);
    EXPECT_NE(text.find("in octet 40, "), std::string::npos) << text;
    EXPECT_EQ(text.find("moved"), std::string::npos) << text;
}

/// As of a mapping that begins three octets late; at its end is other memory, or none.
TEST_F(FirstDifference, NamesAMoveTowardsTheBegin) {
    Frame wrong(sent[0].begin() + 3, sent[0].end());
    for (const std::size_t octets : {100, 97}) {
        wrong.resize(octets, 0x77);
        const std::string text = of(wrong);
        EXPECT_NE(text.find("; from octet 8 on its content is as sent, but moved by 3 octets towards the begin"),
                  std::string::npos)
            << text;
    }
}

TEST_F(FirstDifference, NamesAMoveAfterTheHeader) {
    Frame wrong = sent[0];
    wrong.insert(wrong.begin() + 14, sent[0][14] ^ 0xFFu);
    wrong.resize(100);
    EXPECT_NE(of(wrong).find("; from octet 14 on its content is as sent, but moved by 1 octet towards the end"),
              std::string::npos)
        << of(wrong);
}

TEST_F(FirstDifference, TakesNoFewEqualOctetsForAMove) {
    Frame wrong = sent[0];
    wrong.insert(wrong.begin() + 85, sent[0][85] ^ 0xFFu);  // The other 14 are moved.
    wrong.resize(100);
    EXPECT_EQ(of(wrong).find("moved"), std::string::npos) << of(wrong);
}

}  // namespace
}  // namespace niclab::linux_kernel
