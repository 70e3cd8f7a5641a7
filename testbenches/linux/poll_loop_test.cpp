// The time that a driver spends in loops that read one register, at the limits of a long loop.
#include "runtime/poll_loop.h"

#include <gtest/gtest.h>

namespace niclab::linux_kernel {
namespace {

constexpr core::Femtoseconds kUs = 1'000'000'000;

/// Reads of a register each 10 us, from `begin_us` to `end_us`.
void poll(PollLoop& loop, std::uint32_t address, unsigned begin_us, unsigned end_us) {
    for (unsigned us = begin_us; us <= end_us; us += 10) loop.read(address, 0x80, us * kUs);
}

TEST(PollLoop, IsLongAfterTwoMilliseconds) {
    PollLoop loop;
    poll(loop, 0x307, 0, 2000);
    EXPECT_DOUBLE_EQ(loop.stalled_us(), 0);
    loop.read(0x307, 0x81, 2010 * kUs);
    EXPECT_DOUBLE_EQ(loop.stalled_us(), 2010);
    EXPECT_EQ(loop.sentence(), "read register 07h 202 times in 2.0 ms, the last value 81h");
    poll(loop, 0x307, 2020, 3000);
    EXPECT_DOUBLE_EQ(loop.stalled_us(), 3000);
}

TEST(PollLoop, EndsWithAWriteOrAnotherRegisterOrAPause) {
    PollLoop loop;
    poll(loop, 0x307, 0, 1500), loop.end();
    poll(loop, 0x307, 1510, 3000);
    poll(loop, 0x308, 3010, 4500);
    poll(loop, 0x308, 4610, 6000);
    EXPECT_DOUBLE_EQ(loop.stalled_us(), 0);
}

TEST(PollLoop, GoesOnAfterAPauseOf100Microseconds) {
    PollLoop loop;
    poll(loop, 0x307, 0, 1500);
    poll(loop, 0x307, 1600, 3000);
    EXPECT_DOUBLE_EQ(loop.stalled_us(), 3000);
}

/// Each long loop counts from its first read.
TEST(PollLoop, SumsLongLoops) {
    PollLoop loop;
    poll(loop, 0x307, 0, 2500), loop.end();
    poll(loop, 0x307, 3000, 6000);
    EXPECT_DOUBLE_EQ(loop.stalled_us(), 2500 + 3000);
}

}  // namespace
}  // namespace niclab::linux_kernel
