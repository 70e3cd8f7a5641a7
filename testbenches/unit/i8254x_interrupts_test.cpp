#include <gtest/gtest.h>

#include "cards/i8254x/interrupts.h"

namespace niclab::i8254x {

TEST(InterruptCauses, ACauseAtTheEdgeOfAReadIsANewInterrupt) {
    constexpr core::Femtoseconds kEdge = 8'000'000;
    Interrupts interrupts(true);
    interrupts.enable(cause::kLink);
    interrupts.raise(cause::kLink);
    EXPECT_TRUE(interrupts.clock(kEdge));
    EXPECT_TRUE(interrupts.clock(2 * kEdge));
    EXPECT_NE(interrupts.read_causes(), 0u);
    interrupts.raise(cause::kLink);
    EXPECT_FALSE(interrupts.clock(3 * kEdge));
    EXPECT_LE(interrupts.deadline(), 4 * kEdge);
    EXPECT_TRUE(interrupts.clock(4 * kEdge));
    EXPECT_EQ(interrupts.interrupts(), 2u);
    EXPECT_NE(interrupts.read_causes(), 0u);
    EXPECT_FALSE(interrupts.clock(5 * kEdge));
    EXPECT_EQ(interrupts.deadline(), kNever);
}

}  // namespace niclab::i8254x
