/// @file A tournament tree: the smallest of several keys, one of which grows at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace niclab::probe {

/// Behaviour: replace() compares a key with one key per level of the tree, without branches that
///   depend on them.
class Tournament {
public:
    struct Key {
        std::uint64_t high, low;
    };
    static constexpr Key kLast{~std::uint64_t{0}, ~std::uint64_t{0}};

    /// `leaves` keys, all of them kLast.
    void reset(std::size_t leaves) {
        for (width_ = 1; width_ < leaves;) width_ *= 2;
        nodes_.assign(2 * width_, kLast);
    }
    const Key& first() const { return nodes_[1]; }
    void replace(std::size_t leaf, Key key) {
        Key* const nodes = nodes_.data();
        std::size_t i = width_ + leaf;
        nodes[i] = key;
        for (; i > 1; i /= 2) {
            const Key other = nodes[i ^ 1];
            const bool is_less = (other.high < key.high) | ((other.high == key.high) & (other.low < key.low));
            key.high = is_less ? other.high : key.high;
            key.low = is_less ? other.low : key.low;
            nodes[i / 2] = key;
        }
    }

private:
    std::size_t width_ = 1;
    std::vector<Key> nodes_ = std::vector<Key>(2, kLast);  ///< From the root, which is 1, to the leaves.
};

}  // namespace niclab::probe
