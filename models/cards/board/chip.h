/// @file  What a board for an ATM line asks of its chip, and gives it.
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

/// What a board wires its chip to.
struct Seat {
    core::Clock& bus_clock;
    core::Clock& clock;  ///< The chip's own, or the bus's.
    bus::DmaChannel& dma;
    core::Fifo<atm::Cell>& tx_cells;      ///< Drained by UTOPIA, on another clock.
    core::Fifo<atm::CellWord>& rx_words;  ///< Filled by UTOPIA.
    utopia::UtilityBusIf& phy;
};

class Chip : public card::Engine {
public:
    virtual void connect(core::Wire<bool>& inta, core::Wire<bool>& rst) = 0;
    /// What lies behind a BAR; nullptr: nothing.
    virtual bus::TargetPort* window(unsigned bar) = 0;
    /// The chip turns the handshake of UTOPIA over: true is the octet level. nullptr: it cannot.
    virtual core::Signal<bool>* octet_handshake() { return nullptr; }
    /// From now on nobody looks at its wires: edges that touch nothing outside the chip it may run late.
    virtual void run_late() {}
    /// Each edge at its own time again, at a moment without one; its wires carry what they would.
    virtual void run_in_time() {}
    /// Asleep, and all it does until the bus, the line or a timer wakes it is to put a null cell into each place that becomes
    /// free in a full transmit FIFO, or nothing where that is empty.
    virtual bool rests() { return false; }
    /// Does so, with so many cells that came out of the FIFO.
    virtual void pass_null_cells(std::uint64_t) {}
    /// The PHY has raised its interrupt.
    virtual void phy_interrupt() {}
};

}  // namespace niclab::board
