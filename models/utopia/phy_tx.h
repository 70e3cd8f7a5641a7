/// @file  UTOPIA transmitter, PHY end: collects octets to cells and keeps the FIFO from overflowing.
///
/// Source:        [UTOPIA-L1] cell-level handshake (from memory of the standard).
/// Not modelled:  octet-level handshake, TCALEVEL0.
#pragma once

#include "atm/cell.h"
#include "core/clocked.h"
#include "core/fifo.h"
#include "core/stats.h"
#include "utopia/pins.h"

namespace niclab::utopia {

class PhyTx : public core::Clocked, public core::StatsSource {
public:
    struct Stats {
        std::uint64_t cells = 0, soc_errors = 0, parity_errors = 0, overruns = 0;
    };

    /// TxClav promises a place for a whole further cell, the one under way counted as stored.
    PhyTx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& cells);

    TxPins<core::Sink> pins;

    const Stats& stats() const { return stats_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void on_clock();
    void take_octet(std::uint8_t octet, bool soc);

    core::Fifo<atm::Cell>& cells_;
    atm::Cell cell_;
    unsigned index_ = 0;    ///< Octets of the cell under way.
    bool discard_ = false;  ///< No place for the cell under way.
    bool clav_ = false;
    Stats stats_;
};

}  // namespace niclab::utopia
