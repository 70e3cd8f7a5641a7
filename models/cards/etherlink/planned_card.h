/// @file  A board with this chip as a card of an experiment: what is told of its frames.
#pragma once

#include "cards/ether_board/station.h"
#include "cards/etherlink/card_3c509.h"
#include "cards/etherlink/card_3c595.h"

namespace niclab::etherlink {

/// `Board` is a Card3c595 or a Card3c509.
template <class Board>
class PlannedCard : public ether_board::Station {
public:
    template <class Seat>
    PlannedCard(sc_core::sc_module_name name, const card::Slot& slot, Seat seat_of, const Config& config)
        : Station(name, slot, config.mac.rules, ether_board::Mover::Cpu, config.mbps == 100 ? 4 : 1),
          board("board", seat_of(slot, txc, rxc), config) {
        follow(board.mac, board.chip.sending(), board.chip.receiving(), board.chip.demanded(), board.chip.from_mac);
        follow(board.chip.copied_in()), follow(board.chip.copied_out());
    }
    pci::Initiator* master() override {
        if constexpr (std::is_same_v<Board, Card3c595>) return &board.initiator;
        return nullptr;
    }

    Board board;
};

}  // namespace niclab::etherlink
