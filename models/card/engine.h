/// @file The interface of an engine to the composition of its card and to observers, for every
/// kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "card/chain.h"
#include "card/fill_level.h"
#include "card/spans.h"
#include "card/sram.h"
#include "card/unit_outcome.h"
#include "core/tap.h"
#include "core/wire.h"

namespace niclab::card {

/// A unit of the card's line, a cell or a frame, with its channel as the host's programs name it
/// (host::Channel).
struct Unit {
    std::uint32_t channel = 0;
    bool last = true;  ///< Of its packet.
};

/// Numbers of the users' units that an engine received, by result.
struct UnitAccount {
    std::uint64_t delivered = 0;  ///< Transferred to the host.
    std::uint64_t held = 0;       ///< In the card's packet memory.
    std::vector<std::pair<std::string, std::uint64_t>> dropped;
};

/// Events of whole packets, in a card with packet memory. Each reports the channel.
struct PacketTaps {
    core::Tap<std::uint32_t> copied;     ///< A packet to send is complete in packet memory.
    core::Tap<std::uint32_t> begun;      ///< Its units come next.
    core::Tap<std::uint32_t> completed;  ///< A received packet is complete in packet memory.
    core::Tap<std::uint32_t> discarded;  ///< The units of the packet that is being received are dropped.
    core::Tap<std::uint32_t> refused;    ///< The oldest complete packet is dropped: the host has no buffer.
    core::Tap<> emptied;                 ///< A reset: packet memory is empty.
};

/// The handling of packets by a card in one direction.
struct Handling {
    bool holds_packets = false;  ///< Whole packets are in packet memory.
    bool host_moves = false;     ///< Programmed I/O: the host's CPU moves them to or from packet memory.
};

class Engine {
public:
    virtual ~Engine() = default;
    /// The path of a packet through the card.
    virtual const CardPath& chain() const = 0;
    /// Add the spans of the card: from the driver to the begin of the card's line, and from its end
    /// to the driver.
    virtual void add_sending(Spans& spans, const TracedPacket& packet) const { add_any_sending(spans, packet); }
    virtual void add_receiving(Spans& spans, const TracedPacket& packet) const { add_any_receiving(spans, packet); }
    /// Reports an event of the chain that only the card can detect: the event's number, and the
    /// packet's channel. Every sent packet reports each of these events in the order of its
    /// channel.
    core::Tap<unsigned, std::uint32_t> sending_reached;
    /// The same for received packets. The third value is the number of later packets of the channel
    /// with a stored unit: 0 if it is the newest.
    core::Tap<unsigned, std::uint32_t, unsigned> receiving_reached;
    /// Reports that a unit of a packet enters the transmit FIFO, after the given number of other
    /// units.
    virtual core::Tap<Unit, unsigned>& segmented() = 0;
    /// Reports the result for each received unit of a user. FifoOverflow and ReceiveDisabled refer
    /// to the unit that arrived last, the others to the oldest unit without a result.
    virtual core::Tap<Unit, UnitOutcome>& unit_outcome() = 0;
    /// Reports that the host has notified the card of data to send.
    virtual core::Tap<std::uint32_t>& doorbell() = 0;
    /// The receive FIFO: the number of its units, reported at each change.
    virtual core::Tap<unsigned>& rx_fifo_filled() = 0;
    /// FIFOs and rings for occupancy.csv. Only an observer calls it: a FIFO that is observed fires
    /// events.
    virtual std::vector<FillLevel> fill_levels() { return {}; }
    virtual UnitAccount received_units() const = 0;
    /// The part of them that was transferred to the host or is held for it.
    virtual std::uint64_t kept_units() const {
        const UnitAccount account = received_units();
        return account.delivered + account.held;
    }
    /// nullptr: units are moved directly to host memory.
    virtual PacketTaps* packets() { return nullptr; }
    virtual Handling sending() const { return {}; }
    virtual Handling receiving() const { return {}; }
    /// Dwords of the table entry that the look-up of a received cell reads over the bus; 0: tables
    /// are on the card.
    virtual unsigned look_up_dwords() const { return 0; }
    /// The card's SRAM and its wires; nullptr: it has none.
    virtual const Sram* sram() const { return nullptr; }
    virtual const core::Wire<SramAccess>* sram_wires() const { return nullptr; }
    /// The module that reports the changes of these wires late, while they are recorded; nullptr:
    /// they cannot be recorded.
    virtual core::Decoupled* sram_reporter() { return nullptr; }
    /// Sets a recorder of the wires, which are unused while there is one. It begins with the present
    /// levels. synchronize() of the reporter reports all edges up to now to it. An empty one ends
    /// the recording. Returns false, without effect, if that is not possible now.
    virtual bool record_sram(const SramRecorder&) { return true; }
};

}  // namespace niclab::card
