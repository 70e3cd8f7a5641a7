// The pointer interpreter, each rule at its last and its first frame.
#include <gtest/gtest.h>

#include "sonet/persistence.h"
#include "sonet/pointer.h"

namespace niclab::sonet {
namespace {

using Move = PointerInterpreter::Move;

class Pointer : public ::testing::Test {
protected:
    Pointer() {
        for (int i = 0; i < 3; ++i) frame(pointer_word(522, false));
    }
    Move frame(unsigned word, std::uint16_t others = concatenation_word(0)) {
        return interpreter.take(static_cast<std::uint16_t>(word), concatenates(others));
    }
    void frames(unsigned n, unsigned word) {
        for (unsigned i = 0; i < n; ++i) frame(word);
    }
    PointerInterpreter interpreter;
};

TEST_F(Pointer, ThreeEqualOnesAreTakenOver) {
    EXPECT_TRUE(interpreter.valid());
    EXPECT_EQ(frame(pointer_word(520, false)), Move::None);
    EXPECT_EQ(frame(pointer_word(520, false)), Move::None);
    EXPECT_EQ(interpreter.value(), 522u);
    EXPECT_EQ(frame(pointer_word(520, false)), Move::To);
    EXPECT_EQ(interpreter.value(), 520u);
}

TEST_F(Pointer, TwoEqualOnesAndAnotherAreNot) {
    frames(2, pointer_word(520, false));
    frame(pointer_word(526, false));
    frame(pointer_word(520, false));
    EXPECT_EQ(interpreter.value(), 522u);
}

TEST_F(Pointer, NewDataFlagCountsAtOnceWithAnyOneBitWrong) {
    unsigned value = 10;
    for (const unsigned flag : {0x9u, 0x1u, 0xDu, 0xBu, 0x8u}) {
        frames(4, pointer_word(interpreter.value(), false));
        EXPECT_EQ(frame(flag << 12 | ++value), Move::To) << flag;
        EXPECT_EQ(interpreter.value(), value);
    }
    for (const unsigned neither : {0x0u, 0x3u, 0x5u, 0xAu, 0xCu, 0xFu, 0x0u})
        EXPECT_EQ(frame(neither << 12 | 300), Move::None);
    EXPECT_TRUE(interpreter.valid());
    frame(0x5000 | 300);
    EXPECT_TRUE(interpreter.loss_of_pointer()) << "the eighth that is neither flag";
}

TEST_F(Pointer, ThreeOfFiveBitsMoveIt) {
    for (const unsigned inverted : {0x2AAu, 0x2A8u, 0x2A0u}) {
        frames(4, pointer_word(interpreter.value(), false));
        const unsigned before = interpreter.value();
        EXPECT_EQ(frame(pointer_word(before ^ inverted, false)), Move::Increment) << inverted;
        EXPECT_EQ(interpreter.value(), before + 1);
    }
    frames(4, pointer_word(interpreter.value(), false));
    EXPECT_EQ(frame(pointer_word(interpreter.value() ^ 0x280, false)), Move::None);
    frames(4, pointer_word(interpreter.value(), false));
    const unsigned before = interpreter.value();
    EXPECT_EQ(frame(pointer_word(before ^ 0x054, false)), Move::Decrement);  // three D bits, one I bit
    EXPECT_EQ(interpreter.value(), before - 1);
}

TEST_F(Pointer, WrapsAtBothEnds) {
    frame(pointer_word(kNdfNew, 0, 782));
    frames(3, pointer_word(782, false));
    EXPECT_EQ(frame(pointer_word(782 ^ kIncrementBits, false)), Move::Increment);
    EXPECT_EQ(interpreter.value(), 0u);
    frame(pointer_word(kNdfNew, 0, 0));
    frames(3, pointer_word(0, false));
    EXPECT_EQ(frame(pointer_word(0 ^ kDecrementBits, false)), Move::Decrement);
    EXPECT_EQ(interpreter.value(), 782u);
}

TEST_F(Pointer, InvertedBitsMayLeaveTheRange) {
    frame(pointer_word(kNdfNew, 0, 0x155));
    frames(3, pointer_word(0x155, false));
    EXPECT_EQ(frame(pointer_word(0x3FF, false)), Move::Increment);
    EXPECT_EQ(interpreter.value(), 0x156u);
}

TEST_F(Pointer, MovesNeedThreeFramesBetween) {
    frame(pointer_word(522 ^ kIncrementBits, false));
    frames(2, pointer_word(523, false));
    EXPECT_EQ(frame(pointer_word(523 ^ kIncrementBits, false)), Move::None) << "third frame after the move";
    frames(1, pointer_word(523, false));
    EXPECT_EQ(frame(pointer_word(523 ^ kIncrementBits, false)), Move::Increment);
}

TEST_F(Pointer, EightInvalidOnesLoseItSevenDoNot) {
    frames(7, pointer_word(1010, false));
    EXPECT_FALSE(interpreter.loss_of_pointer());
    frame(pointer_word(522, false));
    frames(7, pointer_word(1010, false));
    EXPECT_FALSE(interpreter.loss_of_pointer());
    frame(pointer_word(1010, false));
    EXPECT_TRUE(interpreter.loss_of_pointer());
    frames(2, pointer_word(522, false));
    EXPECT_FALSE(interpreter.valid());
    EXPECT_EQ(frame(pointer_word(522, false)), Move::To);
    EXPECT_TRUE(interpreter.valid());
}

TEST_F(Pointer, EightNewDataFlagsLoseIt) {
    frames(7, pointer_word(kNdfNew, 0, 50));
    EXPECT_TRUE(interpreter.valid());
    frame(pointer_word(kNdfNew, 0, 50));
    EXPECT_TRUE(interpreter.loss_of_pointer());
    frames(20, pointer_word(kNdfNew, 0, 50));
    EXPECT_TRUE(interpreter.loss_of_pointer()) << "the flag alone does not bring it back";
    frames(2, pointer_word(50, false));
    EXPECT_TRUE(interpreter.valid()) << "one with the flag, two without";
}

TEST_F(Pointer, ThreeTimesAllOnesAreAisTwoAreNot) {
    frames(2, 0xFFFF);
    frame(pointer_word(522, false));
    frames(2, 0xFFFF);
    EXPECT_FALSE(interpreter.alarm_indication());
    frame(0xFFFF);
    EXPECT_TRUE(interpreter.alarm_indication());
    EXPECT_FALSE(interpreter.valid());
    EXPECT_EQ(frame(pointer_word(kNdfNew, 0, 7)), Move::To) << "the flag ends it at once";
    EXPECT_TRUE(interpreter.valid());
}

TEST_F(Pointer, SsBitsMakeNoDifference) {
    frames(20, pointer_word(522, true));
    EXPECT_TRUE(interpreter.valid());
    EXPECT_EQ(pointer_word(522, true), 0x6A0A);
    EXPECT_EQ(pointer_word(522, false), 0x620A);
    EXPECT_EQ(concatenation_word(2), 0x9BFF);
    EXPECT_EQ(concatenation_word(0), 0x93FF);
}

TEST_F(Pointer, EightFramesWithoutConcatenationLoseIt) {
    for (int i = 0; i < 7; ++i) frame(pointer_word(522, false), 0x620A);
    EXPECT_TRUE(interpreter.valid());
    frame(pointer_word(522, false), 0x620A);
    EXPECT_TRUE(interpreter.loss_of_pointer());
    frames(2, pointer_word(522, false));
    EXPECT_FALSE(interpreter.valid());
    frame(pointer_word(522, false));
    EXPECT_TRUE(interpreter.valid());
}

TEST(Persistence, IntegratesOverShortGaps) {
    Persistence integrating(100, 50, true), plain(100, 50, false);
    for (Persistence* p : {&integrating, &plain}) {
        p->change(true, 0);
        p->change(false, 60);
        p->change(true, 80);
    }
    EXPECT_EQ(integrating.due(), 120u);
    EXPECT_EQ(plain.due(), 180u);
    EXPECT_TRUE(integrating.expire());
    EXPECT_EQ(integrating.due(), Persistence::kNever);
    integrating.change(false, 130);
    EXPECT_EQ(integrating.due(), 180u);
    integrating.change(true, 170);
    integrating.change(false, 171);
    EXPECT_EQ(integrating.due(), 221u) << "clearing needs one piece";
    EXPECT_FALSE(integrating.expire());
}

TEST(Persistence, AGapAsLongAsTheClearingTimeStartsAgain) {
    Persistence p(100, 50, true);
    p.change(true, 0);
    p.change(false, 60);
    EXPECT_EQ(p.due(), 110u);
    EXPECT_FALSE(p.expire());
    p.change(true, 200);
    EXPECT_EQ(p.due(), 300u);
}

TEST(Debounced, CountsEqualFramesInARow) {
    Debounced filter(5);
    for (int i = 0; i < 4; ++i) EXPECT_FALSE(filter.take(true));
    EXPECT_FALSE(filter.take(false));
    for (int i = 0; i < 4; ++i) EXPECT_FALSE(filter.take(true));
    EXPECT_TRUE(filter.take(true));
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(filter.take(false));
    EXPECT_FALSE(filter.take(false));
}

}  // namespace
}  // namespace niclab::sonet
