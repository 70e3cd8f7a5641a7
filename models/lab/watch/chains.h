/// @file  Rows and chains of one stream, out of those of its hop.
#pragma once

#include "lab/experiment/experiment.h"
#include "lab/results/attribution_report.h"
#include "lab/watch/streams.h"
#include "probe/track/pdu_life.h"

namespace niclab::lab {

std::vector<probe::PduRow> stream_rows(const probe::PduTracker& tracker, probe::Vc vc);
/// Where the time of its PDUs went, as far as they have a whole life.
DirectionChains stream_chains(const WatchedStream& stream, const probe::PduTracker& tracker,
                              const probe::LifeRecorder& life, const Experiment& experiment);

}  // namespace niclab::lab
