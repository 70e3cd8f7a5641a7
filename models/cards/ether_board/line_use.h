/// @file The time during which a cable was in use, or each of its pairs of wires.
#pragma once

#include <algorithm>
#include <array>

#include "core/time.h"

namespace niclab::ether_board {

/// For a cable with an end 0 and an end 1. The gap after a frame, in which no station may transmit,
/// counts as use.
class LineUse {
public:
    /// `bit_fs`: the time of a bit. `pairs`: each end has its own wires to transmit on.
    LineUse(core::Femtoseconds bit_fs, bool pairs) : gap_(kGapBits * bit_fs), pairs_(pairs) {}
    /// Sets which ends transmit from now on.
    void set(bool first, bool second) {
        set(ways_[0], pairs_ ? first : first || second);
        set(ways_[1], second);
    }
    /// Time up to now during which that end could transmit nothing else.
    core::Femtoseconds busy(unsigned from) const {
        const Direction& way = ways_[pairs_ ? from : 0];
        return way.busy + taken(way, core::now_fs());
    }

private:
    static constexpr core::Femtoseconds kGapBits = 96;
    struct Direction {
        bool used = false;
        core::Femtoseconds changed = 0, busy = 0;
    };
    core::Femtoseconds taken(const Direction& way, core::Femtoseconds now) const {
        return way.used ? now - way.changed : std::min(now - way.changed, gap_);
    }
    void set(Direction& way, bool used) {
        if (used == way.used) return;
        const core::Femtoseconds now = core::now_fs();
        way.busy += taken(way, now);
        way.used = used, way.changed = now;
    }

    core::Femtoseconds gap_;
    bool pairs_;
    std::array<Direction, 2> ways_;  ///< Half duplex uses only the first.
};

}  // namespace niclab::ether_board
