/// @file  From a defect to an alarm: what must last, and for how long.
///
/// Source:  GR-253, G.783, I.432 (from memory of the standards).
#pragma once

#include <cstdint>

namespace niclab::sonet {

/// A bit that counts only after the same value in `frames` frames that follow each other.
class Debounced {
public:
    explicit Debounced(unsigned frames) : frames_(frames) {}
    /// One frame's value; returns what counts now.
    bool take(bool present) {
        count_ = present == state_ ? 0 : count_ + 1;
        if (count_ == frames_) state_ = present, count_ = 0;
        return state_;
    }

private:
    unsigned frames_, count_ = 0;
    bool state_ = false;
};

/// An alarm that follows a defect after a time, and clears after a time without.
///
/// Integrating: short gaps do not start the time again; only a gap as long as the clearing time does.
class Persistence {
public:
    static constexpr std::uint64_t kNever = ~std::uint64_t{0};

    /// Times in octets.
    Persistence(std::uint64_t declare_after, std::uint64_t clear_after, bool integrating)
        : declare_after_(declare_after), clear_after_(clear_after), integrating_(integrating) {}

    /// The defect came or went at `now`.
    void change(bool present, std::uint64_t now) {
        if (present == present_) return;
        if (present_) gathered_ = integrating_ && !declared_ ? gathered_ + (now - since_) : 0;
        present_ = present;
        since_ = now;
    }
    /// When expire() is to be called unless the defect changes before; kNever: not at all.
    std::uint64_t due() const {
        if (present_) return declared_ ? kNever : since_ + declare_after_ - gathered_;
        return declared_ || gathered_ > 0 ? since_ + clear_after_ : kNever;
    }
    /// The time due() has come; returns whether the alarm is declared now.
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
