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
    /// to `next`. The clock calls it at signal level; another caller must not use the pins.
    void edge(const TxLevels& bus, TxLevels& next, core::Femtoseconds at);
    /// Number of coming edges that affect only the wires, so that they may be called late.
    unsigned private_edges() const { return words_ - index_; }
    /// Number of coming edges that launch the next word of a cell and depend on no input.
    unsigned run_edges(const TxLevels& bus) const {
        const bool plain = bus.enb && !config_.octet_level && !pauses_.any() && config_.width == 8;
        return plain && index_ > 0 ? words_ - index_ : 0;
    }
    /// Equivalent to `n` of these edges (at most run_edges()). Returns the words, beginning with
    /// the one that the first edge samples.
    const std::uint8_t* launch_run(unsigned n, const core::EdgeCursor&) {
        const std::uint8_t* words = cell_.octets.data() + index_ - 1;
        index_ += n;
        return words;
    }
    /// Nothing to send: until a cell arrives, edges change nothing.
    bool at_rest(const TxLevels& bus) const { return index_ == words_ && cells_.empty() && !bus.enb && !bus.soc; }
    /// No part of a user's cell is under way.
    bool carries_only_null_cells() const { return index_ == words_ || cell_.header().is_null(); }
    /// A cell waits for a place in the PHY; edges count this wait.
    bool stalled(const TxLevels& bus) const {
        const bool between = index_ == words_ && !bus.enb && !bus.soc && !config_.octet_level;
        return between && !bus.clav && !cells_.empty() && !pauses_.any() && !config_.separate_clock;
    }
    /// Skips from one such edge to another, `edges` later; `cells` null cells were taken and sent.
    void skip_idle(std::uint64_t edges, std::uint64_t cells, core::Femtoseconds at) {
        stats_.null_cells += cells;
        stats_.stalled_clocks += edges - cells * words_;
        nulls_skipped(at, cells);
    }
    /// Reports a number of null cells that started without a call of `started`.
    core::Tap<std::uint64_t> nulls_skipped;
    /// Stops the use of the pins, because another caller calls edge() from now on. Writes the
    /// present outputs to `levels`.
    void enter_transaction_level(TxLevels& levels) {
        sleep();
        levels.data = driven_.data, levels.soc = driven_.soc, levels.prty = driven_.prty, levels.enb = driven_.enb;
    }
    /// Uses the pins again, with the outputs of `levels`; the clock calls its edges. To be called
    /// between two edges.
    void enter_signal_level(const TxLevels& levels) {
        driven_ = levels;
        pins.data->write(levels.data), pins.soc->write(levels.soc), pins.prty->write(levels.prty);
        pins.enb->write(levels.enb);
        wake();
    }

    /// Takes effect with the next cell.
    void set_octet_level(bool on) { octet_level_wanted_ = on; }
    const Stats& stats() const { return stats_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
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
