// A debug build ends where a caller breaks what a header asks of him; a release build does not look.
#include <gtest/gtest.h>

#include "core/fifo.h"
#include "core/mailbox.h"
#include "support/sim_test.h"

#ifndef NDEBUG
namespace niclab::core {
namespace {

class Preconditions : public test::SimTest {
protected:
    Fifo<int> fifo_{"fifo", 2};
    Mailbox<int> mailbox_{"mailbox"};
};

TEST_F(Preconditions, AFifoIsPushedWhileItHasRoomAndReadWhileItHoldsSomething) {
    EXPECT_DEATH((Fifo<int>("none", 0)), "capacity >= 1");
    EXPECT_DEATH(fifo_.front(), "!empty");
    EXPECT_DEATH(fifo_.pop(), "!empty");
    fifo_.push(1);
    fifo_.push(2);
    EXPECT_DEATH(fifo_.push(3), "free\\(\\) > 0");
    run(sc_core::sc_time(1, sc_core::SC_NS));
    EXPECT_EQ(fifo_.front(), 1);
}

TEST_F(Preconditions, AMailboxTakesOneItemAndGivesItOnce) {
    EXPECT_DEATH(mailbox_.item(), "has_item");
    EXPECT_DEATH(mailbox_.take(), "has_item");
    mailbox_.post(1);
    EXPECT_DEATH(mailbox_.post(2), "!full");
}

}  // namespace
}  // namespace niclab::core
#endif
