// The tournament tree against a sorted list.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

#include "probe/wave/tournament.h"

namespace niclab::probe {
namespace {

using Pair = std::tuple<std::uint64_t, std::uint64_t>;

Pair pair_of(const Tournament::Key& key) { return {key.high, key.low}; }

TEST(Tournament, ReturnsAllKeysInOrder) {
    std::mt19937_64 random(5);
    for (std::size_t leaves = 0; leaves < 40; ++leaves) {
        Tournament tournament;
        tournament.reset(leaves);
        EXPECT_EQ(pair_of(tournament.first()), pair_of(Tournament::kLast));
        std::vector<std::vector<Pair>> lists(leaves);
        std::vector<Pair> expected;
        for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
            for (std::uint64_t n = random() % 30, high = random() % 3; n > 0; --n, high += random() % 3)
                lists[leaf].emplace_back(high, leaf);
            expected.insert(expected.end(), lists[leaf].begin(), lists[leaf].end());
            if (!lists[leaf].empty()) tournament.replace(leaf, {std::get<0>(lists[leaf].front()), leaf});
        }
        std::sort(expected.begin(), expected.end());
        std::vector<std::size_t> next(leaves, 0);
        for (const Pair& pair : expected) {
            ASSERT_EQ(pair_of(tournament.first()), pair) << leaves;
            const std::size_t leaf = std::get<1>(pair);
            const bool more = ++next[leaf] < lists[leaf].size();
            tournament.replace(leaf,
                               more ? Tournament::Key{std::get<0>(lists[leaf][next[leaf]]), leaf} : Tournament::kLast);
        }
        EXPECT_EQ(pair_of(tournament.first()), pair_of(Tournament::kLast));
    }
}

}  // namespace
}  // namespace niclab::probe
