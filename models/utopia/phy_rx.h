/// @file  UTOPIA receiver, PHY end: hands out whole cells, a word in the clock after each RxEnb.
///
/// Source:        [UTOPIA-L1] cell-level and octet-level handshake (from memory of the standard). At octet level
///                RxEmpty* marks a clock without a word; this end may pause there, too.
/// Not modelled:  RCALEVEL0.
#pragma once

#include "atm/cell.h"
#include "core/clocked.h"
#include "core/fifo.h"
#include "core/signal.h"
#include "core/synchronizer.h"
#include "utopia/config.h"
#include "utopia/pins.h"

namespace niclab::utopia {

class PhyRx : public core::Clocked {
public:
    /// `cells` is written on the recovered clock; a cell's place is freed with its last octet.
    PhyRx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& cells, const Config& config = {});

    RxPins<core::Source> pins;
    /// A reset of the FIFO: whole cells in it are thrown away as long as it lasts; a cell half handed out is finished.
    void hold_empty(bool on) { hold_empty_ = on, emptying_ |= on; }
    core::Signal<atm::Cell> discarded;
    /// From the next cell on.
    void set_octet_level(bool on) { octet_level_wanted_ = on; }

private:
    void on_clock();
    void empty_fifo();

    core::Fifo<atm::Cell>& cells_;
    Config config_;
    unsigned words_;
    core::Synchronizer stored_;
    std::size_t handed_out_ = 0;  ///< Cells ever begun.
    unsigned index_ = 0;          ///< Next word of the cell under way, 0 between cells.
    bool clav_ = false, soc_ = false, octet_level_wanted_;
    bool hold_empty_ = false, emptying_ = false;
    Pauses pauses_;  ///< Last: large, and hardly ever looked at.
};

}  // namespace niclab::utopia
