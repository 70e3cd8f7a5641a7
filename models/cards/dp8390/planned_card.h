/// @file  An RTL8029 as a card of an experiment: the chip, and what is told of its frames.
#pragma once

#include "cards/dp8390/rtl8029.h"
#include "cards/ether_board/station.h"

namespace niclab::dp8390 {

class PlannedCard : public ether_board::Station {
public:
    PlannedCard(sc_core::sc_module_name name, const card::Slot& slot, const Config& config)
        : Station(name, slot, config.mac.rules, ether_board::Mover::Cpu),
          board("board", {slot.bus_clock, slot.bus, slot.number, slot.agent, txc, rxc}, config) {
        follow(board.mac, board.chip.sending(), board.chip.receiving(), board.chip.demanded, board.chip.from_mac);
        follow(board.chip.copied);
    }

    Rtl8029 board;
};

}  // namespace niclab::dp8390
