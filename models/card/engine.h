/// @file  What a card's composition and its observers need of an engine, whichever kind it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "atm/cell.h"
#include "card/chain.h"
#include "card/fate.h"
#include "card/sram.h"
#include "core/tap.h"
#include "core/wire.h"

namespace niclab::card {

/// What became of the user cells an engine received.
struct CellAccount {
    std::uint64_t delivered = 0;  ///< Handed to the host.
    std::uint64_t held = 0;       ///< In the card's packet memory.
    std::vector<std::pair<std::string, std::uint64_t>> dropped;
};

/// Moments of whole PDUs, in a card that has packet memory. Each names the connection.
struct PacketTaps {
    core::Tap<atm::Header> copied;     ///< A PDU to send is whole in packet memory.
    core::Tap<atm::Header> begun;      ///< Its cells come next.
    core::Tap<atm::Header> completed;  ///< A received PDU is whole in packet memory.
    core::Tap<atm::Header> discarded;  ///< The cells of the PDU that was coming in are dropped.
    core::Tap<atm::Header> refused;    ///< The oldest complete PDU is dropped: the host has no buffer.
    core::Tap<> emptied;               ///< A reset: nothing is in packet memory any more.
};

/// How a card handles packets in one direction.
struct Handling {
    bool holds_packets = false;  ///< Whole, in packet memory.
    bool host_moves = false;     ///< Programmed I/O: the host's CPU moves them there or from there.
    unsigned firmware_packet_clocks = 0,
             firmware_unit_clocks = 0;  ///< Of a processor on the card, in clocks of the bus.
};

class Engine {
public:
    virtual ~Engine() = default;
    /// The way of a packet through the card.
    virtual const Halves& chain() const = 0;
    /// A packet is at a moment of the chain that only the card knows: which, and its connection. Of what is sent, every
    /// packet passes each of them in the order of its connection; of what comes in, the one that a cell was stored of
    /// last on that connection is meant.
    core::Tap<unsigned, atm::Header> sending_reached, receiving_reached;
    /// A user cell enters the transmit FIFO behind so many others.
    virtual core::Tap<atm::Cell, unsigned>& segmented() = 0;
    /// What becomes of each received user cell; FifoOverflow and ReceiveDisabled are said of the cell that came last,
    /// the others of the oldest that is undecided.
    virtual core::Tap<atm::Header, Fate>& cell_fate() = 0;
    /// The host has told the card of something to send.
    virtual core::Tap<std::uint32_t>& doorbell() = 0;
    /// The receive FIFO: the cells it holds, told when they change, and those it can hold.
    virtual core::Tap<unsigned>& rx_fifo_filled() = 0;
    virtual std::size_t rx_fifo_capacity() const = 0;
    virtual CellAccount received_cells() const = 0;
    /// nullptr: cells go straight to host memory.
    virtual PacketTaps* packets() { return nullptr; }
    virtual Handling sending() const { return {}; }
    virtual Handling receiving() const { return {}; }
    /// Dwords of the table entry that a received cell's look-up reads over the bus; 0: tables are on the card.
    virtual unsigned look_up_dwords() const { return 0; }
    /// The card's SRAM and its wires; nullptr: it has none.
    virtual const Sram* sram() const { return nullptr; }
    virtual const core::Wire<SramAccess>* sram_wires() const { return nullptr; }
};

}  // namespace niclab::card
