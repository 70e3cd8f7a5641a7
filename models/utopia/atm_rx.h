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
    /// to `next`.
    void edge(const RxLevels& bus, RxLevels& next, core::Femtoseconds at);
    /// Takes effect with the next cell.
    void set_octet_level(bool on) { octet_level_wanted_ = on; }
    const Stats& stats() const { return stats_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    friend class FastAtmRx;  ///< fast/ends.h
    void on_clock();
    void take_word(const RxLevels& bus, core::Femtoseconds at);
    void push_words(unsigned octets, core::Femtoseconds at);
    void push(const atm::CellWord& word, core::Femtoseconds at);
    bool wants_next(const RxLevels& bus, core::Femtoseconds at);

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
