/// @file One queue for all cells that leave by a switch's output port.
///
/// Behaviour: trains that arrive at the same time are served in the order of their cells (Lindley's
///   recursion, cell by cell). Among equal times the train that began first is served first.
/// Not modelled: priorities other than by CLP.
#pragma once

#include <list>

#include "net/queued_pdu.h"

namespace niclab::net {

class OutputQueue : public SwitchQueue {
public:
    OutputQueue(base::EventQueue& event_queue, const QueueConfig& config, Line& line);

    void enter(Train train) override;
    std::uint32_t length() const override { return length_at(event_queue_.now()); }
    std::size_t under_way() const override;

private:
    std::uint32_t length_at(Femtoseconds at) const;
    void advance(Femtoseconds until);
    void take_cell(QueuedPdu& p, Femtoseconds at);
    void complete(std::uint64_t);
    void note_end(Femtoseconds at) { event_queue_.at(at, base::call<&OutputQueue::complete>(this)); }

    base::EventQueue& event_queue_;
    Line& line_;
    Femtoseconds cell_time_, free_ = 0;
    std::list<QueuedPdu> active_;
};

}  // namespace niclab::net
