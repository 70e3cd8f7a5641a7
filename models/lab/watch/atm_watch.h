/// @file Observers of an ATM hop for a packet's cells, in addition to those for every card: UTOPIA,
/// PHYs, fiber.
#pragma once

#include <optional>

#include "lab/bench/bench.h"
#include "lab/results/results.h"
#include "probe/track/latency_recorder.h"
#include "probe/track/line_matcher.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

/// An observer of the cells of one direction on the line.
class LineObserver {
public:
    struct Line {
        phy::Suni &from, &to;
        const fiber::Config& fiber;
    };
    /// Reports the result of each cell to `tracker`. Both PHYs must outlive it.
    LineObserver(const Line& line, probe::PduTracker& tracker);
    LineObserver(const LineObserver&) = delete;

    /// Ends the wait for cells that should have arrived by now.
    void settle() { matcher_.expire(core::now_fs()); }
    /// Number of cells that arrived with another header.
    std::uint64_t altered() const { return altered_; }
    /// Time between the starts of two cells on it, without overhead.
    double cell_us() const { return cell_us_; }
    struct Dark {
        double from_us, back_us, cells_again_us;  ///< The last is -1 if no cell has passed since the signal is back.
    };
    /// The time without a signal at the receiver; nothing if there was none.
    std::optional<Dark> darkness() const;

private:
    void listen(phy::Suni& from, phy::Suni& to);
    void decided(probe::LineMatcher::Outcome outcome, core::Femtoseconds at);
    void cell_came(core::Femtoseconds at) {
        if (cells_again_ == 0 && dark_to_ > dark_from_ && at > dark_to_) cells_again_ = at;
    }

    probe::PduTracker& tracker_;
    probe::LineMatcher matcher_;
    core::Femtoseconds dark_from_ = 0, dark_to_ = 0, cells_again_ = 0;
    double cell_us_;
    std::uint64_t altered_ = 0;
};

/// Report the cells of a direction to `tracker` and `recorder`: on UTOPIA and at the
/// begin of the line, there alone, and on the other end's UTOPIA.
void follow_sent_cells(utopia::AtmTx& utopia, phy::Suni& phy, probe::PduTracker& tracker,
                       probe::LatencyRecorder& recorder);
void follow_launched(phy::Suni& phy, probe::LatencyRecorder& recorder);
void follow_received_cells(utopia::AtmRx& utopia, probe::PduTracker& tracker);

class AtmWatch {
public:
    /// Reports every cell to `tracker` and `recorder`. All must outlive it.
    AtmWatch(const Hop& hop, probe::PduTracker& tracker, probe::LatencyRecorder& recorder);
    AtmWatch(const AtmWatch&) = delete;

    void report(Results& results);

private:
    const Hop& hop_;
    probe::PduTracker& tracker_;
    LineObserver line_;
};

}  // namespace niclab::lab
