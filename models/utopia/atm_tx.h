/// @file  UTOPIA transmitter, ATM-layer end: one octet per TxClk, a cell is never interrupted.
///
/// Source:        [UTOPIA-L1] af-phy-0017.000, cell-level handshake (from memory of the standard).
/// Not modelled:  octet-level handshake, 16-bit data, pauses inside a cell.
#pragma once

#include "atm/cell.h"
#include "core/clocked.h"
#include "core/fifo.h"
#include "core/stats.h"
#include "core/tap.h"
#include "utopia/pins.h"

namespace niclab::utopia {

/// | port | direction | meaning |
/// | pins | out/in    | TxData TxSOC TxPrty TxEnb out, TxClav in |
class AtmTx : public core::Clocked, public core::StatsSource {
public:
    struct Stats {
        std::uint64_t user_cells = 0, null_cells = 0, stalled_clocks = 0;
    };

    /// Takes cells from `cells`; the place of a cell is freed at the edge that launches its SOC.
    AtmTx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& cells);

    TxPins<core::Source> pins;
    /// A cell starts; the time is the rising edge at which its SOC is sampled, one period after the launch.
    core::Tap<atm::Cell, core::Femtoseconds> started;

    const Stats& stats() const { return stats_; }
    /// A user cell is on its way to the PHY.
    bool holds_user_cell() const { return index_ < atm::kCellOctets && !cell_.header().is_null(); }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void on_clock();
    void take_cell();

    core::Fifo<atm::Cell>& cells_;
    atm::Cell cell_;
    unsigned index_ = atm::kCellOctets;  ///< Next octet to launch; kCellOctets between cells.
    bool enb_ = false, soc_ = false;
    Stats stats_;
};

}  // namespace niclab::utopia
