/// @file  RACP: delineates cells, checks and corrects headers, drops idle and unassigned cells, fills the FIFO.
///
/// Source:        S/UNI-class PHY as far as its register map tells: cells of VPI 0, VCI 0 are dropped with the
///                reset values of the match header registers; a cell without room in the FIFO is discarded.
#pragma once

#include "atm/cell.h"
#include "atm/hec.h"
#include "core/fifo.h"
#include "core/tap.h"
#include "phy/config.h"
#include "sonet/delineation.h"
#include "sonet/scrambler.h"

namespace niclab::phy {

/// Why the PHY dropped a cell of a user.
enum class DropCause { HeaderError, FifoOverrun };

class Racp {
public:
    struct Stats {
        std::uint64_t cells = 0, null_cells = 0, hcs_corrected = 0, hcs_dropped = 0, overruns = 0;
    };

    Racp(core::Fifo<atm::Cell>& cells, const Config& config)
        : cells_(cells), hec_(config.hcs_correction, config.hcs_good_to_correct) {}

    /// One payload octet of the SPE.
    void take(std::uint8_t octet) {
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
                break;
        }
    }
    /// A cell was lost: its header as received (corrected where possible) and the cause.
    core::Tap<atm::Header, DropCause> dropped;

    bool in_sync() const { return delineation_.state() == sonet::Delineation::State::Sync; }
    std::uint64_t delineation_losses() const { return delineation_.losses(); }
    const Stats& stats() const { return stats_; }

private:
    void end_header();
    void end_cell();

    core::Fifo<atm::Cell>& cells_;
    sonet::Delineation delineation_;
    sonet::PayloadScrambler descrambler_;
    atm::HecReceiver hec_;
    atm::Cell cell_;
    unsigned index_ = atm::kHeaderOctets;
    bool keep_ = false;
    Stats stats_;
};

}  // namespace niclab::phy
