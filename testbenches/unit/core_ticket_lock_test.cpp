/// One thread at a time, in the order in which they asked.
#include <gtest/gtest.h>

#include <string>

#include "core/ticket_lock.h"
#include "support/sim_test.h"

namespace niclab::core {
namespace {

using TurnsTest = test::SimTest;

/// Takes its turn `times` times in a row and holds it for `hold`.
class User : public sc_core::sc_module {
public:
    User(sc_core::sc_module_name name, TicketLock& turns, std::string& diary, unsigned times, Femtoseconds hold)
        : sc_module(name), turns_(turns), diary_(diary), times_(times), hold_(hold) {
        SC_HAS_PROCESS(User);
        SC_THREAD(use);
    }

private:
    void use() {
        for (unsigned k = 0; k < times_; ++k) {
            turns_.lock();
            diary_ += basename();
            if (hold_ > 0) wait(from_fs(hold_));
            diary_ += basename();
            turns_.unlock();
        }
    }
    TicketLock& turns_;
    std::string& diary_;
    unsigned times_;
    Femtoseconds hold_;
};

TEST_F(TurnsTest, NobodyGoesInWhileAnotherIsThereAndWhoWaitsIsNext) {
    TicketLock turns;
    std::string diary;
    User a("a", turns, diary, 3, 100), b("b", turns, diary, 3, 100), c("c", turns, diary, 1, 100);
    run(from_fs(10'000));
    EXPECT_EQ(diary, "aabbccaabbaabb");
}

TEST_F(TurnsTest, AThreadThatTakesNoTimeDoesNotKeepItForGood) {
    TicketLock turns;
    std::string diary;
    User slow("s", turns, diary, 2, 100), quick("q", turns, diary, 5, 0);
    run(from_fs(10'000));
    EXPECT_EQ(diary, "ssqqssqqqqqqqq");
}

}  // namespace
}  // namespace niclab::core
