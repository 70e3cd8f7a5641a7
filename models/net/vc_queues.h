/// @file A queue for each connection of a switch's output port, served round robin, one cell each.
/// A connection that sends more than its share delays only itself. Places, thresholds and discards
/// are those of each queue.
///
/// Timing: a cell is sent when the one before it has left; a queue that becomes empty loses its
///   turn. Of cells that arrive at the same time the train that began first is first. A PDU is
///   passed on with its last cell; another switch receives it late by its own length at most.
/// Assumed: connections are served round robin with one cell each, *assumed*: no data sheet of a
///   switch of 1997 is available.
/// Not modelled: weights, a store that the queues share.
#pragma once

#include <list>

#include "net/queued_pdu.h"

namespace niclab::net {

class VcQueues : public SwitchQueue {
public:
    VcQueues(base::EventQueue& event_queue, const QueueConfig& config, Line& line);

    void enter(Train train) override;
    std::uint32_t length() const override;
    std::size_t under_way() const override;

private:
    struct Pdu {
        Pdu(QueuedPdu p, std::uint64_t n) : queued(std::move(p)), number(n) {}
        QueuedPdu queued;
        std::uint64_t number;
        std::uint32_t waiting = 0;   ///< Cells.
        std::uint32_t outgoing = 0;  ///< The next to leave, or one that was dropped before it.
    };
    struct Queue {
        explicit Queue(std::uint16_t of) : vci(of) {}
        std::uint16_t vci;
        std::uint32_t cells = 0;  ///< Including the one that is being sent.
        std::list<Pdu> pdus;
    };
    /// A PDU with cells that are still to arrive.
    struct Coming {
        std::size_t queue;
        Pdu* pdu;
    };
    static constexpr std::size_t kNone = ~std::size_t{0};

    std::size_t queue_of(std::uint16_t vci);
    void advance(Femtoseconds until);
    void take_cell(Queue& queue, Pdu& pdu, Femtoseconds at);
    void next_turn(Femtoseconds at);
    void cell_is_out();
    void forget_if_over(Queue& queue, const Pdu& pdu);
    Femtoseconds earliest_end(std::size_t queue, std::uint32_t cells) const;
    void look(std::uint64_t queue_and_pdu);
    void tick(std::uint64_t) { advance(event_queue_.now()); }

    base::EventQueue& event_queue_;
    Line& line_;
    Femtoseconds cell_time_, out_at_ = 0;
    std::vector<Queue> queues_;    ///< In the order of the first use of the connections.
    std::size_t serving_ = kNone;  ///< The queue of the cell that is being sent, up to `out_at_`.
    std::size_t turn_ = 0;         ///< The next queue, if it has a cell.
    std::uint32_t waiting_ = 0;    ///< Cells in all queues.
    std::vector<Coming> coming_;   ///< In their order.
    std::uint64_t next_number_ = 0;
};

}  // namespace niclab::net
