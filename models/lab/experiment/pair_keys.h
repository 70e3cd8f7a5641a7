/// @file The short form of an experiment with two hosts, a link and a flow: [client], [server],
/// [line], [workload], [connection].
#pragma once

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// Fills hosts, links, flows and the analyzer; `flow` has the values of [run]. Throws
/// core::ConfigError.
void read_pair(core::ConfigTable& root, Experiment& experiment, FlowConfig flow, InputFiles& files);

}  // namespace niclab::lab
