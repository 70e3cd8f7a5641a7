/// @file Arbitration policies as plain classes, and a class that holds the selected one.
///
/// Source: PCI 2.1 section 3.4.1 (from memory) leaves the algorithm to the arbiter and gives
///   two-level fairness as an example.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "base/round_robin.h"

namespace niclab::pci {

/// Initiators on a bus: a REQ# and a GNT# each, one bit per pair.
inline constexpr unsigned kMostMasters = 32;

/// Round robin among all agents.
class RoundRobinPolicy {
public:
    explicit RoundRobinPolicy(unsigned masters) : masters_(masters) {}
    /// `requests`: one bit per master, at least one is set. Returns the index of the master.
    int choose(std::uint32_t requests) { return robin_.choose(requests, masters_); }
    /// The only state on which the next choice depends, apart from the requests.
    unsigned turn() const { return robin_.turn(); }

private:
    unsigned masters_;
    base::RoundRobin robin_;
};

/// Fixed priority: the first requesting master of a list. Masters of low priority may starve.
class FixedPriorityPolicy {
public:
    /// The index of each master once, highest priority first; at most kMostMasters.
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
    std::array<unsigned, kMostMasters> order_{};
    std::size_t masters_;
};

/// Two-level fairness: round robin among the masters of the first level and one place that the
/// second level shares, in which round robin applies as well.
class TwoLevelFairPolicy {
public:
    /// `second`: one bit per master, set for the masters of the second level.
    TwoLevelFairPolicy(unsigned masters, std::uint32_t second) : masters_(masters), second_(second) {}
    int choose(std::uint32_t requests) {
        const std::uint32_t low = requests & second_;
        // The shared place comes after the last master.
        const std::uint64_t places = (requests & ~second_) | std::uint64_t{low != 0} << masters_;
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
