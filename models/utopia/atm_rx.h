/// @file The UTOPIA receiver at the ATM-layer end: it receives cells and passes them on word by
/// word.
///
/// Source: [UTOPIA-L1] cell-level and octet-level handshake (from memory of the standard).
/// Timing: words are valid in the clock after RxEnb was sampled, at octet level unless RxEmpty* is
///   asserted.
/// Limitations: a word with wrong parity is counted and its cell passes. RxSOC inside a cell
///   discards the cell under way.
#pragma once

#include <algorithm>

#include "atm/cell.h"
#include "core/clocked.h"
#include "core/fifo.h"
#include "core/stats.h"
#include "core/tap.h"
#include "utopia/config.h"
#include "utopia/levels.h"
#include "utopia/pins.h"

namespace niclab::utopia {

/// Words of a cell on the inner side: the header and 12 of payload.
inline constexpr unsigned kCellWords = 13;

class AtmRx : public core::Clocked, public core::StatsSource {
public:
    struct Stats {
        std::uint64_t cells = 0, soc_errors = 0, parity_errors = 0, paused_clocks = 0;
    };

    /// Requests a cell only when `words` has space for all of its 13 words (capacity >= 13).
    AtmRx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::CellWord>& words,
          const Config& config = {});

    RxPins<core::Sink> pins;
    /// Reports a complete cell, and the rising edge at which its SOC was sampled.
    core::Tap<atm::Cell, core::Femtoseconds> received;

    /// One edge at `at`: samples the levels `bus` and writes the levels that it drives from then on
    /// to `next`. The clock calls it at signal level; another caller must not use the pins.
    void edge(const RxLevels& bus, RxLevels& next, core::Femtoseconds at);
    /// Number of coming edges that affect only the wires, so that they may be called late.
    unsigned private_edges() const { return next_word_reported() - index_ - 1; }
    /// Number of coming edges that take the next word of a cell, up to one that puts a word into
    /// the FIFO at its own time.
    unsigned run_edges(const RxLevels& bus) const {
        const bool plain = enb_sampled_ && bus.enb && !config_.octet_level && !pauses_.any() && config_.width == 8;
        // At the last word but one the receiver decides whether the next cell may follow.
        if (!plain || index_ == 0 || index_ + 2 > cell_words_) return 0;
        return std::min(next_word_reported(), cell_words_ - 2) - index_;
    }
    /// Equivalent to `n` of these edges (at most run_edges()), the first at `edge`.
    void take_run(const std::uint8_t* words, unsigned n, const core::EdgeCursor& edge);
    /// From now on `link` calls the edges and may put words late into the FIFO; nullptr: the clock
    /// calls them.
    void decouple(core::Decoupled* link) { words_.decouple_writer(link); }
    /// No cell is under way: until one is announced, edges only draw pauses.
    bool at_rest(const RxLevels& bus) const { return index_ == 0 && !bus.enb && !enb_sampled_ && !pauses_.any(); }
    /// Stops the use of the pins, because another caller calls edge() from now on. Writes the
    /// present outputs to `levels`.
    void enter_transaction_level(RxLevels& levels) { sleep(), levels.enb = enb_; }
    /// Uses the pins again, with the outputs of `levels`; the clock calls its edges. To be called
    /// between two edges.
    void enter_signal_level(const RxLevels& levels) { pins.enb->write(enb_ = levels.enb), wake(); }

    /// Takes effect with the next cell.
    void set_octet_level(bool on) { octet_level_wanted_ = on; }
    const Stats& stats() const { return stats_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void on_clock();
    void take_word(const RxLevels& bus, core::Femtoseconds at);
    void push_words(unsigned octets, core::Femtoseconds at);
    void push(const atm::CellWord& word, core::Femtoseconds at);
    bool wants_next(const RxLevels& bus, core::Femtoseconds at);
    unsigned last_word_of_push_behind(unsigned index) const;
    unsigned next_word_reported() const { return words_.fetched() ? cell_words_ : last_word_of_push_behind(index_); }

    core::Fifo<atm::CellWord>& words_;
    Config config_;
    unsigned cell_words_;
    atm::Cell cell_;
    unsigned index_ = 0;  ///< Words received of the cell under way.
    bool octet_level_wanted_;
    bool enb_ = false;          ///< Level of the pin.
    bool enb_sampled_ = false;  ///< The PHY sampled RxEnb at the last edge, so it drives now.
    core::Femtoseconds soc_edge_ = 0;
    Stats stats_;
    Pauses pauses_;  ///< Last member, because it is large and rarely used.
};

}  // namespace niclab::utopia
