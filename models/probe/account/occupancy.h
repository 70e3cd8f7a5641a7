/// @file The fill level of a FIFO or ring over time, in bounded memory.
///
/// Behaviour: time is divided into bins of equal width. Each bin keeps the smallest and the largest
///   level that lasted for some time, and the mean over time. When all bins are used, neighbours
///   are merged and the width doubles.
#pragma once

#include <vector>

#include "card/fill_level.h"
#include "core/clock.h"

namespace niclab::probe {

class Occupancy {
public:
    struct Bin {
        core::Femtoseconds begin, end;
        std::uint64_t min, max, area;  ///< area: level multiplied by femtoseconds.
        double mean() const { return double(area) / double(end - begin); }
    };

    explicit Occupancy(std::size_t most_bins = 480, core::Femtoseconds width_fs = 1'000'000'000)
        : most_bins_(most_bins), width_(width_fs) {}

    /// Starts the observation; without it nothing is recorded.
    void begin(core::Femtoseconds now);
    /// From `now` on the level is `level`; before begin() only the value is stored.
    void set(core::Femtoseconds now, std::uint64_t level);
    /// The last value lasted until `now`.
    void finish(core::Femtoseconds now) { set(now, level_); }
    /// The bins without gaps, the oldest first; the last one may be short.
    const std::vector<Bin>& bins() const { return bins_; }

private:
    void last_until(core::Femtoseconds end);
    void merge_pairs();

    std::size_t most_bins_;
    core::Femtoseconds width_, from_ = 0, since_ = 0;
    std::uint64_t level_ = 0;
    bool on_ = false;
    std::vector<Bin> bins_;
};

/// An observer of a FIFO that fires events.
class FillWatch : public sc_core::sc_module {
public:
    FillWatch(sc_core::sc_module_name name, const card::FillLevel& level, Occupancy& occupancy)
        : sc_module(name), level_(level), occupancy_(occupancy) {
        SC_HAS_PROCESS(FillWatch);
        SC_METHOD(on_change);
        sensitive << *level.pushed << *level.popped;
    }

private:
    void on_change() { occupancy_.set(core::now_fs(), level_.level()); }
    const card::FillLevel& level_;
    Occupancy& occupancy_;
};

}  // namespace niclab::probe
