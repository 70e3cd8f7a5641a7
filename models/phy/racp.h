/// @file  RACP: delineates cells, checks and corrects headers, drops idle and unassigned cells, fills the FIFO.
///
/// Source:     S/UNI-class PHY as far as its register map tells: cells of VPI 0, VCI 0 are dropped with the
///             reset values of the match header registers; a cell without room in the FIFO is discarded.
/// Ambiguous:  FOVRI of the real part may empty the whole FIFO; here the new cell is discarded.
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

/// Why the PHY dropped a cell it received.
enum class DropCause { HeaderError, FifoOverrun, FifoReset };

/// What the registers ask of RACP.
struct RacpControl {
    bool fifo_reset = false;   ///< FIFORST: nothing is put into the FIFO.
    bool pass_null = false;    ///< PASS: cells of VPI 0, VCI 0 pass, too.
    bool pass_errors = false;  ///< HCSPASS: cells with a wrong header that cannot be corrected pass.
    bool correct = true;       ///< DISCOR clear.
    bool coset = true;         ///< HCSADD.
    bool descramble = true;    ///< DDSCR clear.
    unsigned good_to_correct = 1;
    atm::Header match;  ///< GFC, PTI, CLP a null cell is dropped with ...
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
                if (synchronous_ != in_sync()) tell_sync();
                break;
        }
    }
    /// Octets of cells to come that do no more than fill the cell under way.
    unsigned plain_run() const { return delineation_.plain_run(); }
    /// `n` of them, at most so many, the last received at `at`.
    void take_run(const std::uint8_t* octets, unsigned n, core::Femtoseconds at) {
        at_ = at;
        const bool header = delineation_.in_header();
        delineation_.take_run(octets, n);
        if (header) return;
        descrambler_.descramble(octets, cell_.octets.data() + index_, n);
        index_ += n;
    }
    void control(const RacpControl& control);
    /// The SPE is gone: cells are to be looked for again.
    void lose();
    /// A cell was taken out of the FIFO by a reset of it.
    void discarded(const atm::Header& header, core::Femtoseconds at);
    /// Payload octets to come before the next with which a cell may end, pass or be dropped.
    unsigned octets_to_effect() const { return in_sync() ? delineation_.octets_to_verdict(!keep_) : kOctetsOutOfSync; }

    /// A cell was lost: its header as received (corrected where possible) and the cause.
    core::Tap<atm::Header, DropCause> dropped;
    /// A cell entered the FIFO. In SYNC every cell ends in one of the three taps.
    core::Tap<atm::Header> stored;
    /// An idle or unassigned cell was dropped.
    core::Tap<atm::Header> null_dropped;
    /// Delineation was reached or lost.
    core::Signal<bool> synchronised;

    /// Goes on at that place of a null cell, with the memory of the sender's scrambler; so many null cells' headers were
    /// stepped over.
    void go_on_at(const CellStart& start, std::uint64_t headers);
    /// A null cell is under way, or a header comes in.
    bool nothing_kept() const { return in_sync() && !keep_; }
    /// Octets taken of the cell under way, in SYNC.
    unsigned position() const { return delineation_.position(); }

    bool in_sync() const { return delineation_.state() == sonet::Delineation::State::Sync; }
    std::uint64_t delineation_losses() const { return delineation_.losses(); }
    const Stats& stats() const { return stats_; }

private:
    /// What becomes of the search for cells may be told so late: seven cells pass before one can be stored.
    static constexpr unsigned kOctetsOutOfSync = 26;
    void end_header();
    void end_cell();
    bool header_passes();
    bool matches(const atm::Header& header) const;
    void tell_sync();

    core::Fifo<atm::Cell>& cells_;
    Interrupts& interrupts_;
    RacpControl control_;
    sonet::Delineation delineation_;
    sonet::PayloadScrambler descrambler_;
    atm::HecReceiver hec_;
    atm::Cell cell_;
    unsigned index_ = atm::kHeaderOctets;
    bool keep_ = false, synchronous_ = false;
    core::Femtoseconds at_ = 0;  ///< Of the octet just taken.
    Stats stats_;
};

}  // namespace niclab::phy
