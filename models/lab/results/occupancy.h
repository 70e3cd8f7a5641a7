/// @file The fill levels of a card's FIFOs and rings, as a result.
#pragma once

#include <string>
#include <vector>

#include "core/table.h"
#include "probe/account/occupancy.h"

namespace niclab::lab {

struct FifoOccupancy {
    std::string side, fifo, unit;
    std::size_t capacity = 0;
    std::vector<probe::Occupancy::Bin> bins;
};

struct OccupancyRow {
    const FifoOccupancy& fifo;
    const probe::Occupancy::Bin& bin;
};

/// Of occupancy.csv.
const core::Table<OccupancyRow>& occupancy_table();
std::string occupancy_csv(const std::vector<FifoOccupancy>& fifos);

}  // namespace niclab::lab
