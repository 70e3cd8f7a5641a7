/// @file  UTOPIA transmitter, ATM-layer end: one word per TxClk.
///
/// Source:        [UTOPIA-L1] af-phy-0017.000, cell-level and octet-level handshake (from memory of the standard). A
///                cell begins when TxClav was sampled; at octet level TxEnb is let go in the clock after TxFull* was
///                sampled.
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
    /// A cell starts, and the rising edge at which its SOC is sampled, one period after the launch.
    core::Tap<atm::Cell, core::Femtoseconds> started;

    /// One edge at `at`: samples the levels `bus` and puts what it drives from then on into `next`. The pins call it at
    /// each edge; whoever else does leaves the pins alone.
    void edge(const TxLevels& bus, TxLevels& next, core::Femtoseconds at);
    /// Edges to come that touch nothing but the wires: they may be called late.
    unsigned private_edges() const { return words_ - index_; }
    /// Edges to come that launch the next word of a cell and look at nothing.
    unsigned run_edges(const TxLevels& bus) const {
        const bool plain = bus.enb && !config_.octet_level && !pauses_.any() && config_.width == 8;
        return plain && index_ > 0 ? words_ - index_ : 0;
    }
    /// The same as `n` of them, at most so many. Returns the words from the one on that the first of them samples.
    const std::uint8_t* launch_run(unsigned n, const core::EdgeCursor&) {
        const std::uint8_t* words = cell_.octets.data() + index_ - 1;
        index_ += n;
        return words;
    }
    /// Nothing to send: until a cell comes edges change nothing.
    bool at_rest(const TxLevels& bus) const { return index_ == words_ && cells_.empty() && !bus.enb && !bus.soc; }
    /// Nothing of a user's cell is under way.
    bool carries_nothing() const { return index_ == words_ || cell_.header().is_null(); }
    /// A cell waits until the PHY has a place: edges count that.
    bool stalled(const TxLevels& bus) const {
        const bool between = index_ == words_ && !bus.enb && !bus.soc && !config_.octet_level;
        return between && !bus.clav && !cells_.empty() && !pauses_.any() && !config_.separate_clock;
    }
    /// From one such edge to another: so many null cells were taken and sent.
    void pass(std::uint64_t edges, std::uint64_t cells, core::Femtoseconds at) {
        stats_.null_cells += cells;
        stats_.stalled_clocks += edges - cells * words_;
        nulls_passed(at, cells);
    }
    /// So many null cells were started, of which `started` was not told.
    core::Tap<std::uint64_t> nulls_passed;
    /// Leaves the pins to whoever calls edge() from now on, and says what they carry.
    void leave_pins(TxLevels& levels) {
        sleep();
        levels.data = driven_.data, levels.soc = driven_.soc, levels.prty = driven_.prty, levels.enb = driven_.enb;
    }
    /// Takes them back, as `levels` says: edges are its own again. Between two of them.
    void take_pins(const TxLevels& levels) {
        driven_ = levels;
        pins.data->write(levels.data), pins.soc->write(levels.soc), pins.prty->write(levels.prty);
        pins.enb->write(levels.enb);
        wake();
    }

    /// From the next cell on.
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
    std::size_t taken_ = 0;  ///< Cells, ever.
    unsigned index_;         ///< Next word to launch; words_ between cells.
    bool octet_level_wanted_;
    TxLevels driven_;  ///< What the pins carry.
    Stats stats_;
    Pauses pauses_;  ///< Last: large, and hardly ever looked at.
};

inline bool AtmTx::may_send(const TxLevels& bus) {
    if (config_.octet_level && !bus.clav) return false;
    // A cell is announced with its first word: a pause before it would leave TxClav unanswered, which is allowed, too,
    // but would make `started` wrong.
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
