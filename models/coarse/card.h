/// @file A card as a few linear numbers, with one event per PDU instead of per cell.
///
/// Timing: a PDU's first cell leaves `first_cell` after the PDU was offered, the others follow at
///   the rate of the line or the connection. The firmware needs `pdu_gap` between two PDUs of
///   either direction. A received PDU is in the host's memory `deliver` after its last cell. The
///   shaper of a real card sends a cell in a slot of the line, so that gaps differ by one slot.
/// Source: the numbers of a card with a cycle-level model are fitted to that model. The linear form
///   is valid within 1.3 us for PDUs of 40 to 9188 octets on three cycle-level cards. Gaps that are
///   known only from a paper are fitted and marked so.
#pragma once

#include <map>
#include <set>

#include "base/occupancy.h"
#include "base/ring.h"
#include "core/tap.h"
#include "net/line.h"
#include "stack/device.h"

namespace niclab::coarse {

using base::Femtoseconds;

/// A time that is linear in the octets of a PDU.
struct Linear {
    double us = 0, octet_ns = 0;
    Femtoseconds of(std::uint32_t octets) const { return base::from_us(us + 1e-3 * octet_ns * octets); }
};

struct CardConfig {
    Linear first_cell{20, 0}, deliver{20, 0};
    double pdu_gap_us = 0;            ///< Firmware time after each PDU, both directions.
    double shaped_gap_us = 0;         ///< The same after a PDU that was sent below the line's rate.
    double shaped_cell_us = 0;        ///< Firmware time after each cell of such a PDU.
    bool shaper_slots = false;        ///< Cells of such a PDU leave in slots of the line; false: evenly spaced.
    std::size_t transmit_pdus = 512;  ///< Capacity of the card.
    std::size_t receive_pdus = 512;   ///< Capacity for PDUs that wait for their driver.
    std::uint32_t mtu = 9180;
    std::uint32_t header_octets = 8;  ///< In front of each IP packet: of LLC/SNAP or LANE (host/packet.h).
    std::uint32_t least_octets = 0;   ///< With that header: shorter packets are padded, as LANE requires.
    double pdu_loss =
        0;  ///< Probability of the loss of a PDU of 192 cells in the receive FIFO, smaller for shorter ones; for
            ///< tests of a hypothesis.
};

class Card : public stack::Device, public net::Endpoint {
public:
    using Config = CardConfig;
    struct Stats {
        std::uint64_t sent = 0, received = 0, refused = 0, broken = 0;
        std::uint64_t cells_sent = 0, cells_received = 0;
        std::uint64_t cells_delivered = 0;  ///< Of PDUs under way to the host.
    };
    struct Connection {
        std::uint16_t vci = 0;
        Femtoseconds spacing = 0;  ///< Interval of cells; 0: the line's.
        base::Occupancy paced{};   ///< Busy time by the spacing of its cells.
    };
    Card(base::EventQueue& event_queue, const Config& config, net::Line& line, std::uint64_t seed,
         const std::string& name);

    /// Assigns a connection to the packets to `to`. Packets on connections that are not open are
    /// dropped.
    void open(tcp::Address to, const Connection& connection) {
        connections_[to] = connection;
        open_.insert(connection.vci);
    }

    std::uint32_t mtu() const override { return config_.mtu; }
    bool offer(const tcp::Packet& packet) override;
    std::optional<tcp::Packet> take() override;

    bool wants_first_cell() const override { return false; }
    void arrive(unsigned port, const net::Train& train) override;

    const Stats& stats() const { return stats_; }
    /// Time during which it could not process another PDU.
    Femtoseconds busy() const { return busy_.until(event_queue_.now()); }
    /// nullptr: there is no connection to `to`.
    const Connection* connection(tcp::Address to) const {
        const auto found = connections_.find(to);
        return found == connections_.end() ? nullptr : &found->second;
    }
    /// Packets that were received and are not taken yet.
    std::size_t under_way() const { return in_host_; }
    core::Tap<stack::Loss> dropped;
    // For observers.
    /// A packet that was offered: the times at which it can leave, at which its first cell begins to
    /// leave, and at which that cell has left.
    struct Departure {
        const tcp::Packet& packet;
        Femtoseconds ready, begin, first;
    };
    core::Tap<Departure> departed;
    /// Report a packet that has arrived whole, one that is in host memory, and one that the driver
    /// takes.
    core::Tap<net::Train> came;
    core::Tap<tcp::Packet> in_memory, taken;

private:
    void leave(const tcp::Packet& packet);
    void shape(net::Train& train, Femtoseconds spacing) const;
    void work_until(Femtoseconds begin, Femtoseconds end);
    void free_place(std::uint64_t);
    void delivered(std::uint64_t packet);
    bool has_room(const net::Train& train);
    void refuse(stack::Drop cause, const net::Train& train);
    void drop(stack::Drop cause, const net::Train& train, bool packet, std::uint32_t cells) {
        if (packet || cells > 0) dropped(event_queue_.now(), {cause, train.packet, std::uint32_t(packet), cells});
    }

    base::EventQueue& event_queue_;
    Config config_;
    net::Line& line_;
    base::RandomStream random_;
    std::map<tcp::Address, Connection> connections_;
    std::set<std::uint16_t> open_;
    std::map<std::uint16_t, stack::Drop> open_ended_;  ///< Connections with a last PDU that lost its end, and the
                                                       ///< reason.
    Femtoseconds firmware_free_ = 0, memory_free_ = 0;
    base::Occupancy busy_;
    std::size_t in_card_ = 0, in_host_ = 0;
    bool refused_ = false;
    base::Pool<tcp::Packet> arriving_;
    base::Ring<tcp::Packet> done_;
    Stats stats_;
};

}  // namespace niclab::coarse
