/// @file  Who gets the bus next: policies as plain classes, and one box that holds the chosen one.
///
/// Source:  PCI 2.1 section 3.4.1 (from memory) leaves the algorithm to the arbiter and gives two-level fairness as an
///          example.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "base/round_robin.h"

namespace niclab::pci {

/// One agent after the other.
class RoundRobinPolicy {
public:
    explicit RoundRobinPolicy(unsigned masters) : masters_(masters) {}
    /// `requests`: one bit a master, at least one set. Returns the master's index.
    int choose(std::uint32_t requests) { return robin_.choose(requests, masters_); }
    /// All that its next choice hangs on, besides who asks.
    unsigned turn() const { return robin_.turn(); }

private:
    unsigned masters_;
    base::RoundRobin robin_;
};

/// The first of a list that asks. Those behind may starve.
class FixedPriorityPolicy {
public:
    /// Every master's index once, most important first; 32 at most.
    explicit FixedPriorityPolicy(const std::vector<unsigned>& order) : masters_(order.size()) {
        std::copy(order.begin(), order.end(), order_.begin());
    }
    int choose(std::uint32_t requests) const {
        for (std::size_t i = 0; i < masters_; ++i)
            if (requests >> order_[i] & 1u) return static_cast<int>(order_[i]);
        return -1;
    }
    static unsigned turn() { return 0; }

private:
    std::array<unsigned, 32> order_{};
    std::size_t masters_;
};

/// Round robin among the first level and one place that the second level shares, again round robin.
class TwoLevelFairPolicy {
public:
    /// `second`: one bit for each master of the second level.
    TwoLevelFairPolicy(unsigned masters, std::uint32_t second) : masters_(masters), second_(second) {}
    int choose(std::uint32_t requests) {
        const std::uint32_t low = requests & second_;
        // The shared place stands behind the last master.
        const std::uint32_t places = (requests & ~second_) | (low != 0 ? 1u << masters_ : 0u);
        const int place = first_level_.choose(places, masters_ + 1);
        return place == static_cast<int>(masters_) ? second_level_.choose(low, masters_) : place;
    }
    unsigned turn() const { return first_level_.turn() << 8 | second_level_.turn(); }

private:
    unsigned masters_;
    std::uint32_t second_;
    base::RoundRobin first_level_, second_level_;
};

/// The policy of an arbiter.
class ArbitrationPolicy {
public:
    using Any = std::variant<RoundRobinPolicy, FixedPriorityPolicy, TwoLevelFairPolicy>;
    explicit ArbitrationPolicy(const Any& policy) : policy_(policy) {}
    int choose(std::uint32_t requests) {
        return std::visit([requests](auto& policy) { return policy.choose(requests); }, policy_);
    }
    unsigned turn() const {
        return std::visit([](const auto& policy) { return policy.turn(); }, policy_);
    }

private:
    Any policy_;
};

}  // namespace niclab::pci
