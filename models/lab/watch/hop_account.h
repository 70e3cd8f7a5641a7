/// @file The account of a hop: its units and their results, and the busy times of its lines.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lab/bench/bench.h"
#include "lab/results/results.h"
#include "lab/watch/counter_map.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

/// `tracker`: of its packets.
probe::Account units_of(const Hop& hop, const probe::PduTracker& tracker);
/// Adds a counter for each line of its cards' kind.
void count_lines(const Hop& hop, CounterMap& counters);

/// Adds those of its lines with one direction at a time, by line_busy().
void note_half_duplex(const Hop& hop, std::set<std::string>& lines);
/// Adds a sample of each of its lines; to be called when a packet has arrived over it.
void sample_lines(const Hop& hop, core::Femtoseconds at, std::map<std::string, std::vector<LineSample>>& samples);

}  // namespace niclab::lab
