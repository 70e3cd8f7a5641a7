/// @file The segmentation of the PDUs in packet memory into cells: AAL5, one PDU after the other.
///
/// Timing: a cell takes the processor's clocks for it, then kCopyClocks to be copied, in parallel
///   with the processor's work for the next. It enters the transmit FIFO when a place is free (two
///   clocks to cross from the UTOPIA clock).
/// Assumed: with `null_cells` a free place for which no cell is under way gets a null cell
///   (*assumed*).
#pragma once

#include "atm/cell.h"
#include "cards/board/unit.h"
#include "cards/packet_sar/fetcher.h"
#include "core/fifo.h"
#include "core/synchronizer.h"

namespace niclab::packet_sar {

class Sender {
public:
    struct Stats {
        std::uint64_t user_cells = 0, null_cells = 0, pdus = 0;
    };

    Sender(const Config& config, PacketMemory& memory, Processor& processor, Fetcher& fetcher, card::PacketTaps& taps,
           core::Fifo<atm::Cell>& cells);

    /// One PCI clock; true when a whole PDU is in the transmit FIFO.
    bool tick();
    bool idle() const;
    /// No PDU has begun, and the transmit FIFO is in the state of an idle line.
    bool is_idle() const {
        return !sending_ && !assembled_ && copy_left_ == 0 &&
               cells_.occupancy() == (config_.null_cells ? cells_.capacity() : 0);
    }
    /// `cells` null cells leave and others are inserted.
    void skip_null_cells(std::uint64_t cells) { stats_.null_cells += cells; }
    void reset();
    core::Tap<card::Unit, unsigned> segmented;
    const Stats& stats() const { return stats_; }

private:
    static constexpr unsigned kCopyClocks = 12;

    bool begin();
    void ask_processor();
    void make_cell();
    bool push();
    std::size_t places() const { return cells_.capacity() - (pushed_ - popped_now_); }

    const Config& config_;
    PacketMemory& memory_;
    Processor& processor_;
    Fetcher& fetcher_;
    card::PacketTaps& taps_;
    core::Fifo<atm::Cell>& cells_;
    Circle circle_;
    core::Synchronizer popped_;
    std::size_t pushed_ = 0, popped_now_ = 0;

    bool sending_ = false;
    SendPdu pdu_;
    std::uint32_t cell_count_ = 0, asked_ = 0, made_ = 0;  ///< Cells of the PDU: all, requested from the processor,
                                                           ///< copied.
    unsigned copy_left_ = 0;
    bool assembled_ = false;  ///< cell_ waits for a place.
    std::uint32_t crc_ = 0;
    atm::Cell cell_;
    Stats stats_;
};

}  // namespace niclab::packet_sar
