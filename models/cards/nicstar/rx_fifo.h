/// @file The receive FIFO in SRAM: cells arrive word by word and wait for their look-up.
///
/// Source: hardware map of the SRAM (4096 words); depth *assumed* 13 words per cell.
/// Timing: each 32-bit word of a cell is one SRAM write at its arrival.
#pragma once

#include <cstddef>
#include <cstdint>

#include "atm/cell.h"
#include "card/sram.h"
#include "cards/board/unit.h"
#include "cards/nicstar/config.h"
#include "cards/nicstar/edge.h"
#include "cards/nicstar/registers.h"
#include "cards/nicstar/tables.h"
#include "core/fifo.h"
#include "core/synchronizer.h"
#include "core/tap.h"

namespace niclab::nicstar {

class RxFifo {
public:
    struct Stats {
        std::uint64_t overflow = 0, receive_disabled = 0, peak_cells = 0;
    };

    /// `words`: from the UTOPIA receiver, on another clock. `outcome` receives the cells that find no
    /// place.
    RxFifo(const Config& config, const Edge& edge, Registers& registers, card::Sram& sram,
           core::Fifo<atm::CellWord>& words, core::Tap<card::Unit, card::UnitOutcome>& outcome)
        : config_(config), edge_(edge), registers_(registers), sram_(sram), words_(words), unit_outcome_(outcome) {}

    /// One PCI clock: one word in.
    void tick() {
        if (pushed_.sample(edge_.pushed(words_)) != taken_) take_word();
    }
    /// Number of coming edges before the one at which a cell's last word may be taken.
    unsigned private_edges() const;
    /// Number of edges from the one at `next` on at which no word is taken; and a function that
    /// skips them.
    std::uint64_t still_edges(const core::EdgeCursor& next) const;
    void pass(const core::EdgeCursor& next, std::uint64_t edges);
    /// No cell waits and none is under way.
    bool quiet() const { return !ready() && words_.empty() && pushed_.settled(words_.pushed_total()); }
    void reset();

    unsigned cells() const { return cells_; }
    /// Reports a change of the number of cells.
    core::Tap<unsigned> filled;
    /// A cell can be looked up: a complete one, or one with a received header.
    bool ready() const { return cells_ > 0 || (config_.cut_through && arriving_words() > 0); }
    /// The oldest cell is complete.
    bool whole() const { return cells_ > 0; }
    /// A word of the oldest cell, 0 the header; false when the SRAM is taken or the word is not there yet.
    bool read(unsigned word, std::uint32_t& value) {
        if (cells_ == 0 && word >= arriving_words()) return false;
        return sram_.read(card::SramUser::Receive, at(read_cell_, word), value);
    }
    /// Equivalent to reads of `n` words of a complete cell in as many clocks without another user of
    /// the SRAM.
    void read_run(unsigned word, std::uint32_t* values, unsigned n) {
        sram_.read_run(card::SramUser::Receive, at(read_cell_, word), values, n);
    }
    void pop();
    /// Header of a waiting cell, 0 is the oldest; for observers.
    std::uint32_t peek_header(unsigned cell) const {
        return sram_.peek(at((read_cell_ + cell) % config_.rx_fifo_cells, 0));
    }
    const Stats& stats() const { return stats_; }

private:
    static constexpr unsigned kCellWords = 13;

    static std::uint32_t at(unsigned cell, unsigned word) { return sram_map::kRxFifo + cell * kCellWords + word; }
    unsigned arriving_words() const { return arrival_ == card::UnitOutcome::Stored ? write_word_ : 0; }
    void take_word();
    void begin_arrival(const atm::CellWord& word);
    void end_arrival();

    const Config& config_;
    const Edge& edge_;
    Registers& registers_;
    card::Sram& sram_;
    core::Fifo<atm::CellWord>& words_;
    core::Tap<card::Unit, card::UnitOutcome>& unit_outcome_;
    core::Synchronizer pushed_;
    std::size_t taken_ = 0;
    unsigned write_cell_ = 0, read_cell_ = 0, cells_ = 0, write_word_ = 0;
    std::uint32_t arriving_ = 0;                             ///< Header of the cell that is being received.
    card::UnitOutcome arrival_ = card::UnitOutcome::Stored;  ///< Stored: it goes into the FIFO.
    Stats stats_;
};

}  // namespace niclab::nicstar
