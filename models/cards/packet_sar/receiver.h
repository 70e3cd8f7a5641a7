/// @file  Puts received cells into packet memory, a circular buffer a connection.
///
/// Source:     *assumed*; circular buffers in adapter memory, one a connection, as eni.c (Linux) uses them.
/// Timing:     a cell takes `lookup_clocks`, then the processor's clocks, then kCopyClocks to be copied, beside which
///             the next is looked up.
/// Ambiguous:  (all *assumed*) when a cell finds no room its whole PDU is dropped, what is there of it included. A PDU
///             of more than 1366 cells is dropped likewise. Cells of PTI 4 to 7 are dropped. When the host gives a
///             connection another buffer a PDU inside stays where it is and is never completed.
#pragma once

#include <array>
#include <vector>

#include "cards/board/unit.h"
#include "cards/packet_sar/cell_fifo.h"
#include "cards/packet_sar/config.h"
#include "cards/packet_sar/layout.h"
#include "cards/packet_sar/packet_memory.h"
#include "cards/packet_sar/processor.h"

namespace niclab::packet_sar {

/// A PDU that is whole in packet memory.
struct ReceivedPdu {
    std::uint16_t vci = 0;
    Circle circle;
    std::uint32_t offset = 0, octets = 0;  ///< Of the CPCS-PDU.
    bool crc_error = false;
    std::uint32_t cells() const { return octets / atm::kPayloadOctets; }
};

class Receiver {
public:
    struct Stats {
        std::uint64_t lookup_errors = 0, invalid = 0, management = 0, no_memory = 0, too_long = 0, no_buffer = 0,
                      reset = 0;
        std::uint64_t stored = 0, pdus = 0, crc_errors = 0;
        std::uint64_t peak_octets = 0;
    };

    Receiver(const Config& config, PacketMemory& memory, Processor& processor, card::PacketTaps& taps,
             core::Fifo<atm::CellWord>& words)
        : config_(config),
          memory_(memory),
          processor_(processor),
          taps_(taps),
          fifo_(config.rx_fifo_cells, words, cell_fate),
          connections_(window::kConnectionCount) {}

    /// One PCI clock. `enabled`: cells may come in.
    void tick(bool enabled);
    bool idle() const;
    /// What waits in the card is lost, and each cell of it said so.
    void reset();

    /// The oldest PDU that is whole, or nullptr.
    const ReceivedPdu* front() const { return completed_count_ > 0 ? &completed_[completed_first_] : nullptr; }
    /// Takes it out of the queue; its memory stays taken.
    void pop() { completed_first_ = (completed_first_ + 1) % kCompleted, --completed_count_; }
    /// Its memory is free.
    void release(const ReceivedPdu& pdu);
    /// The oldest PDU is dropped: the host has no buffer.
    void refuse();
    /// Cells in packet memory.
    std::uint64_t held() const { return held_cells_; }
    /// So many of them are with the host.
    void delivered(std::uint32_t cells) { held_cells_ -= cells; }

    core::Tap<card::Unit, card::Fate> cell_fate;
    const Stats& stats() const { return stats_; }
    core::Tap<unsigned>& fifo_filled() { return fifo_.filled; }
    const CellFifo::Stats& fifo_stats() const { return fifo_.stats(); }

private:
    enum class State { Wait, Lookup, Firmware };
    static constexpr unsigned kCopyClocks = 12, kCompleted = 64;

    struct Connection {
        Circle circle;
        std::uint32_t start = 0, octets = 0;  ///< Of the PDU that is coming in.
        std::uint32_t used = 0;               ///< Of the circle.
        std::uint32_t crc = 0xFFFFFFFF;
        card::Fate dropping = card::Fate::Stored;  ///< Else the rest of the PDU is dropped for this.
    };

    bool decide();
    void accept(Connection& connection, const atm::Header& header, bool last);
    void store(Connection& connection, const CellWords& words);
    void complete(Connection& connection, const atm::Header& header);
    void drop(Connection& connection, const atm::Header& header, bool last, card::Fate why);
    bool drop_cell(const atm::Header& header, card::Fate why);
    Connection* open_connection(const atm::Header& header);
    std::uint64_t& count(card::Fate why);

    const Config& config_;
    PacketMemory& memory_;
    Processor& processor_;
    card::PacketTaps& taps_;
    CellFifo fifo_;
    std::vector<Connection> connections_;
    std::array<ReceivedPdu, kCompleted> completed_;
    unsigned completed_first_ = 0, completed_count_ = 0;

    State state_ = State::Wait;
    unsigned clocks_ = 0;     ///< Left of the look-up.
    unsigned copy_left_ = 0;  ///< Clocks until the cell before is copied.
    std::uint64_t held_cells_ = 0;
    Stats stats_;
};

}  // namespace niclab::packet_sar
