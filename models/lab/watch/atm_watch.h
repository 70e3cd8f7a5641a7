/// @file Observers of an ATM hop for a packet's cells, in addition to those for every card: UTOPIA,
/// PHYs, fiber.
#pragma once

#include "lab/results/results.h"
#include "lab/watch/line_observer.h"
#include "probe/track/latency_recorder.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

class AtmWatch {
public:
    /// Reports every cell to `tracker` and `recorder`. All must outlive it.
    AtmWatch(const Hop& hop, probe::PduTracker& tracker, probe::LatencyRecorder& recorder);
    AtmWatch(const AtmWatch&) = delete;

    void report(Results& results);

private:
    void follow_cells(probe::LatencyRecorder& recorder);
    const Hop& hop_;
    probe::PduTracker& tracker_;
    LineObserver line_;
};

}  // namespace niclab::lab
