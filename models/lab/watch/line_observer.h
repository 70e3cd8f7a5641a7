/// @file  Follows the cells of one direction over the line, and spoils the bits an experiment names.
#pragma once

#include <vector>

#include "lab/bench/bench.h"
#include "probe/track/line_matcher.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

class LineObserver {
public:
    /// Tells `tracker` what becomes of each cell. All must outlive it.
    LineObserver(Side& sender, Side& receiver, fiber::Fiber& fiber, const LineConfig& config,
                 probe::PduTracker& tracker);
    LineObserver(const LineObserver&) = delete;

    /// Gives up what should have arrived by now.
    void settle() { matcher_.expire(core::now_fs()); }
    /// Cells whose header arrived as another's.
    std::uint64_t altered() const { return altered_; }

private:
    void listen(Side& sender, Side& receiver);
    void decided(probe::LineMatcher::Outcome outcome, core::Femtoseconds at);
    void spoil(Side& sender);

    fiber::Fiber& fiber_;
    std::vector<PlacedError> errors_;  ///< In the order of their cells.
    probe::PduTracker& tracker_;
    probe::LineMatcher matcher_;
    std::size_t next_error_ = 0;
    std::uint64_t launched_ = 0, altered_ = 0;
};

}  // namespace niclab::lab
