/// @file The UTOPIA transmitter at the ATM-layer end: one word per TxClk.
///
/// Source: [UTOPIA-L1] af-phy-0017.000, cell-level and octet-level handshake (from memory of the
///   standard).
/// Timing: a cell begins when TxClav was sampled. At octet level TxEnb is deasserted in the clock
///   after TxFull* was sampled.
#pragma once

#include "atm/cell.h"
#include "core/clocked.h"
#include "core/fifo.h"
#include "core/stats.h"
#include "core/tap.h"
#include "utopia/config.h"
#include "utopia/levels.h"
#include "utopia/pins.h"

namespace niclab::utopia {

/// | port | direction | meaning |
/// | pins | out/in    | TxData TxSOC TxPrty TxEnb out, TxClav in |
class AtmTx : public core::Clocked, public core::StatsSource {
public:
    struct Stats {
        std::uint64_t user_cells = 0, null_cells = 0, stalled_clocks = 0, paused_clocks = 0;
    };

    /// Takes cells from `cells`; the place of a cell is freed at the edge that launches its SOC.
    AtmTx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& cells, const Config& config = {});

    TxPins<core::Source> pins;
    /// Reports the start of a cell, and the rising edge at which its SOC is sampled, one period
    /// after the launch.
    core::Tap<atm::Cell, core::Femtoseconds> started;

    /// One edge at `at`: samples the levels `bus` and writes the levels that it drives from then on
    /// to `next`.
    void edge(const TxLevels& bus, TxLevels& next, core::Femtoseconds at);
    /// Reports a number of null cells that started without a call of `started`.
    core::Tap<std::uint64_t> nulls_skipped;

    /// Takes effect with the next cell.
    void set_octet_level(bool on) { octet_level_wanted_ = on; }
    const Stats& stats() const { return stats_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    friend class FastAtmTx;  ///< fast/ends.h
    void on_clock();
    void take_cell(const TxLevels& bus, core::Femtoseconds at);
    bool may_send(const TxLevels& bus);

    core::Fifo<atm::Cell>& cells_;
    Config config_;
    unsigned words_;
    atm::Cell cell_;
    std::size_t taken_ = 0;  ///< Number of all cells taken.
    unsigned index_;         ///< Next word to launch; words_ between cells.
    bool octet_level_wanted_;
    TxLevels driven_;  ///< Levels of the pins.
    Stats stats_;
    Pauses pauses_;  ///< Last member, because it is large and rarely used.
};

inline bool AtmTx::may_send(const TxLevels& bus) {
    if (config_.octet_level && !bus.clav) return false;
    // No pause before the first word of a cell. TxClav would then remain unanswered, which the
    // standard allows, but the time in `started` would be wrong.
    if (index_ == 0 || !pauses_.now()) return true;
    ++stats_.paused_clocks;
    return false;
}

inline void AtmTx::edge(const TxLevels& bus, TxLevels& next, core::Femtoseconds at) {
    if (index_ == words_) take_cell(bus, at);
    next.enb = index_ < words_ && may_send(bus);
    next.soc = next.enb && index_ == 0;
    if (!next.enb) return;
    next.data = word_of(cell_, config_.width, index_++);
    next.prty = odd_parity(next.data);
}

}  // namespace niclab::utopia
