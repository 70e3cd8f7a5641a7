#include "lab/watch/occupancy_observer.h"

#include <fmt/format.h>

#include "lab/results/columns.h"

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

std::string occupancy_csv(const std::vector<FifoOccupancy>& fifos) {
    std::string text = core::header(occupancy_columns());
    for (const FifoOccupancy& f : fifos)
        for (const probe::Occupancy::Bin& b : f.bins)
            text += fmt::format("{},{},{},{:.3f},{:.3f},{},{:.4f},{}\n", f.side, f.fifo, f.capacity_cells,
                                double(b.begin) * 1e-6, double(b.end) * 1e-6, b.min, b.mean(), b.max);
    return text;
}

}  // namespace niclab::lab
