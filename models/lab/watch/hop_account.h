/// @file  What a hop carried: its units and what became of them, and how long its lines were taken, and when.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lab/bench/bench.h"
#include "lab/results/results.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

/// `tracker`: of its packets.
probe::Account units_of(const Hop& hop, const probe::PduTracker& tracker);
/// Adds a counter for each line of its cards' own.
void count_lines(const Hop& hop, std::map<std::string, std::uint64_t>& counters,
                 std::map<std::string, CounterNote>& notes);

/// Adds those of its lines that carry one direction at a time, by line_busy().
void note_half_duplex(const Hop& hop, std::set<std::string>& lines);
/// A sample of each of its lines; to be called when a packet has arrived over it.
void sample_lines(const Hop& hop, core::Femtoseconds at, std::map<std::string, std::vector<LineSample>>& samples);

}  // namespace niclab::lab
