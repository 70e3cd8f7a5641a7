/// @file  What both spellings of an experiment share about links and flows.
#pragma once

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// Adds a link and makes the PHYs at its ends fit; `line` is its table. Throws core::ConfigError where a card cannot
/// serve the link's rate.
void add_link(Experiment& experiment, LinkConfig link, const core::ConfigTable& line);
FlowConfig::Kind read_kind(core::ConfigTable& table, const std::string& key, const std::string& standard,
                           const std::string& what);

}  // namespace niclab::lab
