/// @file The general form of an experiment: lists of hosts, links, connections and flows, and
/// [defaults.host] for the common keys of hosts.
#pragma once

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// Whether one of the lists is there.
bool spelled_in_lists(const core::ConfigTable& root);
/// Fills hosts, links, flows and the analyzer. Throws core::ConfigError.
void read_network(core::ConfigTable& root, Experiment& experiment, InputFiles& files);

}  // namespace niclab::lab
