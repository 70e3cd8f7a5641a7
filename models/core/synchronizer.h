/// @file A synchroniser of two flip-flops for a count from another clock domain.
#pragma once

#include <cstddef>
#include <cstdint>

namespace niclab::core {

/// A new value is seen at the second edge after the edge that samples it first.
class Synchronizer {
public:
    /// Samples `far_value`; to be called once per edge of the reading domain. Returns the value
    /// that this domain may use.
    std::size_t sample(std::size_t far_value) {
        const std::size_t seen = second_;
        second_ = first_;
        first_ = far_value;
        return seen;
    }
    /// What sample() returns at the edge number `edges` from now, if the other side writes nothing
    /// after `far_value`.
    std::size_t sample_to_come(unsigned edges, std::size_t far_value) const {
        return edges == 0 ? second_ : edges == 1 ? first_ : far_value;
    }
    /// Does `samples` samples of one constant value.
    void sample_many(std::size_t far_value, std::uint64_t samples) {
        if (samples > 0) sample(far_value);
        if (samples > 1) sample(far_value);
    }
    /// True if no change is under way, so that the reading domain may stop its clock.
    bool settled(std::size_t far_value) const { return first_ == far_value && second_ == far_value; }

private:
    std::size_t first_ = 0, second_ = 0;
};

}  // namespace niclab::core
