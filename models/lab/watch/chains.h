/// @file  Rows and chains of one stream, out of those of its hop.
#pragma once

#include <algorithm>

#include "lab/experiment/experiment.h"
#include "lab/results/attribution_report.h"
#include "lab/watch/streams.h"
#include "probe/track/pdu_life.h"

namespace niclab::lab {

/// Where the time of a hop's packets went, as far as they have a whole life, stream by stream. Chains are taken as packets
/// come to their end, and what was kept for them is free again: a run may be long.
class HopChains {
public:
    /// All must outlive it.
    HopChains(const std::vector<WatchedStream>& streams, const probe::PduTracker& tracker, probe::LifeRecorder& life,
              const Experiment& experiment);
    /// A packet reached its program, or was lost.
    void packet_ended() {
        if (++ended_ % kTogether == 0) take_before(std::min(tracker_.oldest_in_work(), life_.oldest_in_work()));
    }
    /// All that is there, at the end of all runs.
    void take_all() { take_before(tracker_.rows().size()); }
    /// Of the stream with that place; none are left here.
    DirectionChains take_out(std::size_t stream) { return std::move(found_[stream]); }

private:
    static constexpr unsigned kTogether = 64;  ///< Looking for what is in work takes a while.
    void take_before(std::size_t row);
    void take(std::size_t row);

    const std::vector<WatchedStream>& streams_;
    const probe::PduTracker& tracker_;
    probe::LifeRecorder& life_;
    std::vector<card::Way> ways_;
    std::vector<DirectionChains> found_;
    std::size_t next_ = 0;  ///< Rows before it are taken.
    unsigned ended_ = 0;
};

/// Rows of each stream, out of those of their hop.
std::vector<std::vector<probe::PduRow>> take_stream_rows(const std::vector<WatchedStream>& streams,
                                                         probe::PduTracker& tracker);

}  // namespace niclab::lab
