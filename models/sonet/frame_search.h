/// @file  Frame alignment: finds A1 A1 A1 A2 A2 A2 and keeps watching it.
///
/// Source:   GR-253 (from memory): in frame after two frames with the pattern, out of frame after four without.
/// Assumed:  the clock recovery delivers aligned octets.
#pragma once

#include <cstdint>

#include "sonet/frame.h"

namespace niclab::sonet {

class FrameSearch {
public:
    /// One octet; returns its index in the frame (row * 270 + column), or -1 while no pattern was found.
    int take(std::uint8_t octet) {
        if (position_ >= 0) {
            const int index = position_;
            if (index < 6 && octet != (index < 3 ? kA1 : kA2)) pattern_broken_ = true;
            if (index == 5) judge();
            if (position_ >= 0 && ++position_ == static_cast<int>(kFrameOctets)) position_ = 0;
            return index;
        }
        window_ = (window_ << 8 | octet) & 0xFFFFFFFFFFFFu;
        if (window_ != 0xF6F6F6282828u) return -1;
        position_ = 6;
        good_ = 1;
        bad_ = 0;
        window_ = 0;
        return 5;
    }
    bool in_frame() const { return in_frame_; }
    std::uint64_t losses() const { return losses_; }

private:
    void judge() {
        if (!pattern_broken_) {
            bad_ = 0;
            if (!in_frame_ && ++good_ >= 2) in_frame_ = true;
        } else if (!in_frame_) {
            position_ = -1;
        } else if (++bad_ >= 4) {
            in_frame_ = false;
            position_ = -1;
            ++losses_;
        }
        pattern_broken_ = false;
    }

    std::uint64_t window_ = 0, losses_ = 0;
    int position_ = -1;
    unsigned good_ = 0, bad_ = 0;
    bool in_frame_ = false, pattern_broken_ = false;
};

}  // namespace niclab::sonet
