/// @file  The short spelling of two hosts, a link and a flow: [client], [server], [line], [workload], [connection].
#pragma once

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// Fills hosts, links, flows and the analyzer; `flow` holds what [run] said of it. Throws core::ConfigError.
void read_pair(core::ConfigTable& root, Experiment& experiment, FlowConfig flow, InputFiles& files);

}  // namespace niclab::lab
