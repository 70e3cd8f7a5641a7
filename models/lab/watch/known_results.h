/// @file The possible results of runs: all counters, events of a packet and signals, with a
/// description of each.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "card/place.h"
#include "core/column.h"

namespace niclab::lab {

/// For hosts named HOST: HOST.nic.sar.tx_late_slots, HOST.pci.FRAME_n; NAME is another master's.
struct KnownResults {
    core::Columns counters;       ///< With unit and one sentence, by name.
    core::Columns moments;        ///< Columns of pdus.csv.
    std::set<std::string> units;  ///< Of lines of the cards' kind, such as frames: also columns there.
    core::Columns signals;        ///< Unit: the number of wires, "1 bit"; in the order of a waveform file.
    std::vector<card::Why> whys;  ///< The reasons for which packets are at places, as all cards declare them.
    /// Ids of the places of a packet's path that a key changes, or that show it, by the key without
    /// a host.
    std::map<std::string, std::vector<std::string>> places;
};

/// Builds a bench of each experiment of the cycle level that comes with niclab, and of each card,
/// and collects the data of its modules; nothing is simulated. Throws core::ConfigError if the
/// experiments are missing.
KnownResults known_results();

/// The meaning of a signal with that name at any place: only the part after the last dot counts.
/// Empty: not defined.
std::string signal_meaning(const std::string& name);

}  // namespace niclab::lab
