/// @file An observer of the fill levels that cards declare (card/fill_level.h), from the first run
/// on.
#pragma once

#include <memory>
#include <vector>

#include "lab/bench/bench.h"
#include "lab/results/occupancy.h"

namespace niclab::lab {

class OccupancyObserver {
public:
    explicit OccupancyObserver(Bench& bench);

    void begin();
    void finish();
    std::vector<FifoOccupancy> report() const;

private:
    struct Watched {
        Watched(std::string of, card::FillLevel declared) : side(std::move(of)), level(std::move(declared)) {}
        std::string side;
        card::FillLevel level;
        probe::Occupancy occupancy;
        std::unique_ptr<probe::FillWatch> watch;  ///< nullptr if a tap reports it.
    };
    std::vector<std::unique_ptr<Watched>> watched_;
};

}  // namespace niclab::lab
