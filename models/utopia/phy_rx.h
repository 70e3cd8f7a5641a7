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
    /// to `next`.
    void edge(const RxLevels& bus, RxLevels& next, core::Femtoseconds at);
    /// Takes effect with the next cell.
    void set_octet_level(bool on) { octet_level_wanted_ = on; }

private:
    friend class FastPhyRx;  ///< fast/ends.h
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
