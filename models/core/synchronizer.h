/// @file  Two flip-flops that bring a count from another clock domain.
#pragma once

#include <cstddef>
#include <cstdint>

namespace niclab::core {

/// What the far side wrote is seen on the second edge after the one that samples it first.
class Synchronizer {
public:
    /// To be called once per edge of the reading domain; returns what that domain may act on.
    std::size_t sample(std::size_t far_value) {
        const std::size_t seen = second_;
        second_ = first_;
        first_ = far_value;
        return seen;
    }
    /// What the sample behind so many others will return, if the far side writes nothing more than `far_value`.
    std::size_t sample_to_come(unsigned edges, std::size_t far_value) const {
        return edges == 0 ? second_ : edges == 1 ? first_ : far_value;
    }
    /// As many samples of one and the same value.
    void sample_many(std::size_t far_value, std::uint64_t samples) {
        if (samples > 0) sample(far_value);
        if (samples > 1) sample(far_value);
    }
    /// True when no change is on its way, so that the reading domain may stop its clock.
    bool settled(std::size_t far_value) const { return first_ == far_value && second_ == far_value; }

private:
    std::size_t first_ = 0, second_ = 0;
};

}  // namespace niclab::core
