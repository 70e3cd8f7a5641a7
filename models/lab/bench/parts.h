/// @file The division of an experiment into parts: hosts that no link joins, directly or through
/// others.
#pragma once

#include <vector>

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// The number of the part of each host of an experiment; 0 is the part of the first.
std::vector<std::size_t> parts_of(const Experiment& experiment);

}  // namespace niclab::lab
