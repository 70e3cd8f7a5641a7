/// @file  TACP: takes cells from the transmit FIFO, makes their HEC, scrambles payloads, fills with idle cells.
///
/// Source:  S/UNI-class PHY: an idle cell goes out when no complete cell waits at a cell boundary; the place of a
///          cell in the FIFO is freed at the END of reading it.
#pragma once

#include "atm/cell.h"
#include "atm/hec.h"
#include "core/fifo.h"
#include "phy/config.h"
#include "sonet/scrambler.h"

namespace niclab::phy {

class Tacp {
public:
    Tacp(core::Fifo<atm::Cell>& cells, const Config& config) : cells_(cells) {
        idle_.octets.fill(0x6A);
        idle_.set_header({0, 0, 0, 0, !config.unassigned_fill});
        idle_.octets[4] = atm::hec(idle_.octets.data());
    }

    /// The next octet of the payload of the SPE.
    std::uint8_t next() {
        if (index_ == 0) begin_cell();
        const std::uint8_t octet = reading_->octets[index_];
        const bool header = index_ < atm::kHeaderOctets;
        if (++index_ == atm::kCellOctets) end_cell();
        if (header) return index_ == atm::kHeaderOctets ? hec_ : octet;
        return scrambler_.scramble(octet);
    }

    std::uint64_t cells() const { return sent_; }
    std::uint64_t idle_cells() const { return idle_sent_; }

private:
    void begin_cell() {
        from_fifo_ = !cells_.empty();
        reading_ = from_fifo_ ? &cells_.front() : &idle_;
        hec_ = atm::hec(reading_->octets.data());
        ++(from_fifo_ ? sent_ : idle_sent_);
    }
    void end_cell() {
        index_ = 0;
        if (from_fifo_) cells_.pop();
    }

    core::Fifo<atm::Cell>& cells_;
    atm::Cell idle_;
    const atm::Cell* reading_ = nullptr;
    bool from_fifo_ = false;
    std::uint8_t hec_ = 0;
    unsigned index_ = 0;
    sonet::PayloadScrambler scrambler_;
    std::uint64_t sent_ = 0, idle_sent_ = 0;
};

}  // namespace niclab::phy
