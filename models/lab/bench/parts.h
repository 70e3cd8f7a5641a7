/// @file  Hosts that no link joins, not even over others.
#pragma once

#include <vector>

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// For each host of an experiment the number of its part: those of one part hang together, 0 is that of the first.
std::vector<std::size_t> parts_of(const Experiment& experiment);

}  // namespace niclab::lab
