/// @file  Where a cycle-level card meets the lines and switches of the net: its cells become trains, trains become cells.
///
/// From the card:  to an endpoint that wants a PDU with its first cell it is handed on then, as if its cells came at the line's rate; what came
///                 otherwise is counted (`uneven`). To others it is handed on with its last cell, at the pace it had.
/// To the card:    each cell at its time, in the order of arrival. What waits for the PHY waits here: nothing is lost.
/// Octets:         those of a PDU that came are held against those that were noted when its packet was sent.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <tuple>

#include "core/conductor.h"
#include "net/access.h"
#include "net/line.h"
#include "stack/manifest.h"

namespace niclab::net {

class Port : public sc_core::sc_module, public Endpoint {
public:
    struct Stats {
        std::uint64_t cells_from_card = 0, cells_to_card = 0;
        std::uint64_t cells_into_net = 0;    ///< Of PDUs that went on, or that came wrong: then the card lost them.
        std::uint64_t cells_out_of_net = 0;  ///< For the card, as they come.
        std::uint64_t pdus = 0;              ///< From the card, whole.
        std::uint64_t wrong = 0;             ///< That are not as they were sent.
        std::uint64_t uneven = 0;            ///< That ended a cell time or more later than was foretold.
        Femtoseconds first_cells = 0;        ///< From the packet's offer to its first cell's first bit, of all PDUs.
    };
    /// `from_card`, `to_card`: the packets under way.
    Port(sc_core::sc_module_name name, core::Conductor& conductor, Access& access, stack::Manifest& from_card,
         stack::Manifest& to_card);
    /// Cells that are lost here, or that a line lost on their way to here.
    std::function<void(const stack::Loss&)> lost;
    /// Where the card's cells go.
    void connect(Line& line) { line_ = &line; }

    bool wants_first_cell() const override { return true; }
    void arrive(unsigned port, const Train& train) override;
    bool wants_cells() const override { return true; }
    void cell(const Train& train, std::uint32_t cell) override;
    void ended(const Train& train) override;

    /// No cell waits here.
    bool idle() const { return queue_.empty(); }
    const Stats& stats() const { return stats_; }
    /// For so long at least one PDU was between its first cell and its last, from the card.
    Femtoseconds card_busy() const { return busy_ + (open_ > 0 ? conductor_.now() - busy_since_ : 0); }

private:
    /// A PDU that comes from the card.
    struct Incoming {
        std::vector<std::uint8_t> octets;
        std::uint32_t cells = 0;
        Train train;
        bool known = false, handed_on = false;
    };
    /// A packet on its way to the card: its connection, and what tells it from others there.
    using Key = std::tuple<std::uint16_t, tcp::Address, std::uint16_t, std::uint32_t>;
    struct Outgoing {
        std::vector<std::uint8_t> octets;  ///< Of its AAL5 PDU.
        std::uint32_t sent = 0, expected = 0;
        bool fate_known = false;
        stack::Manifest::Entry* entry = nullptr;
    };

    void on_words();
    void on_room();
    void came();
    void begin(Incoming& pdu, const atm::Header& header, const std::uint8_t* payload);
    void finish(Incoming& pdu, std::uint16_t vci);
    void next_cell(std::uint64_t train);
    Outgoing& outgoing(const Train& train);
    void send(const Train& train, std::uint32_t cell);
    void tell(stack::Drop cause, const tcp::Packet& packet, std::uint32_t cells) {
        if (cells > 0 && lost) lost({cause, packet, 0, cells});
    }
    void account(Outgoing& pdu, const Train& train);
    void forget_if_done(const Outgoing& pdu, const Train& train);

    core::Conductor& conductor_;
    Access& access_;
    stack::Manifest &from_card_, &to_card_;
    Line* line_ = nullptr;
    atm::Cell cell_;
    unsigned words_ = 0;
    std::map<std::uint16_t, Incoming> incoming_;  ///< By VCI.
    std::map<Key, Outgoing> outgoing_;
    base::Pool<std::pair<Train, std::uint32_t>> trains_;  ///< And the cell that is next.
    std::deque<atm::Cell> queue_;
    sc_core::sc_event queued_;
    Femtoseconds busy_ = 0, busy_since_ = 0;
    unsigned open_ = 0;  ///< PDUs that have begun to come from the card.
    Stats stats_;
};

}  // namespace niclab::net
