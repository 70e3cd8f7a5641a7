/// @file An observer of the four FIFOs of each ATM card, from the first run on.
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
        std::string side, fifo;
        std::size_t capacity_cells;
        probe::Occupancy occupancy;
        std::unique_ptr<probe::FifoWatch> watch;  ///< nullptr if a tap reports it.
    };
    Watched& add(const std::string& side, const std::string& fifo, std::size_t capacity_cells);
    void add_fifo(const std::string& side, const std::string& name, const core::Fifo<atm::Cell>& fifo);

    std::vector<std::unique_ptr<Watched>> watched_;
};

}  // namespace niclab::lab
