/// @file The description of a card for an ATM line in a card file except its chip: PHY, UTOPIA,
/// PCI. A kind adds its chip.
#pragma once

#include "card/kind.h"
#include "cards/board/chip.h"
#include "pci/config_space.h"
#include "phy/config.h"
#include "utopia/config.h"

namespace niclab::board {

struct Config {
    phy::Config phy;
    utopia::Config utopia;
    double utopia_hz = 0;  ///< 5 to 50 MHz; 0: the line's clock.
    card::BusWidth pci;
};

class Plan : public card::Plan {
public:
    Config board;

    std::unique_ptr<card::Card> make_card(const char* name, const card::Slot& slot) const override;
    card::BusWidth bus_width() const override { return board.pci; }
    std::string line() const override { return "atm"; }
    std::string units() const override { return "cells"; }

    // Of the chip.
    virtual pci::Identity identity() const = 0;
    virtual unsigned tx_fifo_cells() const = 0;   ///< Capacity between chip and UTOPIA.
    virtual double chip_hz() const { return 0; }  ///< 0: the bus's clock.
    virtual std::unique_ptr<Chip> make_chip(const SlotConnection& connection) const = 0;

protected:
    /// Reads `phy`, `utopia` and `pci` of a card file. Throws core::ConfigError.
    void read_board(core::ConfigTable& card);
};

}  // namespace niclab::board
