/// @file The conversion of a defect to an alarm: the required persistence and its duration.
///
/// Source: GR-253, G.783, I.432 (from memory of the standards).
#pragma once

#include <cstdint>

namespace niclab::sonet {

/// A bit that is accepted only after the same value in `frames` successive frames.
class Debounced {
public:
    explicit Debounced(unsigned frames) : frames_(frames) {}
    /// One frame's value; returns the accepted one.
    bool take(bool present) {
        count_ = present == state_ ? 0 : count_ + 1;
        if (count_ == frames_) state_ = present, count_ = 0;
        return state_;
    }

private:
    unsigned frames_, count_ = 0;
    bool state_ = false;
};

/// An alarm that is declared after a defect has lasted for a time, and cleared after a time without
/// it.
///
/// Integrating: short gaps do not restart the timer; only a gap as long as the clearing time does.
class Persistence {
public:
    static constexpr std::uint64_t kNever = ~std::uint64_t{0};

    /// Times in octets.
    Persistence(std::uint64_t declare_after, std::uint64_t clear_after, bool integrating)
        : declare_after_(declare_after), clear_after_(clear_after), integrating_(integrating) {}

    /// The defect began or ended at `now`.
    void change(bool present, std::uint64_t now) {
        if (present == present_) return;
        if (present_) gathered_ = integrating_ && !declared_ ? gathered_ + (now - since_) : 0;
        present_ = present;
        since_ = now;
    }
    /// Time of the next call of expire() unless the defect changes before; kNever: none.
    std::uint64_t due() const {
        if (present_) return declared_ ? kNever : since_ + declare_after_ - gathered_;
        return declared_ || gathered_ > 0 ? since_ + clear_after_ : kNever;
    }
    /// The time due() is reached; returns whether the alarm is declared now.
    bool expire() {
        declared_ = present_;
        gathered_ = 0;
        return declared_;
    }

private:
    std::uint64_t declare_after_, clear_after_, since_ = 0, gathered_ = 0;
    bool integrating_, present_ = false, declared_ = false;
};

}  // namespace niclab::sonet
