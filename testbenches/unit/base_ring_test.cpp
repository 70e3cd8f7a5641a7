// A ring against std::deque, step by step.
#include <gtest/gtest.h>

#include <deque>

#include "base/random.h"
#include "base/ring.h"

namespace niclab::base {
namespace {

TEST(Ring, DoesWhatADequeDoes) {
    Ring<unsigned> ring;
    std::deque<unsigned> deque;
    RandomStream random(7, "ring");
    std::size_t most = 0;
    for (unsigned n = 0; n < 20'000; ++n) {
        const bool fills = n / 500 % 2 == 0;  // it grows far beyond its first places, and is emptied again
        if (deque.empty() || random.chance(fills ? 0.6 : 0.3)) {
            const auto place = std::size_t(random.chance(0.2) ? 0 : deque.size());
            ring.insert(place, n);
            deque.insert(deque.begin() + std::ptrdiff_t(place), n);
        } else {
            ring.pop_front();
            deque.pop_front();
        }
        most = std::max(most, deque.size());
        ASSERT_EQ(ring.size(), deque.size());
        ASSERT_EQ(ring.empty(), deque.empty());
        for (std::size_t k = 0; k < deque.size(); k += 7) ASSERT_EQ(ring[k], deque[k]);
        ASSERT_TRUE(deque.empty() || ring.front() == deque.front());
    }
    EXPECT_GT(most, 64u);
}

}  // namespace
}  // namespace niclab::base
