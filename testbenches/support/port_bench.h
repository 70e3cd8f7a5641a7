/// @file A card's PHY with UTOPIA, its connection to the net, the port there, and the output on
/// both sides.
#pragma once

#include <gtest/gtest.h>

#include "atm/aal5.h"
#include "net/atm_switch.h"
#include "net/port.h"
#include "support/line_bench.h"

namespace niclab::test {

using net::Femtoseconds;
using net::Train;

inline constexpr Femtoseconds kLineOctet = 51'440'329;  ///< At 19.44 MHz.
/// A row of STS-3c has 10 octets without cells; two more are the steps of whole words.
inline constexpr double kRagged = 12.0 * kLineOctet;

inline tcp::Packet numbered_packet(std::uint16_t id, std::uint32_t payload) {
    tcp::Packet p;
    p.source = 0x0A000001, p.destination = 0x0A000002, p.id = id;
    p.segment.length = payload, p.segment.offset = 10'000u * id;
    return p;
}

/// Payload of a PDU of `cells` cells without LLC.
inline std::uint32_t payload_of(std::uint32_t cells) { return cells * 48 - 8 - 40; }

struct TrainSink : net::Endpoint {
    TrainSink(base::EventQueue& a, bool first) : event_queue(a), with_first(first) {}
    bool wants_first_cell() const override { return with_first; }
    void arrive(unsigned, const Train& train) override { came.emplace_back(event_queue.now(), train); }
    base::EventQueue& event_queue;
    bool with_first;
    std::vector<std::pair<Femtoseconds, Train>> came;
};

/// A card's PHY with UTOPIA, its access, and the port connected to it.
struct PortBench {
    explicit PortBench(bool first = false) : sink(event_queue, first), out(event_queue, {}, 1), in(event_queue, {}, 1) {
        card.phy.line_tx.bind(launch), card.phy.line_rx.bind(arrive);
        access.join(card.phy, launch, arrive);
        access.enter_transaction_level();
        out.connect(sink, 0), port.connect(out), in.connect(port, 0);
        for (unsigned k = 0; k < 200 && !(access.in_sync() && card.phy.in_sync()); ++k)
            core::simulate(100 * base::kMicrosecond);
        EXPECT_TRUE(access.in_sync() && card.phy.in_sync());
        kernel_bridge.begin();
        sent.lost = [this](const stack::Loss& loss) { lost.push_back(loss); };
    }
    void run(Femtoseconds time) { kernel_bridge.run(event_queue.now() + time); }
    /// The card's cells of a packet.
    std::vector<atm::Cell> cells_of(const tcp::Packet& p, std::uint16_t vci) {
        const std::vector<std::uint8_t> octets = atm::aal5_encode(sent.note(vci, p, event_queue.now()).sdu);
        std::vector<atm::Cell> cells(octets.size() / 48);
        for (std::size_t k = 0; k < cells.size(); ++k) {
            cells[k].set_header({0, 0, vci, std::uint8_t(k + 1 == cells.size()), false});
            std::copy_n(octets.begin() + std::ptrdiff_t(48 * k), 48, cells[k].payload());
        }
        return cells;
    }
    void send(const std::vector<atm::Cell>& cells) {
        card.source.wanted.insert(card.source.wanted.end(), cells.begin(), cells.end());
    }
    static Train train(const tcp::Packet& p, std::uint32_t cells, Femtoseconds first, Femtoseconds spacing,
                       std::uint16_t vci) {
        Train t;
        t.packet = p, t.cells = cells, t.first = first, t.spacing = spacing, t.vci = vci;
        return t;
    }
    /// The cells that the card received on a connection.
    std::vector<atm::Cell> received(std::uint16_t vci) const {
        std::vector<atm::Cell> cells;
        for (const auto& [cell, at] : card.received)
            if (cell.header().vci == vci) cells.push_back(cell);
        return cells;
    }
    double span_of_received() const { return double(card.received.back().second - card.received.front().second); }

    base::EventQueue event_queue;
    core::KernelBridge kernel_bridge{"conductor", event_queue};
    core::Clock clock{"clock", {kLineOctet, 17'000'000, false}};
    net::Access access{"access", clock, 40'000'000};
    test::LineEnd card{"card", clock, access.card_receive_edge(), {}};
    fiber::LinePins<core::Net> launch{"launch"}, arrive{"arrive"};
    stack::Manifest sent{[](const tcp::Packet&p) { return tcp::octets(p); }},
        coming{[](const tcp::Packet&p) { return tcp::octets(p); }};
    net::Port port{"port", kernel_bridge, access, sent, coming};
    TrainSink sink;
    net::Line out, in;
    std::vector<stack::Loss> lost;
};

}  // namespace niclab::test
