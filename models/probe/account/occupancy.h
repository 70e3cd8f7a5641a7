/// @file The fill level of a FIFO over time, in bounded memory.
///
/// Behaviour: time is divided into bins of equal width. Each bin keeps the smallest and the largest
///   level that lasted for some time, and the mean over time. When all bins are used, neighbours
///   are merged and the width doubles.
#pragma once

#include <vector>

#include "atm/cell.h"
#include "core/clock.h"
#include "core/fifo.h"

namespace niclab::probe {

class Occupancy {
public:
    struct Bin {
        core::Femtoseconds begin, end;
        std::uint64_t min, max, area;  ///< area: cells multiplied by femtoseconds.
        double mean() const { return double(area) / double(end - begin); }
    };

    explicit Occupancy(std::size_t most_bins = 480, core::Femtoseconds width_fs = 1'000'000'000)
        : most_bins_(most_bins), width_(width_fs) {}

    /// Starts the observation; without it nothing is recorded.
    void begin(core::Femtoseconds now);
    /// From `now` on the FIFO holds `cells`; before begin() only the value is stored.
    void set(core::Femtoseconds now, std::uint64_t cells);
    /// The last value lasted until `now`.
    void finish(core::Femtoseconds now) { set(now, cells_); }
    /// The bins without gaps, the oldest first; the last one may be short.
    const std::vector<Bin>& bins() const { return bins_; }

private:
    void last_until(core::Femtoseconds end);
    void merge_pairs();

    std::size_t most_bins_;
    core::Femtoseconds width_, from_ = 0, since_ = 0;
    std::uint64_t cells_ = 0;
    bool on_ = false;
    std::vector<Bin> bins_;
};

/// An observer of a FIFO of cells.
class FifoWatch : public sc_core::sc_module {
public:
    FifoWatch(sc_core::sc_module_name name, const core::Fifo<atm::Cell>& fifo, Occupancy& occupancy)
        : sc_module(name), fifo_(fifo), occupancy_(occupancy) {
        SC_HAS_PROCESS(FifoWatch);
        SC_METHOD(on_change);
        sensitive << fifo.pushed_event() << fifo.popped_event();
    }

private:
    void on_change() { occupancy_.set(core::now_fs(), fifo_.occupancy()); }
    const core::Fifo<atm::Cell>& fifo_;
    Occupancy& occupancy_;
};

}  // namespace niclab::probe
