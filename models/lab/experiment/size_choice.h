/// @file Sizes of packets or frames: a list that is repeated, or a size that is drawn for each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "core/config.h"

namespace niclab::lab {

struct SizeChoice {
    enum class Order {
        Cyclic,   ///< The sizes follow each other.
        Random,   ///< Each packet draws one of them, by their weights.
        Uniform,  ///< Each packet draws a number of octets from the smallest to the largest.
    };
    std::vector<std::int64_t> sizes;  ///< Octets; not empty.
    Order order = Order::Cyclic;
    std::vector<std::uint64_t> weights;  ///< One per size, 1 or more.

    std::int64_t largest() const;
    /// The most octets that a list of as many packets as sizes may have.
    std::size_t most_octets() const;
    /// Of an order that draws.
    std::int64_t draw(base::RandomStream& random) const;
};

/// Reads the keys `size_order` and `size_weights`. `unit`: the word for what has these sizes.
/// Throws core::ConfigError.
SizeChoice read_size_choice(core::ConfigTable& table, std::vector<std::int64_t> sizes, const std::string& unit);

}  // namespace niclab::lab
