/// @file The UTOPIA transmitter at the PHY end: it collects words to cells and prevents overflow of
/// the FIFO.
///
/// Source: [UTOPIA-L1] cell-level and octet-level handshake (from memory of the standard).
/// Timing: TxClav is deasserted with the first word of the cell that takes the last place. TxFull*
///   is asserted while 5 words still fit.
/// Limitations: a word with wrong parity is counted and its cell passes. TxSOC inside a cell
///   discards the cell under way; words before the first TxSOC are lost. A cell that begins without
///   a free place is lost whole.
/// Limits: the octet level requires a FIFO of at least two cells. TxFull* stops a cell if its last
///   words do not fit, until a whole cell was read.
/// Not modelled: TCALEVEL0.
#pragma once

#include <algorithm>

#include "atm/cell.h"
#include "core/clocked.h"
#include "core/fifo.h"
#include "core/stats.h"
#include "core/synchronizer.h"
#include "core/tap.h"
#include "utopia/config.h"
#include "utopia/levels.h"
#include "utopia/pins.h"

namespace niclab::utopia {

class PhyTx : public core::Clocked, public core::StatsSource {
public:
    struct Stats {
        std::uint64_t cells = 0, soc_errors = 0, parity_errors = 0, overruns = 0;
    };
    enum class Loss { SocError, Overrun };

    /// TxClav promises a place for a whole further cell, where the one under way counts as stored.
    PhyTx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& cells, const Config& config = {});

    TxPins<core::Sink> pins;
    /// Reports a lost cell, with the received part of its header.
    core::Tap<atm::Header, Loss> lost;

    /// One edge at `at`: samples the levels `bus` and writes the levels that it drives from then on
    /// to `next`.
    void edge(const TxLevels& bus, TxLevels& next, core::Femtoseconds at);
    /// Takes effect with the next cell.
    void set_octet_level(bool on) { octet_level_wanted_ = on; }
    const Stats& stats() const { return stats_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    friend class FastPhyTx;  ///< fast/ends.h
    /// Number of free words at which TxFull* is asserted: one word is under way when the ATM layer
    /// samples it, four more may come.
    static constexpr std::size_t kNearlyFull = 5;

    void on_clock();
    void take_word(const TxLevels& bus, core::Femtoseconds at);
    bool joins_cell(const TxLevels& bus, core::Femtoseconds at);
    void end_cell(core::Femtoseconds at);
    void lose(Loss why, core::Femtoseconds at);
    std::size_t free_cells(core::Femtoseconds at);
    bool announces_place(std::size_t free) const;

    core::Fifo<atm::Cell>& cells_;
    Config config_;
    unsigned words_;
    core::Synchronizer read_;  ///< Cells that the line side has taken.
    std::size_t pushed_ = 0;
    atm::Cell cell_;
    unsigned index_ = 0;    ///< Words of the cell under way.
    bool discard_ = false;  ///< There is no place for the cell under way.
    bool clav_ = false, octet_level_wanted_;
    Stats stats_;
};

inline std::size_t PhyTx::free_cells(core::Femtoseconds at) {
    if (!config_.separate_clock) return cells_.free_before(at);
    return cells_.capacity() - (pushed_ - read_.sample(cells_.popped_before(at)));
}

inline void PhyTx::take_word(const TxLevels& bus, core::Femtoseconds at) {
    if (bus.soc != (index_ == 0) && !joins_cell(bus, at)) return;
    if (index_ == 0 && discard_) ++stats_.overruns;
    place_word(cell_, config_.width, index_, bus.data);
    if (++index_ == words_) end_cell(at);
}

inline void PhyTx::edge(const TxLevels& bus, TxLevels& next, core::Femtoseconds at) {
    std::size_t free = free_cells(at);
    if (bus.enb) {
        if (bus.prty != odd_parity(bus.data)) ++stats_.parity_errors;
        discard_ = index_ == 0 ? free == 0 : discard_;
        const std::size_t before = pushed_;
        take_word(bus, at);
        free -= pushed_ - before;
    }
    if (index_ == 0) config_.octet_level = octet_level_wanted_;
    next.clav = announces_place(free);
}

inline bool PhyTx::announces_place(std::size_t free) const {
    const std::size_t announced = free > config_.reserved_cells ? free - config_.reserved_cells : 0;
    return config_.octet_level ? announced * words_ > index_ + kNearlyFull : announced > (index_ > 0 ? 1u : 0u);
}

}  // namespace niclab::utopia
