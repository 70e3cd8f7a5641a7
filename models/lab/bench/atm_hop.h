/// @file  An ATM line between two cards: its ends, and each direction.
#pragma once

#include <memory>
#include <string>

#include "cards/board/nic.h"
#include "fiber/fiber.h"
#include "lab/experiment/experiment.h"
#include "phy/fast/octet_line.h"
#include "utopia/fast/cell_link.h"

namespace niclab::lab {

/// The wires of one end of one fiber, with a scope of their own.
struct LineNet : sc_core::sc_module {
    explicit LineNet(sc_core::sc_module_name name) : sc_module(name) {}
    fiber::LinePins<core::Net> pins{"line"};
};

/// A card for an ATM line, and the wires to its fibers.
struct AtmEnd {
    /// Connects the card to the wires. `name`: of the modules.
    AtmEnd(board::Nic& card, const std::string& name);
    /// For a card with fibers.
    void add_cell_links(const std::string& name);

    board::Nic& nic;
    LineNet launch, arrive;
    std::unique_ptr<utopia::TxCellLink> utopia_tx;  ///< Both, if it has a fiber.
    std::unique_ptr<utopia::RxCellLink> utopia_rx;
    phy::OctetLine *line_from = nullptr, *line_to = nullptr;  ///< The lines from and to the card, if it has fibers.
};

/// One direction of an ATM line.
struct AtmHop {
    const LineConfig& line;
    AtmEnd &sender, &receiver;
    fiber::Fiber& fiber;
    std::unique_ptr<phy::OctetLine> octets;
};

}  // namespace niclab::lab
