/// @file The UTOPIA receiver at the PHY end: it outputs whole cells, one word in the clock after
/// each RxEnb.
///
/// Source: [UTOPIA-L1] cell-level and octet-level handshake (from memory of the standard). At octet
///   level RxEmpty* marks a clock without a word, and this end may pause.
/// Not modelled: RCALEVEL0.
#pragma once

#include "atm/cell.h"
#include "core/clocked.h"
#include "core/fifo.h"
#include "core/signal.h"
#include "core/synchronizer.h"
#include "utopia/config.h"
#include "utopia/levels.h"
#include "utopia/pins.h"

namespace niclab::utopia {

class PhyRx : public core::Clocked {
public:
    /// `cells` is written on the recovered clock; a cell's place is freed with its last octet.
    PhyRx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& cells, const Config& config = {});

    RxPins<core::Source> pins;
    /// A reset of the FIFO: whole cells in it are discarded while it lasts; a cell under way is
    /// completed.
    void hold_empty(bool on) { hold_empty_ = on, emptying_ |= on; }
    core::Signal<atm::Cell> discarded;
    /// One edge at `at`: samples the levels `bus` and writes the levels that it drives from then on
    /// to `next`. The clock calls it at signal level; another caller must not use the pins.
    void edge(const RxLevels& bus, RxLevels& next, core::Femtoseconds at);
    /// Number of coming edges that affect only the wires, so that they may be called late.
    unsigned private_edges() const { return emptying_ ? 0 : words_ - index_ - 1; }
    /// Number of coming edges that output the next word of a cell and free no place.
    unsigned run_edges(const RxLevels& bus, const core::EdgeCursor&) const {
        const bool plain = bus.enb && bus.clav && !bus.soc && !config_.octet_level && config_.width == 8;
        return plain && index_ > 0 ? words_ - 1 - index_ : 0;
    }
    /// Equivalent to `n` of these edges (2 to run_edges()), the first at `edge`. Returns the words,
    /// beginning with the one that it samples. Only the last two edges need the number of stored
    /// cells.
    const std::uint8_t* launch_run(unsigned n, const core::EdgeCursor& edge) {
        for (unsigned i = n - 2; i < n; ++i) stored_.sample(cells_.pushed_before(edge.ahead(i)));
        const std::uint8_t* words = cells_.front().octets.data() + index_ - 1;
        index_ += n;
        return words;
    }
    /// No cell is under way or waits: until one arrives, edges change nothing.
    bool at_rest(const RxLevels& bus) const {
        return index_ == 0 && !emptying_ && !bus.clav && !bus.soc && handed_out_ == cells_.pushed_total();
    }
    /// Stops the use of the pins, because another caller calls edge() from now on. Writes the
    /// present outputs to `levels`.
    void enter_transaction_level(RxLevels& levels) {
        sleep();
        levels.data = driven_.data, levels.soc = driven_.soc, levels.prty = driven_.prty, levels.clav = driven_.clav;
    }
    /// Uses the pins again, with the outputs of `levels`; the clock calls its edges. To be called
    /// between two edges.
    void enter_signal_level(const RxLevels& levels) {
        driven_ = levels;
        pins.data->write(levels.data), pins.soc->write(levels.soc), pins.prty->write(levels.prty);
        pins.clav->write(levels.clav);
        wake();
    }
    /// Takes effect with the next cell.
    void set_octet_level(bool on) { octet_level_wanted_ = on; }

private:
    void on_clock();
    void empty_fifo();

    core::Fifo<atm::Cell>& cells_;
    Config config_;
    unsigned words_;
    core::Synchronizer stored_;
    std::size_t handed_out_ = 0;  ///< Number of all cells begun.
    unsigned index_ = 0;          ///< Next word of the cell under way, 0 between cells.
    RxLevels driven_;             ///< Levels of the pins.
    bool octet_level_wanted_;
    bool hold_empty_ = false, emptying_ = false;
    Pauses pauses_;  ///< Last member, because it is large and rarely used.
};

}  // namespace niclab::utopia
