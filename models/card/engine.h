/// @file  What a card's composition and its observers need of an engine, whichever kind it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "card/chain.h"
#include "card/fate.h"
#include "card/spans.h"
#include "card/sram.h"
#include "core/tap.h"
#include "core/wire.h"

namespace niclab::card {

/// What the card's line carries, a cell or a frame: of which channel, as the host's programs name it (host::Channel).
struct Unit {
    std::uint32_t channel = 0;
    bool last = true;  ///< Of its packet.
};

/// What became of the users' units an engine received.
struct UnitAccount {
    std::uint64_t delivered = 0;  ///< Handed to the host.
    std::uint64_t held = 0;       ///< In the card's packet memory.
    std::vector<std::pair<std::string, std::uint64_t>> dropped;
};

/// Moments of whole packets, in a card that has packet memory. Each names the channel.
struct PacketTaps {
    core::Tap<std::uint32_t> copied;     ///< A packet to send is whole in packet memory.
    core::Tap<std::uint32_t> begun;      ///< Its units come next.
    core::Tap<std::uint32_t> completed;  ///< A received packet is whole in packet memory.
    core::Tap<std::uint32_t> discarded;  ///< The units of the packet that was coming in are dropped.
    core::Tap<std::uint32_t> refused;    ///< The oldest complete packet is dropped: the host has no buffer.
    core::Tap<> emptied;                 ///< A reset: nothing is in packet memory any more.
};

/// How a card handles packets in one direction.
struct Handling {
    bool holds_packets = false;  ///< Whole, in packet memory.
    bool host_moves = false;     ///< Programmed I/O: the host's CPU moves them there or from there.
};

class Engine {
public:
    virtual ~Engine() = default;
    /// The way of a packet through the card.
    virtual const Halves& chain() const = 0;
    /// Where its time goes there: from the driver to where the card's line begins, and from where it ends to the driver.
    virtual void add_sending(Spans& spans, const Passed& packet) const { add_any_sending(spans, packet); }
    virtual void add_receiving(Spans& spans, const Passed& packet) const { add_any_receiving(spans, packet); }
    /// A packet is at a moment of the chain that only the card knows: the moment's number, and the packet's channel. Of
    /// what is sent, every packet passes each of them in the order of its channel.
    core::Tap<unsigned, std::uint32_t> sending_reached;
    /// Likewise of what comes in; and of how many packets of the channel that began behind this one a unit has been
    /// stored already: 0 where it is the newest.
    core::Tap<unsigned, std::uint32_t, unsigned> receiving_reached;
    /// A unit of a packet enters the transmit FIFO behind so many others.
    virtual core::Tap<Unit, unsigned>& segmented() = 0;
    /// What becomes of each received unit of a user; FifoOverflow and ReceiveDisabled are said of the one that came last,
    /// the others of the oldest that is undecided.
    virtual core::Tap<Unit, Fate>& unit_fate() = 0;
    /// The host has told the card of something to send.
    virtual core::Tap<std::uint32_t>& doorbell() = 0;
    /// The receive FIFO: the units it holds, told when they change, and those it can hold; 0: it tells of none.
    virtual core::Tap<unsigned>& rx_fifo_filled() = 0;
    virtual std::size_t rx_fifo_capacity() const = 0;
    virtual UnitAccount received_units() const = 0;
    /// Of them, those handed to the host or held for it.
    virtual std::uint64_t kept_units() const {
        const UnitAccount account = received_units();
        return account.delivered + account.held;
    }
    /// nullptr: units go straight to host memory.
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
