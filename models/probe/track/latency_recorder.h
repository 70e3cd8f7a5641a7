/// @file The internal events of a PDU: the times at which its first cell passed each point inside
/// the cards and hosts.
///
/// Behaviour: the tracker assigns an external event to its PDU (PduListener). Events inside a card
///   are reported by taps and assigned by order, connection by connection.
#pragma once

#include <map>
#include <vector>

#include "base/ring.h"
#include "card/packet_trace.h"
#include "probe/account/bus_log.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::probe {

using card::PacketTrace;
using card::Point;
using card::SramWaits;

/// An observer of the tracker and of the taps of both cards, for one direction.
class LatencyRecorder : public PduListener {
public:
    /// The two cards, with their names on their buses. All must outlive the recorder.
    struct Sources {
        const BusLog *sending_bus = nullptr, *receiving_bus = nullptr;
        const card::Sram *sending_sram = nullptr, *receiving_sram = nullptr;
        std::string sending_card, receiving_card;
        bool sender_holds_pdus = false, receiver_holds_pdus = false;  ///< Cards with packet memory.
        bool host_reads = false;                                      ///< The receiving host reads PDUs from there.
        unsigned look_up_dwords = 0;  ///< For the receiver's look-up in host memory; 0: its table is on the card.
    };
    void look_at(const Sources& sources) { sources_ = sources; }

    // From the tracker.
    void row_posted(std::size_t row, Vc vc, core::Femtoseconds at) override;
    void row_descriptor(std::size_t row, const bus::Burst& burst) override;
    void row_cell_sent(std::size_t row) override { to_launch_.push_back(row), --users_in_fifo_; }
    void row_passed_line(std::size_t row, core::Femtoseconds at) override { set(row, Point::LineEnd, at); }
    void row_received(std::size_t row, core::Femtoseconds at) override;
    void row_decided(std::size_t row, core::Femtoseconds at) override;
    void row_completed(std::size_t row, core::Femtoseconds at) override;
    void row_stored(std::size_t row) override { no_handler_.push_back(row); }
    void row_payload(std::size_t row, const bus::Burst& burst) override;
    void row_delivered(std::size_t row) override { set(row, Point::HandedUp, taken_up_); }
    void row_handed_down(std::size_t row, core::Femtoseconds at) override { set(row, Point::HandedDown, at); }

    // From taps of the sending card.
    void doorbell(core::Femtoseconds at);
    void sender_burst(const bus::Burst& burst);
    /// The next PDU of a connection is complete in packet memory; its cells come next.
    void pdu_copied(Vc vc, core::Femtoseconds at) { next_of(copying_, vc, Point::Copied, at); }
    void pdu_begun(Vc vc, core::Femtoseconds at) { next_of(beginning_, vc, Point::Begun, at); }
    /// A user cell enters the transmit FIFO after `ahead` others.
    void segmented(const atm::Header& header, unsigned ahead, core::Femtoseconds at);
    /// A cell's header is launched on the line.
    void launched(const atm::Header& header, core::Femtoseconds at);
    // From taps of the receiving side.
    void receiver_burst(const bus::Burst& burst);
    void handler_begins(core::Femtoseconds at);
    /// The number of cells in the receive FIFO changed.
    void receive_fifo(unsigned cells, core::Femtoseconds at);
    /// The driver passes a PDU to the protocol; the program receives the oldest of these.
    void handed_up(Vc vc, core::Femtoseconds at) { handed_up_[vc].push_back(at); }
    void taken_up(Vc vc);

    /// By row of the tracker.
    const PacketTrace& trace(std::size_t row) const {
        return row >= first_ && row - first_ < traces_.size() ? traces_[row - first_] : nothing_;
    }
    /// All rows before it are complete, apart from events of the tracker.
    std::size_t oldest_in_work() const;
    /// The records of the rows before `row` are not needed any more.
    void forget_before(std::size_t row);

private:
    static constexpr std::size_t kNobody = ~std::size_t{0};
    using Rows = base::Ring<std::size_t>;
    struct Segmenting {
        Rows rows;
        bool inside = false;
    };
    void set(std::size_t row, Point p, core::Femtoseconds t);
    void put(std::size_t row, Point p, core::Femtoseconds t);
    PacketTrace& of(std::size_t row);
    using RowsOf = std::map<Vc, Rows>;
    void next_of(RowsOf& rows, Vc vc, Point p, core::Femtoseconds at);
    void fetched(std::size_t row);
    void looked_up(std::size_t row);
    void sent(std::size_t row, core::Femtoseconds at);
    void its_turn(std::size_t row, core::Femtoseconds at);
    static SramWaits waits(const card::Sram* sram, card::SramUser user);
    static const char* holder(const BusLog* bus, const std::string& card, core::Femtoseconds begin,
                              core::Femtoseconds end);

    Sources sources_;
    base::Ring<PacketTrace> traces_;  ///< From row `first_` on.
    std::size_t first_ = 0;
    PacketTrace nothing_;
    PacketTrace forgotten_;  ///< For events of rows before `first_`.
    Rows no_doorbell_, to_launch_, no_handler_;
    Rows unsent_;  ///< Posted and not completely segmented, in the order of posting.
    std::map<Vc, Segmenting> segmenting_;
    RowsOf copying_, beginning_;
    bus::BurstTimes payload_{};  ///< Of the sender's last payload burst.
    bus::BurstTimes look_up_{};  ///< Of the receiver's last look-up in host memory.
    std::map<Vc, base::Ring<core::Femtoseconds>> handed_up_;
    core::Femtoseconds taken_up_ = 0;
    core::Femtoseconds turn_ = 0;  ///< Time at which the last cell left the receive FIFO.
    SramWaits turn_waits_{};       ///< The receiver's waits for the SRAM up to then.
    unsigned received_cells_ = 0;  ///< In the receive FIFO.
    unsigned users_in_fifo_ = 0;
    std::size_t last_stored_ = kNobody;
};

}  // namespace niclab::probe
