/// @file TACP: takes cells from the transmit FIFO, computes their HEC, scrambles payloads, and
/// fills with idle cells.
///
/// Source: S/UNI-class PHY. An idle cell is sent if no complete cell waits at a cell boundary. The
///   place of a cell in the FIFO is freed at the END of reading it.
#pragma once

#include "atm/cell.h"
#include "atm/hec.h"
#include "core/fifo.h"
#include "core/signal.h"
#include "core/tap.h"
#include "phy/config.h"
#include "phy/frame_start.h"
#include "sonet/scrambler.h"

namespace niclab::phy {

/// The settings of TACP in the registers.
struct TacpControl {
    bool fifo_reset = false;         ///< FIFORST: the FIFO stays empty; a cell under way is completed.
    bool wrong_hcs = false;          ///< DHCS: the HEC is inverted.
    bool coset = true;               ///< HCSADD: 0x55 is added to the HEC.
    bool scramble = true;            ///< DSCR clear.
    atm::Header fill;                ///< Header of fill cells: unassigned; with CLP set it is idle.
    std::uint8_t fill_octet = 0x6A;  ///< Payload of fill cells.
};

class Tacp {
public:
    explicit Tacp(core::Fifo<atm::Cell>& cells) : cells_(cells) { control({}); }

    /// The next octet of the payload of the SPE, launched at `at`.
    std::uint8_t next(core::Femtoseconds at) {
        if (index_ == 0) begin_cell(at);
        const std::uint8_t octet = reading_->octets[index_];
        const bool header = index_ < atm::kHeaderOctets;
        if (++index_ == atm::kCellOctets) end_cell(at);
        if (header) return index_ == atm::kHeaderOctets ? hec_ : octet;
        return scrambler_.scramble(octet);
    }

    /// The next `n` octets, at most octets_to_effect().
    void next_run(std::uint8_t* octets, unsigned n) {
        for (; n > 0 && index_ < atm::kHeaderOctets; --n) *octets++ = next(0);
        scrambler_.scramble(reading_->octets.data() + index_, octets, n);
        index_ += n;
    }

    /// Number of coming octets before the next that begins or ends a cell.
    unsigned octets_to_effect() const { return index_ == 0 ? 0 : atm::kCellOctets - 1 - index_; }

    /// Records the state at the beginning of a frame.
    void frame_begins() { start_ = {index_, scrambler_, sent_, idle_sent_}; }
    /// State at the beginning of the last frame.
    const CellStart& start() const { return start_; }
    /// Continues `octets` payload octets after the beginning of the last frame, within cells like
    /// the one under way. Until release() it reads cells without removing them.
    void pass(std::uint64_t octets);
    void release() { held_ = false; }
    /// Number of successive null cells, including the one under way, and the end time of the cell
    /// before them.
    std::uint64_t nulls() const { return nulls_; }
    core::Femtoseconds cell_ended() const { return ended_; }
    /// The cell under way comes from the FIFO.
    bool from_fifo() const { return from_fifo_; }

    void control(const TacpControl& control) {
        control_ = control;
        emptying_ |= control.fifo_reset;
        scrambler_.enable(control.scramble);
        next_idle_.octets.fill(control.fill_octet);
        next_idle_.set_header(control.fill);
    }
    /// Reports a user's cell that was lost in a reset of the FIFO.
    core::Tap<atm::Header> dropped;
    /// Reports the launch of the first octet of a user's cell; a counting fault injector may
    /// corrupt a cell through the wire.
    core::Tap<atm::Header> launched;
    core::Signal<> launching;

    /// For a FIFO that is written on another clock: the number of all written cells that is known
    /// on this clock.
    void know_written(std::size_t cells) { known_ = cells; }

    std::uint64_t cells() const { return sent_; }
    std::uint64_t idle_cells() const { return idle_sent_; }
    /// User cells lost in resets of the FIFO.
    std::uint64_t reset_losses() const { return reset_losses_; }

private:
    void begin_cell(core::Femtoseconds at) {
        if (emptying_) empty_fifo(at);
        from_fifo_ = !cells_.empty() && taken_ < known_;
        if (!from_fifo_) idle_ = next_idle_;
        reading_ = from_fifo_ ? &cells_.front() : &idle_;
        hec_ = atm::hec(reading_->octets.data());
        if (!control_.coset) hec_ ^= atm::kHecCoset;
        if (control_.wrong_hcs) hec_ = static_cast<std::uint8_t>(~hec_);
        ++(from_fifo_ ? sent_ : idle_sent_);
        ++nulls_;
        if (!from_fifo_ || reading_->header().is_null()) return;
        nulls_ = 0;
        launching();
        launched(at, reading_->header());
    }
    void end_cell(core::Femtoseconds at) {
        index_ = 0;
        ended_ = at;
        if (from_fifo_ && !held_) cells_.pop(), ++taken_;
    }
    void empty_fifo(core::Femtoseconds at) {
        emptying_ = control_.fifo_reset;
        for (; !cells_.empty(); cells_.pop(), ++taken_) {
            const atm::Header header = cells_.front().header();
            if (header.is_null()) continue;
            ++reset_losses_;
            dropped(at, header);
        }
    }

    core::Fifo<atm::Cell>& cells_;
    TacpControl control_;
    atm::Cell idle_, next_idle_;
    const atm::Cell* reading_ = nullptr;
    bool from_fifo_ = false, emptying_ = false, held_ = false;
    std::uint8_t hec_ = 0;
    unsigned index_ = 0;
    std::size_t taken_ = 0, known_ = ~std::size_t{0};  ///< Cells taken from the FIFO, and known to be written to it.
    sonet::PayloadScrambler scrambler_;
    std::uint64_t sent_ = 0, idle_sent_ = 0, reset_losses_ = 0, nulls_ = 0;
    core::Femtoseconds ended_ = 0;
    CellStart start_;
};

inline void Tacp::pass(std::uint64_t octets) {
    // 48 equal octets have an even number of ones. 43 cells add an even number to each bit of the
    // scrambler's state.
    constexpr unsigned kLapCells = 43, kLapOctets = kLapCells * atm::kCellOctets;
    index_ = start_.index, scrambler_ = start_.scrambler;
    sent_ = start_.sent, idle_sent_ = start_.idle_sent;
    held_ = true;
    (from_fifo_ ? sent_ : idle_sent_) += octets / kLapOctets * kLapCells;
    for (auto left = octets % kLapOctets; left > 0; --left) next(0);
    ended_ = ~core::Femtoseconds{0} / 2;  // Not known before the next one ends.
    frame_begins();
}

}  // namespace niclab::phy
