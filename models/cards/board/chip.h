/// @file The interface between a board for an ATM line and its chip.
#pragma once

#include "atm/cell.h"
#include "bus/dma_if.h"
#include "bus/target_if.h"
#include "card/engine.h"
#include "core/clock.h"
#include "core/fifo.h"
#include "core/signal.h"
#include "core/wire.h"
#include "utopia/utility_if.h"

namespace niclab::board {

/// The connections of a chip on its board.
struct SlotConnection {
    core::Clock& bus_clock;
    core::Clock& clock;  ///< The chip's own, or the bus's.
    bus::DmaChannel& dma;
    core::Fifo<atm::Cell>& tx_cells;      ///< Read by UTOPIA, on another clock.
    core::Fifo<atm::CellWord>& rx_words;  ///< Written by UTOPIA.
    utopia::UtilityBusIf& phy;
};

class Chip : public card::Engine {
public:
    virtual void connect(core::Wire<bool>& inta, core::Wire<bool>& rst) = 0;
    /// The port of a BAR; nullptr: none.
    virtual bus::TargetPort* window(unsigned bar) = 0;
    /// Reports that the chip changes the handshake of UTOPIA: true is the octet level. nullptr: it
    /// cannot.
    virtual core::Signal<bool>* octet_handshake() { return nullptr; }
    /// Enters the transaction level: its wires are not observed, so it may run edges late that
    /// affect nothing outside the chip.
    virtual void enter_transaction_level() {}
    /// Returns to signal level, with each edge at its own time. To be called at a time without an
    /// edge. Its wires take the levels that they would have had.
    virtual void enter_signal_level() {}
    /// Whether it sleeps until the bus, the line or a timer wakes it. Meanwhile its only activity
    /// is to fill each free place of a full transmit FIFO with a null cell, or nothing if that is
    /// empty.
    virtual bool is_idle() { return false; }
    /// Fills the FIFO in that way, after a number of cells left it.
    virtual void skip_null_cells(std::uint64_t) {}
    /// Called when the PHY has raised its interrupt.
    virtual void phy_interrupt() {}
};

}  // namespace niclab::board
