/// @file  A card as a few linear numbers: one step of the agenda a PDU, not a cell.
///
/// A PDU's first cell leaves `first_cell` after it was offered, the others follow at the line's or the connection's rate, and the firmware needs
/// `pdu_gap` before it turns to the next, whichever way it goes. What comes is in the host's memory `deliver` after its last cell.
/// The numbers of a card with a cycle-level self come from that; gaps that only a paper knows are fitted and say so.
///
/// Source:  the linear form holds within 1.3 us for PDUs of 40 to 9188 octets on three cycle-level cards.
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

/// A time that grows with a PDU's octets.
struct Linear {
    double us = 0, octet_ns = 0;
    Femtoseconds of(std::uint32_t octets) const { return base::from_us(us + 1e-3 * octet_ns * octets); }
};

struct CardConfig {
    Linear first_cell{20, 0}, deliver{20, 0};
    double pdu_gap_us = 0;            ///< Firmware after each PDU, both directions.
    double shaped_gap_us = 0;         ///< Instead, after a PDU sent at less than the line's rate.
    std::size_t transmit_pdus = 512;  ///< That wait in the card.
    std::size_t receive_pdus = 512;   ///< That wait for their driver.
    std::uint32_t mtu = 9180;
    std::uint32_t header_octets = 8;  ///< Before each IP packet: 8 of LLC/SNAP, 16 of LANE (host/packet.h).
    double pdu_loss =
        0;  ///< Probability that a PDU of 192 cells is lost in the receive FIFO, shorter ones less; to try out what it would explain.
};

class Card : public stack::Device, public net::Endpoint {
public:
    using Config = CardConfig;
    struct Stats {
        std::uint64_t sent = 0, received = 0, refused = 0, broken = 0;
        std::uint64_t cells_sent = 0, cells_received = 0;
        std::uint64_t cells_delivered = 0;  ///< Of PDUs on their way to the host.
    };
    struct Connection {
        std::uint16_t vci = 0;
        Femtoseconds spacing = 0;  ///< From cell to cell; 0: the line's.
        base::Occupancy paced{};   ///< By the spacing of its cells.
    };
    Card(base::Agenda& agenda, const Config& config, net::Line& line, std::uint64_t seed, const std::string& name);

    /// Packets to `to` go on this connection; what comes on one that is not open is dropped.
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
    /// For so long it could not turn to another PDU.
    Femtoseconds busy() const { return busy_.until(agenda_.now()); }
    /// nullptr: none to there.
    const Connection* connection(tcp::Address to) const {
        const auto found = connections_.find(to);
        return found == connections_.end() ? nullptr : &found->second;
    }
    /// Packets that came and are not taken.
    std::size_t under_way() const { return in_host_; }
    core::Tap<stack::Loss> dropped;

private:
    void leave(const tcp::Packet& packet);
    void work_until(Femtoseconds begin, Femtoseconds end);
    void free_place(std::uint64_t);
    void delivered(std::uint64_t packet);
    bool has_room(const net::Train& train);
    void refuse(stack::Drop cause, const net::Train& train);
    void drop(stack::Drop cause, const net::Train& train, bool packet, std::uint32_t cells) {
        if (packet || cells > 0) dropped(agenda_.now(), {cause, train.packet, std::uint32_t(packet), cells});
    }

    base::Agenda& agenda_;
    Config config_;
    net::Line& line_;
    base::RandomStream random_;
    std::map<tcp::Address, Connection> connections_;
    std::set<std::uint16_t> open_;
    std::map<std::uint16_t, stack::Drop> open_ended_;  ///< Connections whose last PDU lost its end, and why.
    Femtoseconds firmware_free_ = 0, memory_free_ = 0;
    base::Occupancy busy_;
    std::size_t in_card_ = 0, in_host_ = 0;
    bool refused_ = false;
    base::Pool<tcp::Packet> arriving_;
    base::Ring<tcp::Packet> done_;
    Stats stats_;
};

}  // namespace niclab::coarse
