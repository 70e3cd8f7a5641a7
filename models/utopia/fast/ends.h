/// @file The four ends of UTOPIA as a link at transaction level uses them.
///
/// Interface: the number of coming edges that affect only the wires, runs of edges inside a cell,
///   and the change between pins and link.
/// Behaviour: each class refers to one end. While the link calls the end's edges, its clock does
///   not, and nothing uses its pins.
#pragma once

#include <algorithm>

#include "core/clock.h"
#include "core/decoupled.h"
#include "utopia/atm_rx.h"
#include "utopia/atm_tx.h"
#include "utopia/phy_rx.h"
#include "utopia/phy_tx.h"

namespace niclab::utopia {

class FastAtmTx {
public:
    using End = AtmTx;
    explicit FastAtmTx(AtmTx& end) : end_(end) {}
    void edge(const TxLevels& bus, TxLevels& next, core::Femtoseconds at) { end_.edge(bus, next, at); }
    /// Number of coming edges that affect only the wires, so that they may be called late.
    unsigned private_edges() const { return end_.words_ - end_.index_; }
    /// Number of coming edges that launch the next word of a cell and depend on no input.
    unsigned run_edges(const TxLevels& bus) const {
        const bool plain = bus.enb && !end_.config_.octet_level && !end_.pauses_.any() && end_.config_.width == 8;
        return plain && end_.index_ > 0 ? end_.words_ - end_.index_ : 0;
    }
    /// Equivalent to `n` of these edges (at most run_edges()). Returns the words, beginning with
    /// the one that the first edge samples.
    const std::uint8_t* launch_run(unsigned n, const core::EdgeCursor&) {
        const std::uint8_t* words = end_.cell_.octets.data() + end_.index_ - 1;
        end_.index_ += n;
        return words;
    }
    /// Nothing to send: until a cell arrives, edges change nothing.
    bool at_rest(const TxLevels& bus) const { return between_cells(bus) && end_.cells_.empty(); }
    /// No part of a user's cell is under way.
    bool carries_only_null_cells() const { return end_.index_ == end_.words_ || end_.cell_.header().is_null(); }
    /// A cell waits for a place in the PHY; edges count this wait.
    bool stalled(const TxLevels& bus) const {
        const bool plain = !end_.config_.octet_level && !end_.pauses_.any() && !end_.config_.separate_clock;
        return plain && between_cells(bus) && !bus.clav && !end_.cells_.empty();
    }
    /// Skips from one such edge to another, `edges` later; `cells` null cells were taken and sent.
    void skip_idle(std::uint64_t edges, std::uint64_t cells, core::Femtoseconds at) {
        end_.stats_.null_cells += cells;
        end_.stats_.stalled_clocks += edges - cells * end_.words_;
        end_.nulls_skipped(at, cells);
    }
    /// Writes the present outputs to `levels`.
    void enter_transaction_level(TxLevels& levels) {
        end_.sleep();
        const TxLevels& driven = end_.driven_;
        levels.data = driven.data, levels.soc = driven.soc, levels.prty = driven.prty, levels.enb = driven.enb;
    }
    /// Uses the pins again, with the outputs of `levels`. To be called between two edges.
    void enter_signal_level(const TxLevels& levels) {
        end_.driven_ = levels;
        auto& pins = end_.pins;
        pins.data->write(levels.data), pins.soc->write(levels.soc), pins.prty->write(levels.prty);
        pins.enb->write(levels.enb);
        end_.wake();
    }

private:
    bool between_cells(const TxLevels& bus) const { return end_.index_ == end_.words_ && !bus.enb && !bus.soc; }
    AtmTx& end_;
};

class FastPhyTx {
public:
    using End = PhyTx;
    explicit FastPhyTx(PhyTx& end) : end_(end) {}
    void edge(const TxLevels& bus, TxLevels& next, core::Femtoseconds at) { end_.edge(bus, next, at); }
    /// As above.
    unsigned private_edges() const { return end_.words_ - end_.index_ - 1; }
    /// Number of coming edges, the first at `edge`, that store a word of a cell and do not change
    /// TxClav.
    unsigned run_edges(const TxLevels& bus, const core::EdgeCursor& edge) const {
        const Config& config = end_.config_;
        if (end_.index_ == 0 || !bus.enb || bus.soc || config.octet_level || config.width != 8) return 0;
        core::Fifo<atm::Cell>& cells = end_.cells_;
        const std::size_t popped = cells.popped_before(edge.edge());
        if (config.separate_clock && !end_.read_.settled(popped)) return 0;
        if (end_.announces_place(cells.capacity() - (end_.pushed_ - popped)) != bus.clav) return 0;
        const std::uint64_t same = edge.edges_to(cells.same_pops_until(edge.edge()));
        return static_cast<unsigned>(std::min<std::uint64_t>(end_.words_ - 1 - end_.index_, same));
    }
    /// Equivalent to `n` of these edges (at most run_edges()).
    void take_run(const std::uint8_t* words, unsigned n) {
        std::copy_n(words, n, end_.cell_.octets.data() + end_.index_);
        end_.index_ += n;
    }
    /// Between cells: edges change only TxClav, which is settled after three of them.
    bool at_rest(const TxLevels&) const { return end_.index_ == 0; }
    /// Counts `cells` cells that came and went.
    void skip_idle(std::uint64_t cells) { end_.stats_.cells += cells; }
    void enter_transaction_level(TxLevels& levels) { end_.sleep(), levels.clav = end_.clav_; }
    void enter_signal_level(const TxLevels& levels) { end_.pins.clav->write(end_.clav_ = levels.clav), end_.wake(); }

private:
    PhyTx& end_;
};

class FastPhyRx {
public:
    using End = PhyRx;
    explicit FastPhyRx(PhyRx& end) : end_(end) {}
    void edge(const RxLevels& bus, RxLevels& next, core::Femtoseconds at) { end_.edge(bus, next, at); }
    unsigned private_edges() const { return end_.emptying_ ? 0 : end_.words_ - end_.index_ - 1; }
    /// Number of coming edges that output the next word of a cell and free no place.
    unsigned run_edges(const RxLevels& bus, const core::EdgeCursor&) const {
        const Config& config = end_.config_;
        const bool plain = bus.enb && bus.clav && !bus.soc && !config.octet_level && config.width == 8;
        return plain && end_.index_ > 0 ? end_.words_ - 1 - end_.index_ : 0;
    }
    /// Equivalent to `n` of these edges (2 to run_edges()), the first at `edge`. Returns the words,
    /// beginning with the one that it samples. Only the last two edges need the number of stored
    /// cells.
    const std::uint8_t* launch_run(unsigned n, const core::EdgeCursor& edge) {
        core::Fifo<atm::Cell>& cells = end_.cells_;
        for (unsigned i = n - 2; i < n; ++i) end_.stored_.sample(cells.pushed_before(edge.ahead(i)));
        const std::uint8_t* words = cells.front().octets.data() + end_.index_ - 1;
        end_.index_ += n;
        return words;
    }
    /// No cell is under way or waits: until one arrives, edges change nothing.
    bool at_rest(const RxLevels& bus) const {
        const bool none = !end_.emptying_ && end_.handed_out_ == end_.cells_.pushed_total();
        return end_.index_ == 0 && none && !bus.clav && !bus.soc;
    }
    void enter_transaction_level(RxLevels& levels) {
        end_.sleep();
        const RxLevels& driven = end_.driven_;
        levels.data = driven.data, levels.soc = driven.soc, levels.prty = driven.prty, levels.clav = driven.clav;
    }
    void enter_signal_level(const RxLevels& levels) {
        end_.driven_ = levels;
        auto& pins = end_.pins;
        pins.data->write(levels.data), pins.soc->write(levels.soc), pins.prty->write(levels.prty);
        pins.clav->write(levels.clav);
        end_.wake();
    }

private:
    PhyRx& end_;
};

class FastAtmRx {
public:
    using End = AtmRx;
    explicit FastAtmRx(AtmRx& end) : end_(end) {}
    void edge(const RxLevels& bus, RxLevels& next, core::Femtoseconds at) { end_.edge(bus, next, at); }
    unsigned private_edges() const { return next_word_reported() - end_.index_ - 1; }
    /// Number of coming edges that take the next word of a cell, up to one that puts a word into
    /// the FIFO at its own time.
    unsigned run_edges(const RxLevels& bus) const {
        const Config& config = end_.config_;
        const bool plain =
            end_.enb_sampled_ && bus.enb && !config.octet_level && !end_.pauses_.any() && config.width == 8;
        // At the last word but one the receiver decides whether the next cell may follow.
        if (!plain || end_.index_ == 0 || end_.index_ + 2 > end_.cell_words_) return 0;
        return std::min(next_word_reported(), end_.cell_words_ - 2) - end_.index_;
    }
    /// Equivalent to `n` of these edges (at most run_edges()), the first at `edge`.
    void take_run(const std::uint8_t* words, unsigned n, const core::EdgeCursor& edge) {
        std::copy_n(words, n, end_.cell_.octets.data() + end_.index_);
        const unsigned begin = end_.index_;
        end_.index_ += n;
        for (unsigned w = begin; (w = last_word_of_push_behind(w)) <= end_.index_;)
            end_.push_words(w, edge.ahead(w - begin - 1));
    }
    /// From now on `link` may put words late into the FIFO; nullptr: the clock calls the edges.
    void decouple(core::DecoupledWriter* link) { end_.words_.decouple_writer(link); }
    /// Number of coming edges before the next one that may put a word into the FIFO.
    unsigned edges_to_push() const { return last_word_of_push_behind(end_.index_) - end_.index_ - 1; }
    /// No cell is under way: until one is announced, edges only draw pauses.
    bool at_rest(const RxLevels& bus) const {
        return end_.index_ == 0 && !bus.enb && !end_.enb_sampled_ && !end_.pauses_.any();
    }
    void enter_transaction_level(RxLevels& levels) { end_.sleep(), levels.enb = end_.enb_; }
    void enter_signal_level(const RxLevels& levels) { end_.pins.enb->write(end_.enb_ = levels.enb), end_.wake(); }

private:
    unsigned next_word_reported() const {
        return end_.words_.fetched() ? end_.cell_words_ : last_word_of_push_behind(end_.index_);
    }
    /// Words of the cell when the inner side gets its next one after `index` of them: the header is
    /// complete with octet 4, the payload's words with 9, 13 ...
    unsigned last_word_of_push_behind(unsigned index) const {
        if (end_.config_.width == 16) return index < 2 ? 2 : index < 5 ? 5 : index + 1 + index % 2;
        return index < 4 ? 4 : index < 9 ? 9 : (index - 1) / 4 * 4 + 5;
    }
    AtmRx& end_;
};

}  // namespace niclab::utopia
