/// @file Frame alignment: finds and monitors A1 A1 A1 A2 A2 A2, the boundary of A1 and A2.
///
/// Source: GR-253 (from memory): in frame after two frames with the pattern, out of frame after
///   four without.
/// Assumed: the clock recovery delivers aligned octets. All 48 bits of the pattern count, and no
///   others of STS-12c.
#pragma once

#include <cstdint>

#include "sonet/frame.h"

namespace niclab::sonet {

class FrameSearch {
public:
    /// No position of frames was found since the frame was lost.
    bool hunting() const { return hunting_; }
    bool in_frame() const { return in_frame_; }
    /// Number of times that the frame was lost.
    std::uint64_t losses() const { return losses_; }

    /// During the search: processes one octet; true when it is the last of the pattern, which is
    /// then to be judged good.
    bool hunt(std::uint8_t octet) {
        window_ = (window_ << 8 | octet) & 0xFFFFFFFFFFFFu;
        if (window_ != 0xF6F6F6282828u) return false;
        hunting_ = false;
        window_ = 0;
        good_ = bad_ = 0;
        return true;
    }
    /// In frame: whether the pattern was at the begin of a frame.
    void judge(bool pattern) {
        if (pattern) {
            bad_ = 0;
            if (++good_ >= 2) in_frame_ = true;
        } else if (!in_frame_) {
            hunting_ = true;
        } else {
            good_ = 0;
            if (++bad_ >= 4) lose();
        }
    }
    /// Out of frame, independent of the received octets.
    void lose() {
        if (in_frame_) ++losses_;
        in_frame_ = false;
        hunting_ = true;
    }

private:
    std::uint64_t window_ = 0, losses_ = 0;
    unsigned good_ = 0, bad_ = 0;
    bool in_frame_ = false, hunting_ = true;
};

}  // namespace niclab::sonet
