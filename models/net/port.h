/// @file The interface between a cycle-level card and the lines and switches of the net: it
/// converts cells to trains and trains to cells.
///
/// From the card: if an endpoint needs a PDU with its first cell, the PDU is passed on then, as if
/// its cells came at the line's rate. PDUs with another spacing are counted (`uneven`). To others
/// it is passed on with its last cell, with its actual spacing.
///
/// To the card: each cell at its time, in the order of arrival. Cells that wait for the PHY wait
/// here: nothing is lost.
/// Checks: the octets of a received PDU are compared with those that were recorded when its packet
///   was sent.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <tuple>

#include "core/kernel_bridge.h"
#include "net/access.h"
#include "net/line.h"
#include "stack/manifest.h"

namespace niclab::net {

class Port : public sc_core::sc_module, public Endpoint {
public:
    struct Stats {
        std::uint64_t cells_from_card = 0, cells_to_card = 0;
        std::uint64_t cells_into_net = 0;    ///< Of PDUs that were passed on, or that came wrong: the card lost their
                                             ///< cells.
        std::uint64_t cells_out_of_net = 0;  ///< For the card, as they arrive.
        std::uint64_t pdus = 0;              ///< Complete ones from the card.
        std::uint64_t wrong = 0;             ///< PDUs that differ from what was sent.
        std::uint64_t uneven = 0;            ///< PDUs that ended a cell time or more later than predicted.
        Femtoseconds first_cells = 0;        ///< Sum over all PDUs of the time from the packet's offer to the first bit
                                             ///< of its first cell.
    };
    /// `from_card`, `to_card`: the packets under way.
    Port(sc_core::sc_module_name name, core::KernelBridge& kernel_bridge, Access& access, stack::Manifest& from_card,
         stack::Manifest& to_card);
    // For observers, in the kernel's time.
    /// The first cell of a packet from the card is in the net.
    core::Tap<stack::Manifest::Entry> entered;
    /// A PDU from the card has ended: its VCI, whether it is the packet that was sent, its octets.
    core::Tap<std::uint16_t, bool, stack::Manifest::Octets> left_card;
    /// The net reports a packet for the card. Then each of its cells is sent to the card: the
    /// number of the packet in `to_card`, and the cell.
    core::Tap<stack::Manifest::Entry> announced;
    core::Tap<std::uint32_t, atm::Cell> sent_to_card;
    /// Cells that are lost here, or that a line lost on their way to here.
    std::function<void(const stack::Loss&)> lost;
    /// Sets the destination of the card's cells.
    void connect(Line& line) { line_ = &line; }

    bool wants_first_cell() const override { return true; }
    void arrive(unsigned port, const Train& train) override;
    bool wants_cells() const override { return true; }
    void cell(const Train& train, std::uint32_t cell) override;
    void ended(const Train& train) override;

    /// No cell waits here.
    bool idle() const { return queue_.empty(); }
    const Stats& stats() const { return stats_; }
    /// Time during which at least one PDU from the card was between its first cell and its last.
    Femtoseconds card_busy() const { return busy_ + (open_ > 0 ? kernel_bridge_.now() - busy_since_ : 0); }

private:
    /// A PDU that is being received from the card.
    struct Incoming {
        std::vector<std::uint8_t> octets;
        std::uint32_t cells = 0;
        Train train;
        bool known = false, handed_on = false;
    };
    /// The key of a packet under way to the card: its connection, and the values that distinguish
    /// it there.
    using Key = std::tuple<std::uint16_t, tcp::Address, std::uint16_t, std::uint32_t>;
    struct Outgoing {
        std::vector<std::uint8_t> octets;  ///< Of its AAL5 PDU.
        std::uint32_t sent = 0, expected = 0, number = 0;
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
    void report_loss(stack::Drop cause, const tcp::Packet& packet, std::uint32_t cells) {
        if (cells > 0 && lost) lost({cause, packet, 0, cells});
    }
    void account(Outgoing& pdu, const Train& train);
    void forget_if_done(const Outgoing& pdu, const Train& train);

    core::KernelBridge& kernel_bridge_;
    Access& access_;
    stack::Manifest &from_card_, &to_card_;
    Line* line_ = nullptr;
    atm::Cell cell_;
    unsigned words_ = 0;
    std::map<std::uint16_t, Incoming> incoming_;  ///< By VCI.
    std::map<Key, Outgoing> outgoing_;
    base::Pool<std::pair<Train, std::uint32_t>> trains_;  ///< With the number of the next cell.
    std::deque<atm::Cell> queue_;
    sc_core::sc_event queued_;
    Femtoseconds busy_ = 0, busy_since_ = 0;
    unsigned open_ = 0;  ///< PDUs that are being received from the card.
    Stats stats_;
};

}  // namespace niclab::net
