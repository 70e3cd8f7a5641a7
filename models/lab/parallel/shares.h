/// @file The shares of a bench that processes simulate: neighbouring parts, which no link joins.
#pragma once

#include <cstddef>
#include <vector>

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// The parts from `first` on that are before `end`.
struct PartRange {
    std::size_t first, end;
};

/// Processors that this process may use.
unsigned processors();

/// Divides the parts into at most `processes` shares of about the same number of packets.
std::vector<PartRange> shares_of(const Experiment& experiment, unsigned processes);

}  // namespace niclab::lab
