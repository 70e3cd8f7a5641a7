/// @file  A 3C595 as a card of an experiment: the chip, and what is told of its frames.
#pragma once

#include "cards/ether_board/station.h"
#include "cards/etherlink/card_3c595.h"

namespace niclab::etherlink {

class PlannedCard : public ether_board::Station {
public:
    PlannedCard(sc_core::sc_module_name name, const card::Slot& slot, const Config& config)
        : Station(name, slot, config.mac.rules, ether_board::Mover::Cpu, config.mbps == 100 ? 4 : 1),
          board("board", {slot.bus_clock, slot.bus, slot.number, slot.agent, txc, rxc}, config) {
        follow(board.mac, board.chip.sending(), board.chip.receiving(), board.chip.demanded(), board.chip.from_mac);
        follow(board.chip.copied_in()), follow(board.chip.copied_out());
    }
    pci::Initiator* master() override { return &board.initiator; }

    Card3c595 board;
};

}  // namespace niclab::etherlink
