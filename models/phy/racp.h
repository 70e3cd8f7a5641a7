/// @file RACP: delineates cells, checks and corrects headers, drops idle and unassigned cells, and
/// fills the FIFO.
///
/// Source: the register map of S/UNI-class PHYs. Cells of VPI 0, VCI 0 are dropped with the reset
///   values of the match header registers. A cell without space in the FIFO is discarded.
/// Assumed: FOVRI of the real part may empty the whole FIFO; here the new cell is discarded.
#pragma once

#include "atm/cell.h"
#include "atm/hec.h"
#include "core/fifo.h"
#include "core/signal.h"
#include "core/tap.h"
#include "phy/config.h"
#include "phy/frame_start.h"
#include "phy/interrupts.h"
#include "sonet/delineation.h"
#include "sonet/scrambler.h"

namespace niclab::phy {

/// The reason for which the PHY dropped a received cell.
enum class DropCause { HeaderError, FifoOverrun, FifoReset };

/// The settings of RACP in the registers.
struct RacpControl {
    bool fifo_reset = false;   ///< FIFORST: no cell is put into the FIFO.
    bool pass_null = false;    ///< PASS: cells of VPI 0, VCI 0 pass, too.
    bool pass_errors = false;  ///< HCSPASS: cells with a wrong header that cannot be corrected pass.
    bool correct = true;       ///< DISCOR clear.
    bool coset = true;         ///< HCSADD.
    bool descramble = true;    ///< DDSCR clear.
    unsigned good_to_correct = 1;
    atm::Header match;  ///< A null cell is dropped if its GFC, PTI and CLP equal these ...
    atm::Header mask;   ///< ... where these bits are 1.
};

class Racp {
public:
    struct Stats {
        std::uint64_t cells = 0, null_cells = 0, hcs_corrected = 0, hcs_dropped = 0, overruns = 0;
        std::uint64_t hcs_uncorrected = 0;  ///< Wrong headers that were not corrected, passed or dropped.
        std::uint64_t reset_losses = 0;     ///< Cells lost in resets of the FIFO.
    };

    Racp(core::Fifo<atm::Cell>& cells, Interrupts& interrupts) : cells_(cells), interrupts_(interrupts) {}

    /// One payload octet of the SPE, received at `at`.
    void take(std::uint8_t octet, core::Femtoseconds at) {
        at_ = at;
        switch (delineation_.take(octet)) {
            case sonet::Delineation::Place::HeaderEnd:
                end_header();
                break;
            case sonet::Delineation::Place::Payload:
                cell_.octets[index_++] = descrambler_.descramble(octet);
                break;
            case sonet::Delineation::Place::PayloadEnd:
                cell_.octets[index_] = descrambler_.descramble(octet);
                end_cell();
                break;
            default:
                if (synchronous_ != in_sync()) report_sync();
                break;
        }
    }
    /// Number of coming octets of cells that only fill the cell under way.
    unsigned plain_run() const { return delineation_.plain_run(); }
    /// Processes `n` of them (at most plain_run()), the last received at `at`.
    void take_run(const std::uint8_t* octets, unsigned n, core::Femtoseconds at) {
        at_ = at;
        const bool header = delineation_.in_header();
        delineation_.take_run(octets, n);
        if (header) return;
        descrambler_.descramble(octets, cell_.octets.data() + index_, n);
        index_ += n;
    }
    void control(const RacpControl& control);
    /// The SPE is lost: the search for cells begins again.
    void lose();
    /// A reset of the FIFO has removed a cell.
    void discarded(const atm::Header& header, core::Femtoseconds at);
    /// Number of coming payload octets before the next one with which a cell may end, pass or be
    /// dropped.
    unsigned octets_to_effect() const { return in_sync() ? delineation_.octets_to_verdict(!keep_) : kOctetsOutOfSync; }

    /// Reports a lost cell: its header as received (corrected if possible) and the cause.
    core::Tap<atm::Header, DropCause> dropped;
    /// Reports a cell that entered the FIFO. In SYNC every cell is reported by one of the three
    /// taps.
    core::Tap<atm::Header> stored;
    /// Reports a dropped idle or unassigned cell.
    core::Tap<atm::Header> null_dropped;
    /// Reports that delineation was reached or lost.
    core::Signal<bool> synchronised;

    /// Continues at that position of a null cell, with the state of the sender's scrambler; the
    /// headers of `headers` null cells were skipped.
    void resume_at(const CellStart& start, std::uint64_t headers);
    /// A null cell is under way, or a header is being received.
    bool nothing_kept() const { return in_sync() && !keep_; }
    /// Octets received of the cell under way, in SYNC.
    unsigned position() const { return delineation_.position(); }

    bool in_sync() const { return delineation_.state() == sonet::Delineation::State::Sync; }
    std::uint64_t delineation_losses() const { return delineation_.losses(); }
    const Stats& stats() const { return stats_; }

private:
    /// The largest delay at which the state of the search for cells may be reported: seven cells
    /// pass before one can be stored.
    static constexpr unsigned kOctetsOutOfSync = 26;
    void end_header();
    void end_cell();
    bool header_passes();
    bool matches(const atm::Header& header) const;
    void report_sync();

    core::Fifo<atm::Cell>& cells_;
    Interrupts& interrupts_;
    RacpControl control_;
    sonet::Delineation delineation_;
    sonet::PayloadScrambler descrambler_;
    atm::HecReceiver hec_;
    atm::Cell cell_;
    unsigned index_ = atm::kHeaderOctets;
    bool keep_ = false, synchronous_ = false;
    core::Femtoseconds at_ = 0;  ///< Of the octet processed last.
    Stats stats_;
};

}  // namespace niclab::phy
