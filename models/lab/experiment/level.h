/// @file The level of an experiment, which selects the reader of its file. Every reader of
/// experiments uses this function.
#pragma once

#include <functional>
#include <initializer_list>

#include "lab/experiment/experiment.h"

namespace niclab::lab {

enum class Level {
    Cycle,    ///< Cards, buses, lines and drivers, clock by clock.
    Coarse,   ///< Hosts, systems and programs, with cards as a few numbers or clock by clock.
    Segment,  ///< MACs on one Ethernet segment, bit by bit.
};
const char* to_string(Level level);

/// The value of [run] level. Without it, Coarse if a flow is of a program that needs a TCP, or a host
/// has the key `level` or `software`. Else Segment if there is a [[segment]], and else Cycle.
/// Throws core::ConfigError: no such file, no such level.
Level level_of(const std::string& path, const Overrides& overrides, InputFiles& files);
/// Reads the level, the number of runs and the seed. Returns the level: with hosts that have programs
/// it is the default of each host, coarse or cycle. It is empty if the file names none.
std::string read_counts(core::ConfigTable& run, Level level, Experiment& experiment);
/// `read` reads tables of `root`; `tables` may remain unread when it throws, and no others are read
/// after it. Throws core::ConfigError: of its error and a misspelt table name the latter, because a
/// misspelt table may cause missing keys.
void read_tables(core::ConfigTable& root, std::initializer_list<const char*> tables, const std::function<void()>& read);
/// Name, seed, keys and inputs of an experiment of any level. Throws core::ConfigError.
Experiment read_common(Level level, const std::string& path, const Overrides& overrides, InputFiles files = {});

}  // namespace niclab::lab
