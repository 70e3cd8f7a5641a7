/// @file The transfer of received cells into packet memory, with a circular buffer per connection.
///
/// Source: *assumed*; circular buffers in adapter memory, one per connection, as eni.c (Linux) uses
///   them.
/// Timing: a cell takes `lookup_clocks`, then the processor's clocks, then kCopyClocks to be
///   copied, in parallel with the look-up of the next cell.
/// Assumed: (all *assumed*) when a cell finds no space, its whole PDU is dropped, including the
///   stored part. A PDU of more than 1366 cells is dropped, too. Cells of PTI 4 to 7 are dropped.
///   When the host gives a connection another buffer, an incomplete PDU stays where it is and is
///   never completed.
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

/// A complete PDU in packet memory.
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
          fifo_(config.rx_fifo_cells, words, cell_outcome),
          connections_(window::kConnectionCount) {}

    /// One PCI clock. `enabled`: cells may come in.
    void tick(bool enabled);
    bool idle() const;
    /// Drops everything in the card, with a report for each cell.
    void reset();

    /// The oldest complete PDU, or nullptr.
    const ReceivedPdu* front() const { return completed_count_ > 0 ? &completed_[completed_first_] : nullptr; }
    /// Removes it from the queue; its memory remains occupied.
    void pop() { completed_first_ = (completed_first_ + 1) % kCompleted, --completed_count_; }
    /// Frees its memory.
    void release(const ReceivedPdu& pdu);
    /// The oldest PDU is dropped: the host has no buffer.
    void refuse();
    /// Cells in packet memory.
    std::uint64_t held() const { return held_cells_; }
    /// `cells` of them are delivered to the host.
    void delivered(std::uint32_t cells) { held_cells_ -= cells; }

    core::Tap<card::Unit, card::UnitOutcome> cell_outcome;
    const Stats& stats() const { return stats_; }
    core::Tap<unsigned>& fifo_filled() { return fifo_.filled; }
    const CellFifo::Stats& fifo_stats() const { return fifo_.stats(); }

private:
    enum class State { Wait, Lookup, Firmware };
    static constexpr unsigned kCopyClocks = 12, kCompleted = 64;

    struct Connection {
        Circle circle;
        std::uint32_t start = 0, octets = 0;  ///< Of the PDU that is being received.
        std::uint32_t used = 0;               ///< Of the circular buffer.
        std::uint32_t crc = 0xFFFFFFFF;
        card::UnitOutcome dropping =
            card::UnitOutcome::Stored;  ///< If not Stored, the rest of the PDU is dropped for this reason.
    };

    bool decide();
    void accept(Connection& connection, const atm::Header& header, bool last);
    void store(Connection& connection, const CellWords& words);
    void complete(Connection& connection, const atm::Header& header);
    void drop(Connection& connection, const atm::Header& header, bool last, card::UnitOutcome why);
    bool drop_cell(const atm::Header& header, card::UnitOutcome why);
    Connection* open_connection(const atm::Header& header);
    std::uint64_t& count(card::UnitOutcome why);

    const Config& config_;
    PacketMemory& memory_;
    Processor& processor_;
    card::PacketTaps& taps_;
    CellFifo fifo_;
    std::vector<Connection> connections_;
    std::array<ReceivedPdu, kCompleted> completed_;
    unsigned completed_first_ = 0, completed_count_ = 0;

    State state_ = State::Wait;
    unsigned clocks_ = 0;     ///< Remaining clocks of the look-up.
    unsigned copy_left_ = 0;  ///< Clocks until the previous cell is copied.
    std::uint64_t held_cells_ = 0;
    Stats stats_;
};

}  // namespace niclab::packet_sar
