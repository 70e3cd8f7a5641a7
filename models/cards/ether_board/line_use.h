/// @file  How long a cable was taken, or each of its pairs of wires.
#pragma once

#include <algorithm>
#include <array>

#include "core/time.h"

namespace niclab::ether_board {

/// Of a cable with an end 0 and an end 1. The gap behind a frame, in which nobody may send, counts as use.
class LineUse {
public:
    /// `bit_fs`: the time of a bit. `pairs`: each end has wires of its own to send on.
    LineUse(core::Femtoseconds bit_fs, bool pairs) : gap_(kGapBits * bit_fs), pairs_(pairs) {}
    /// Who sends on it from now on.
    void set(bool first, bool second) {
        set(ways_[0], pairs_ ? first : first || second);
        set(ways_[1], second);
    }
    /// For how long so far it could carry nothing else of that end's.
    core::Femtoseconds busy(unsigned from) const {
        const Way& way = ways_[pairs_ ? from : 0];
        return way.busy + taken(way, core::now_fs());
    }

private:
    static constexpr core::Femtoseconds kGapBits = 96;
    struct Way {
        bool used = false;
        core::Femtoseconds changed = 0, busy = 0;
    };
    core::Femtoseconds taken(const Way& way, core::Femtoseconds now) const {
        return way.used ? now - way.changed : std::min(now - way.changed, gap_);
    }
    void set(Way& way, bool used) {
        if (used == way.used) return;
        const core::Femtoseconds now = core::now_fs();
        way.busy += taken(way, now);
        way.used = used, way.changed = now;
    }

    core::Femtoseconds gap_;
    bool pairs_;
    std::array<Way, 2> ways_;  ///< Half duplex has the first alone.
};

}  // namespace niclab::ether_board
