/// @file A short list of a driver's allocations, by their numbers for --fail-nth.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/source_lines.h"

namespace niclab::linux_kernel {

struct AllocationRow {
    std::string numbers;  ///< "3", "4 to 9", or "10, 12 ... 40" of two lines that take turns.
    SourceLines::Place place;
};

/// `lines`: as from Machine::allocation_lines().
std::vector<AllocationRow> allocation_rows(const std::vector<std::pair<unsigned, SourceLines::Place>>& lines);

}  // namespace niclab::linux_kernel
