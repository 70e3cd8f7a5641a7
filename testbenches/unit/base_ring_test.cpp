// A ring against std::deque, step by step.
#include <gtest/gtest.h>

#include <deque>
#include <vector>

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

TEST(Ring, ForgetsAnyPlaceAndTheLastOne) {
    Ring<unsigned> ring;
    for (unsigned n = 0; n < 9; ++n) ring.push_back(n);
    for (unsigned n = 0; n < 3; ++n) ring.pop_front();
    for (unsigned n = 9; n < 15; ++n) ring.push_back(n);  // around the end of its places
    ring.erase(4), ring.erase(0), ring.pop_back();
    std::vector<unsigned> left;
    for (std::size_t k = 0; k < ring.size(); ++k) left.push_back(ring[k]);
    EXPECT_EQ(left, (std::vector<unsigned>{4, 5, 6, 8, 9, 10, 11, 12, 13}));
    ring.clear();
    EXPECT_TRUE(ring.empty());
}

TEST(Ring, HandsOutAgainWhatWasInAPlace) {
    Ring<std::vector<int>> ring;
    ring.again().reserve(100);
    ring.pop_front();
    EXPECT_EQ(ring.again().capacity(), 100u);
    EXPECT_EQ(ring.size(), 1u);
}

}  // namespace
}  // namespace niclab::base
