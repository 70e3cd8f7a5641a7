/// @file The connection of a cycle-level card to the net: two fibers, and the PHY at their far end
/// with both its UTOPIA directions.
///
/// Behaviour: the PHY is that of a card (phy/suni.h), with its timing. A cell is in the net when
///   its last word has been transferred over UTOPIA, and on the fiber when the PHY sends it. Octets
///   and cells are at transaction level.
/// Timing: oscillators run at exactly 19.44 MHz, with their own phases. This is *assumed*: with two
///   different frequencies the slower one would make a queue in front of a card that no buffer of a
///   switch has. The fibers are a few centimetres long; the distance is part of the line after
///   them.
#pragma once

#include <memory>

#include "atm/cell.h"
#include "fiber/fiber.h"
#include "phy/fast/octet_line.h"
#include "phy/suni.h"
#include "utopia/fast/cell_link.h"

namespace niclab::net {

class Access : public sc_core::sc_module {
public:
    /// `card_clock`: the oscillator of the card; `phase`: of the own one.
    Access(sc_core::sc_module_name name, core::Clock& card_clock, core::Femtoseconds phase);
    /// The clock that the card recovers.
    const sc_core::sc_event& card_receive_edge() const { return to_card_.edge(); }
    /// Connects the card's PHY, which is connected to these wires; to be called once.
    void join(phy::Suni& card, fiber::LinePins<core::Net>& launch, fiber::LinePins<core::Net>& arrive);
    /// Of both directions.
    static fiber::Config fiber();
    phy::Suni& phy() { return phy_; }
    /// The receiver of the card's cells.
    utopia::AtmRx& utopia_rx() { return rx_; }
    /// The lines from the card and to it.
    phy::OctetLine& from_card() { return *from_line_; }
    phy::OctetLine& to_card() { return *to_line_; }
    /// Enters the transaction level; the card's own UTOPIA has done so.
    void enter_transaction_level();
    bool in_sync() const { return phy_.in_sync(); }

private:
    static constexpr double kMetres = 0.1;
    static constexpr std::size_t kSendCells = 4, kReceiveWords = 32;

    using LineNet = fiber::LinePins<core::Net>;
    LineNet from_arrive_{"from_arrive"}, to_launch_{"to_launch"};
    core::Clock clock_;
    fiber::Fiber from_card_, to_card_;
    phy::Suni phy_;

public:
    core::Fifo<atm::Cell> sending;       ///< To the card.
    core::Fifo<atm::CellWord> received;  ///< From the card.

private:
    utopia::AtmTx tx_;
    utopia::AtmRx rx_;
    utopia::TxPins<core::Net> tx_pins_;
    utopia::RxPins<core::Net> rx_pins_;
    utopia::TxCellLink tx_link_;
    utopia::RxCellLink rx_link_;
    std::unique_ptr<phy::OctetLine> from_line_, to_line_;
};

}  // namespace niclab::net
