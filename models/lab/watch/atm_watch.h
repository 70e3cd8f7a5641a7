/// @file  What an ATM hop shows of a packet's cells, besides what every card tells: UTOPIA, PHYs, fiber.
#pragma once

#include "lab/results/results.h"
#include "lab/watch/line_observer.h"
#include "probe/track/pdu_life.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

class AtmWatch {
public:
    /// Tells `tracker` and `life` of every cell. All must outlive it.
    AtmWatch(const Hop& hop, probe::PduTracker& tracker, probe::LifeRecorder& life);
    AtmWatch(const AtmWatch&) = delete;

    void report(Results& results);

private:
    void follow_cells(probe::LifeRecorder& life);
    const Hop& hop_;
    probe::PduTracker& tracker_;
    LineObserver line_;
};

}  // namespace niclab::lab
