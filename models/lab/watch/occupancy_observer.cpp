#include "lab/watch/occupancy_observer.h"

namespace niclab::lab {

OccupancyObserver::OccupancyObserver(Bench& bench) {
    for (const auto& end : bench.ends()) {
        const std::string& name = end->name;
        if (end->atm) {
            board::Nic& nic = end->atm->nic;
            add_fifo(name, "sar_tx_fifo", nic.tx_fifo());
            add_fifo(name, "phy_tx_fifo", nic.phy.tx_fifo());
            add_fifo(name, "phy_rx_fifo", nic.phy.rx_fifo());
        }
        card::Engine& engine = end->card().engine();
        if (engine.rx_fifo_capacity() == 0) continue;
        probe::Occupancy& received = add(name, "sar_rx_fifo", engine.rx_fifo_capacity()).occupancy;
        engine.rx_fifo_filled().listen(
            [&received](core::Femtoseconds at, const unsigned& cells) { received.set(at, cells); });
    }
}

OccupancyObserver::Watched& OccupancyObserver::add(const std::string& side, const std::string& fifo,
                                                   std::size_t capacity_cells) {
    watched_.push_back(std::make_unique<Watched>(Watched{side, fifo, capacity_cells, probe::Occupancy(), nullptr}));
    return *watched_.back();
}

void OccupancyObserver::add_fifo(const std::string& side, const std::string& name, const core::Fifo<atm::Cell>& fifo) {
    Watched& w = add(side, name, fifo.capacity());
    w.watch = std::make_unique<probe::FifoWatch>((side + "_" + name + "_watch").c_str(), fifo, w.occupancy);
}

void OccupancyObserver::begin() {
    for (const auto& w : watched_) w->occupancy.begin(core::now_fs());
}

void OccupancyObserver::finish() {
    for (const auto& w : watched_) w->occupancy.finish(core::now_fs());
}

std::vector<FifoOccupancy> OccupancyObserver::report() const {
    std::vector<FifoOccupancy> all;
    for (const auto& w : watched_) all.push_back({w->side, w->fifo, w->capacity_cells, w->occupancy.bins()});
    return all;
}

const core::Table<OccupancyRow>& occupancy_table() {
    using core::Cell;
    using core::Decimal;
    using Row = OccupancyRow;
    static const core::Table<Row> table{
        {{"side", "", "Host, and the name of the card if it is the second one."},
         [](const Row& r) -> Cell { return r.fifo.side; }},
        {{"fifo", "", "FIFO of the card."}, [](const Row& r) -> Cell { return r.fifo.fifo; }},
        {{"capacity_cells", "cells", "Capacity of the FIFO."},
         [](const Row& r) -> Cell { return std::uint64_t{r.fifo.capacity_cells}; }},
        {{"begin_ns", "ns", "Begin of the interval, since the simulation began."},
         [](const Row& r) -> Cell { return Decimal(double(r.bin.begin) * 1e-6, 3); }},
        {{"end_ns", "ns", "End of the interval."},
         [](const Row& r) -> Cell { return Decimal(double(r.bin.end) * 1e-6, 3); }},
        {{"min_cells", "cells", "Minimum fill level in the interval."}, [](const Row& r) -> Cell { return r.bin.min; }},
        {{"mean_cells", "cells", "Mean fill level."}, [](const Row& r) -> Cell { return Decimal(r.bin.mean(), 4); }},
        {{"max_cells", "cells", "Maximum fill level."}, [](const Row& r) -> Cell { return r.bin.max; }},
    };
    return table;
}

std::string occupancy_csv(const std::vector<FifoOccupancy>& fifos) {
    std::string text = core::header(occupancy_table().columns());
    for (const FifoOccupancy& f : fifos)
        for (const probe::Occupancy::Bin& b : f.bins) text += occupancy_table().line({f, b});
    return text;
}

}  // namespace niclab::lab
