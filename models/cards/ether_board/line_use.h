/// @file  How long what one signal at a time can have was taken: a cable, or a pair of wires.
#pragma once

#include <algorithm>

#include "core/time.h"

namespace niclab::ether_board {

class LineUse {
public:
    /// `mbps` > 0. The gap behind a frame, in which nobody may send, counts as use.
    explicit LineUse(unsigned mbps) : gap_(kGapBits * 1'000'000'000 / mbps) {}
    /// Somebody sends on it from now on, or nobody does.
    void set(bool used) {
        if (used == used_) return;
        const core::Femtoseconds now = core::now_fs();
        busy_ += used_ ? now - changed_ : std::min(now - changed_, gap_);
        used_ = used, changed_ = now;
    }
    /// For how long so far it could carry nothing else.
    core::Femtoseconds busy() const { return busy_ + (used_ ? core::now_fs() - changed_ : 0); }

private:
    static constexpr core::Femtoseconds kGapBits = 96;
    core::Femtoseconds gap_;
    bool used_ = false;
    core::Femtoseconds changed_ = 0, busy_ = 0;
};

}  // namespace niclab::ether_board
