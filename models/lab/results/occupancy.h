/// @file The fill levels of a card's FIFOs, as a result.
#pragma once

#include <string>
#include <vector>

#include "probe/account/occupancy.h"

namespace niclab::lab {

struct FifoOccupancy {
    std::string side, fifo;
    std::size_t capacity_cells = 0;
    std::vector<probe::Occupancy::Bin> bins;
};

/// One row per bin: side, fifo, capacity_cells, begin_ns and end_ns of simulated time, min, mean
/// and max cells.
std::string occupancy_csv(const std::vector<FifoOccupancy>& fifos);

}  // namespace niclab::lab
