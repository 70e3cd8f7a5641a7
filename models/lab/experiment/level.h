/// @file  The level of an experiment: which of the readers its file is for. Every reader of experiments asks here.
#pragma once

#include <functional>
#include <initializer_list>

#include "lab/experiment/experiment.h"

namespace niclab::lab {

enum class Level {
    Cycle,   ///< Cards, buses and lines, clock by clock. The file says no [run] level.
    Coarse,  ///< Hosts, systems and programs over cards that are a few numbers or, where a host says so, clock by clock.
    Segment,  ///< MACs on one Ethernet segment, bit by bit.
};
const char* to_string(Level level);

/// What [run] level says. Throws core::ConfigError: no such file, no such level.
Level level_of(const std::string& path, const Overrides& overrides, InputFiles files = {});
/// Notes the level among the keys that were read. Of hosts with programs it is that of each that names none: coarse or cycle.
std::string read_level(core::ConfigTable& run, Level level);
/// `read` reads tables of `root`, of which `tables` may be left when it throws; behind it there is no other. Throws core::ConfigError: of
/// what it says and a table that is misspelt the latter, for want of which something else may be missing.
void read_tables(core::ConfigTable& root, std::initializer_list<const char*> tables, const std::function<void()>& read);
/// Name, seed, keys and inputs of an experiment of any level. Throws core::ConfigError.
Experiment read_common(Level level, const std::string& path, const Overrides& overrides, InputFiles files = {});

}  // namespace niclab::lab
