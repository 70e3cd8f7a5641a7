/// @file  UTOPIA receiver, ATM-layer end: takes cells and passes them on word by word.
///
/// Source:        [UTOPIA-L1] cell-level handshake (from memory of the standard): octets are valid in the clock
///                after RxEnb was sampled.
/// Not modelled:  octet-level handshake, 16-bit data, pauses inside a cell.
#pragma once

#include "atm/cell.h"
#include "core/clocked.h"
#include "core/fifo.h"
#include "core/stats.h"
#include "core/tap.h"
#include "utopia/pins.h"

namespace niclab::utopia {

/// Words a cell takes on the inner side: the header and 12 of payload.
inline constexpr unsigned kCellWords = 13;

class AtmRx : public core::Clocked, public core::StatsSource {
public:
    struct Stats {
        std::uint64_t cells = 0, soc_errors = 0, parity_errors = 0;
    };

    /// Asks for a cell only when `words` has room for all 13 of it (capacity >= 13).
    AtmRx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::CellWord>& words);

    RxPins<core::Sink> pins;
    /// A cell is complete; the time is the rising edge at which its SOC was sampled, 52 clocks before.
    core::Tap<atm::Cell, core::Femtoseconds> received;

    const Stats& stats() const { return stats_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void on_clock();
    void take_octet();
    void push_word(unsigned first_octet);

    core::Fifo<atm::CellWord>& words_;
    atm::Cell cell_;
    unsigned index_ = 0;        ///< Octets taken of the cell under way.
    bool enb_ = false;          ///< What RxEnb carries now.
    bool enb_sampled_ = false;  ///< The PHY saw RxEnb at the last edge, so it drives now.
    core::Femtoseconds soc_edge_ = 0;
    Stats stats_;
};

}  // namespace niclab::utopia
