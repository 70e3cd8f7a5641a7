#include "lab/watch/occupancy_observer.h"

namespace niclab::lab {

OccupancyObserver::OccupancyObserver(Bench& bench) {
    for (const auto& end : bench.ends())
        for (card::FillLevel& level : end->card().fill_levels()) {
            Watched& w = *watched_.emplace_back(std::make_unique<Watched>(end->name, std::move(level)));
            if (w.level.changed)
                w.level.changed->listen([&w](core::Femtoseconds at, const unsigned& n) { w.occupancy.set(at, n); });
            else
                w.watch = std::make_unique<probe::FillWatch>((w.side + "_" + w.level.name + "_watch").c_str(), w.level,
                                                             w.occupancy);
        }
}

void OccupancyObserver::begin() {
    for (const auto& w : watched_) w->occupancy.begin(core::now_fs());
}

void OccupancyObserver::finish() {
    for (const auto& w : watched_) w->occupancy.finish(core::now_fs());
}

std::vector<FifoOccupancy> OccupancyObserver::report() const {
    std::vector<FifoOccupancy> all;
    for (const auto& w : watched_)
        all.push_back({w->side, w->level.name, w->level.unit, w->level.capacity(), w->occupancy.bins()});
    return all;
}

const core::Table<OccupancyRow>& occupancy_table() {
    using core::Cell;
    using core::Decimal;
    using Row = OccupancyRow;
    static const core::Table<Row> table{
        {{"side", "", "Host, with the name of the card if it is the second one."},
         [](const Row& r) -> Cell { return r.fifo.side; }},
        {{"fifo", "", "FIFO or ring of the card."}, [](const Row& r) -> Cell { return r.fifo.fifo; }},
        {{"unit", "", "Unit of the capacity and of the fill levels."},
         [](const Row& r) -> Cell { return r.fifo.unit; }},
        {{"capacity", "", "Capacity of the FIFO or ring, in that unit."},
         [](const Row& r) -> Cell { return std::uint64_t{r.fifo.capacity}; }},
        {{"begin_ns", "ns", "Start of the interval, since the start of the simulation."},
         [](const Row& r) -> Cell { return Decimal(double(r.bin.begin) * 1e-6, 3); }},
        {{"end_ns", "ns", "End of the interval."},
         [](const Row& r) -> Cell { return Decimal(double(r.bin.end) * 1e-6, 3); }},
        {{"min", "", "Minimum fill level in the interval, in that unit."},
         [](const Row& r) -> Cell { return r.bin.min; }},
        {{"mean", "", "Mean fill level, in that unit."}, [](const Row& r) -> Cell { return Decimal(r.bin.mean(), 4); }},
        {{"max", "", "Maximum fill level, in that unit."}, [](const Row& r) -> Cell { return r.bin.max; }},
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
