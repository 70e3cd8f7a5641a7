/// @file Rows and chains of one stream, selected from those of its hop.
#pragma once

#include <algorithm>

#include "lab/experiment/experiment.h"
#include "lab/results/attribution_report.h"
#include "lab/watch/streams.h"
#include "probe/track/latency_recorder.h"

namespace niclab::lab {

/// The span chains of a hop's packets with complete records, stream by stream. Chains are built as
/// packets end, and their records are then freed: a run may be long.
class HopChains {
public:
    /// All must outlive it.
    HopChains(const std::vector<WatchedStream>& streams, const probe::PduTracker& tracker,
              probe::LatencyRecorder& recorder, const Experiment& experiment);
    /// A packet reached its program, or was lost.
    void packet_ended() {
        if (++ended_ % kTogether == 0) take_before(std::min(tracker_.oldest_in_work(), recorder_.oldest_in_work()));
    }
    /// Processes all rows at the end of all runs.
    void take_all() { take_before(tracker_.rows().size()); }
    /// Moves out those of the stream with that index.
    DirectionChains take_out(std::size_t stream) { return std::move(found_[stream]); }

private:
    static constexpr unsigned kTogether = 64;  ///< The search for rows in work takes a while.
    void take_before(std::size_t row);
    void take(std::size_t row);

    const std::vector<WatchedStream>& streams_;
    const probe::PduTracker& tracker_;
    probe::LatencyRecorder& recorder_;
    std::vector<card::PathSpans> ways_;
    std::vector<DirectionChains> found_;
    std::size_t next_ = 0;  ///< Rows before it are processed.
    unsigned ended_ = 0;
};

/// Rows of each stream, selected from those of their hop.
std::vector<std::vector<probe::PduRow>> take_stream_rows(const std::vector<WatchedStream>& streams,
                                                         probe::PduTracker& tracker);

}  // namespace niclab::lab
