/// @file  What runs can tell: every counter, every moment of a packet, every signal, with what each means.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "card/place.h"
#include "core/column.h"

namespace niclab::lab {

/// Of hosts called HOST: HOST.nic.sar.tx_late_slots, HOST.pci.FRAME_n; NAME is another master's.
struct KnownResults {
    core::Columns counters;       ///< With unit and one sentence, by name.
    core::Columns moments;        ///< Columns of pdus.csv.
    std::set<std::string> units;  ///< Of lines of the cards' own, such as frames: columns there, too.
    core::Columns signals;        ///< Unit: how many wires, "1 bit"; in the order of a waveform file.
    std::vector<card::Why> whys;  ///< Why packets are where they are, as the places of every card say it.
    /// Ids of the places of a packet's way that a key changes, or whose box shows it, by the key without a host.
    std::map<std::string, std::vector<std::string>> places;
};

/// Builds a bench of each experiment of the cycle level that comes with niclab, and of each card, and asks its modules;
/// nothing is simulated. Throws core::ConfigError where the experiments are not there.
KnownResults known_results();

/// What a signal of that name carries, wherever it is: the name ends behind the last dot. Empty: nobody has said.
std::string signal_meaning(const std::string& name);

}  // namespace niclab::lab
