// Steps in the order of their times, and of one time in that in which they were asked for.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/event_queue.h"
#include "base/random.h"

namespace niclab::base {
namespace {

struct Steps {
    void step(std::uint64_t number) {
        done.push_back({event_queue.now(), number});
        // Some ask for others, at once or later.
        for (unsigned k = unsigned(random.chance(0.4)) + unsigned(random.chance(0.4)); k > 0 && next < 30'000; --k)
            ask(Femtoseconds(random.chance(0.3) ? 0 : next * 7919 % 1000));
    }
    void ask(Femtoseconds after) { event_queue.after(after, call<&Steps::step>(this, next++)); }
    EventQueue event_queue;
    RandomStream random{3, "steps"};
    std::uint64_t next = 0;
    std::vector<std::pair<Femtoseconds, std::uint64_t>> done;
};

TEST(EventQueue, EarlierFirstAndOfOneTimeWhatWasAskedForFirst) {
    Steps s;
    for (unsigned k = 0; k < 3000; ++k) s.ask(k * 31 % 500);
    EXPECT_EQ(s.event_queue.next(), 0u);
    s.event_queue.run(100);
    EXPECT_EQ(s.event_queue.now(), 100u);
    EXPECT_GT(s.event_queue.next(), 100u);
    s.event_queue.run(kMillisecond);
    EXPECT_EQ(s.event_queue.next(), kNever);
    EXPECT_EQ(s.done.size(), s.next);
    EXPECT_EQ(s.event_queue.done(), s.next);
    EXPECT_GT(s.next, 5000u);
    EXPECT_TRUE(std::is_sorted(s.done.begin(), s.done.end())) << "numbers are given in the order of asking";
}

}  // namespace
}  // namespace niclab::base
