/// @file  UTOPIA receiver, ATM-layer end: takes cells and passes them on word by word.
///
/// Source:        [UTOPIA-L1] cell-level and octet-level handshake (from memory of the standard): words are valid in
///                the clock after RxEnb was sampled, at octet level unless RxEmpty* says otherwise.
/// Errors:        a wrong parity is counted and the cell passes; RxSOC inside a cell loses the cell under way.
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

/// Words a cell takes on the inner side: the header and 12 of payload.
inline constexpr unsigned kCellWords = 13;

class AtmRx : public core::Clocked, public core::StatsSource {
public:
    struct Stats {
        std::uint64_t cells = 0, soc_errors = 0, parity_errors = 0, paused_clocks = 0;
    };

    /// Asks for a cell only when `words` has room for all 13 of it (capacity >= 13).
    AtmRx(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::CellWord>& words,
          const Config& config = {});

    RxPins<core::Sink> pins;
    /// A cell is complete, and the rising edge at which its SOC was sampled.
    core::Tap<atm::Cell, core::Femtoseconds> received;

    /// One edge at `at`: samples the levels `bus` and puts what it drives from then on into `next`. The pins call it at
    /// each edge; whoever else does leaves the pins alone.
    void edge(const RxLevels& bus, RxLevels& next, core::Femtoseconds at);
    /// Edges to come that touch nothing but the wires: they may be called late.
    unsigned private_edges() const { return next_word_told() - index_ - 1; }
    /// Edges to come that take the next word of a cell, up to one that puts a word into the FIFO at its own time.
    unsigned run_edges(const RxLevels& bus) const {
        const bool plain = enb_sampled_ && bus.enb && !config_.octet_level && !pauses_.any() && config_.width == 8;
        // With the last word but one it is decided whether the next cell may follow.
        if (!plain || index_ == 0 || index_ + 2 > cell_words_) return 0;
        return std::min(next_word_told(), cell_words_ - 2) - index_;
    }
    /// The same as `n` of them, at most so many, the first at `edge`.
    void take_run(const std::uint8_t* words, unsigned n, const core::EdgeCursor& edge);
    /// Its edges are `link`'s, which may put words late into the FIFO; nullptr: its own.
    void run_late(core::Late* link) { words_.run_writer_late(link); }
    /// No cell under way: until one is announced edges change nothing, but for drawing pauses.
    bool at_rest(const RxLevels& bus) const { return index_ == 0 && !bus.enb && !enb_sampled_ && !pauses_.any(); }
    /// Leaves the pins to whoever calls edge() from now on, and says what they carry.
    void leave_pins(RxLevels& levels) { sleep(), levels.enb = enb_; }
    /// Takes them back, as `levels` says: edges are its own again. Between two of them.
    void take_pins(const RxLevels& levels) { pins.enb->write(enb_ = levels.enb), wake(); }

    /// From the next cell on.
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
    unsigned next_word_told() const { return words_.fetched() ? cell_words_ : last_word_of_push_behind(index_); }

    core::Fifo<atm::CellWord>& words_;
    Config config_;
    unsigned cell_words_;
    atm::Cell cell_;
    unsigned index_ = 0;  ///< Words taken of the cell under way.
    bool octet_level_wanted_;
    bool enb_ = false;          ///< What the pin carries.
    bool enb_sampled_ = false;  ///< The PHY saw RxEnb at the last edge, so it drives now.
    core::Femtoseconds soc_edge_ = 0;
    Stats stats_;
    Pauses pauses_;  ///< Last: large, and hardly ever looked at.
};

}  // namespace niclab::utopia
