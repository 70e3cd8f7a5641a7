/// @file  An Am79C970A as a card of an experiment: the chip, and what is told of its frames.
#pragma once

#include "cards/ether_board/station.h"
#include "cards/lance/am79c970a.h"

namespace niclab::lance {

class PlannedCard : public ether_board::Station {
public:
    PlannedCard(sc_core::sc_module_name name, const card::Slot& slot, const Config& config)
        : Station(name, slot, config.mac.rules),
          board("board", {slot.bus_clock, slot.bus, slot.number, slot.agent, txc, rxc}, config) {
        follow(board.mac, board.chip.sending(), board.chip.receiving(), board.chip.demanded);
    }
    pci::Initiator* master() override { return &board.initiator; }

    Am79c970a board;
};

}  // namespace niclab::lance
