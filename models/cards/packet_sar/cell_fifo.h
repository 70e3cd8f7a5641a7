/// @file The FIFO of received cells between UTOPIA and the look-up.
///
/// Timing: one word per clock.
#pragma once

#include <array>
#include <vector>

#include "atm/cell.h"
#include "cards/board/unit.h"
#include "core/fifo.h"
#include "core/synchronizer.h"
#include "core/tap.h"

namespace niclab::packet_sar {

/// Word 0 is the header, 1 to 12 the payload, octet 0 in bits 7:0.
using CellWords = std::array<std::uint32_t, 13>;

class CellFifo {
public:
    struct Stats {
        std::uint64_t overflow = 0, disabled = 0, peak_cells = 0;
    };

    /// `words`: from the UTOPIA receiver, on another clock. `outcome` receives the cells that find no
    /// place.
    CellFifo(unsigned cells, core::Fifo<atm::CellWord>& words, core::Tap<card::Unit, card::UnitOutcome>& outcome)
        : cells_(cells), words_(words), unit_outcome_(outcome) {}

    void tick(bool enabled);
    bool empty() const { return count_ == 0; }
    unsigned cells() const { return count_; }
    const CellWords& front() const { return cells_[first_]; }
    void pop() {
        first_ = (first_ + 1) % cells_.size();
        filled(core::now_fs(), --count_);
    }
    /// No word is under way.
    bool quiet() const { return words_.empty() && pushed_.settled(words_.pushed_total()); }
    void reset();
    /// Reports a change of the number of cells.
    core::Tap<unsigned> filled;
    const Stats& stats() const { return stats_; }

private:
    void begin_arrival(std::uint32_t header, bool enabled);
    void end_arrival();

    std::vector<CellWords> cells_;
    core::Fifo<atm::CellWord>& words_;
    core::Tap<card::Unit, card::UnitOutcome>& unit_outcome_;
    core::Synchronizer pushed_;
    std::size_t taken_ = 0, first_ = 0;
    unsigned count_ = 0, word_ = 0;
    std::uint32_t header_ = 0;                               ///< Of the cell that is being received.
    card::UnitOutcome arrival_ = card::UnitOutcome::Stored;  ///< Stored: it goes into the FIFO.
    Stats stats_;
};

}  // namespace niclab::packet_sar
