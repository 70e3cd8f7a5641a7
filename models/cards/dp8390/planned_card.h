/// @file  A board with this chip as a card of an experiment: what is told of its frames.
#pragma once

#include "cards/dp8390/ne2000.h"
#include "cards/dp8390/rtl8029.h"
#include "cards/ether_board/station.h"

namespace niclab::dp8390 {

/// `Board` is an Rtl8029 or an Ne2000; `More` what it is made of besides its seat and its keys.
template <class Board>
class PlannedCard : public ether_board::Station {
public:
    template <class Seat, class... More>
    PlannedCard(sc_core::sc_module_name name, const card::Slot& slot, Seat seat_of, const Config& config,
                const More&... more)
        : Station(name, slot, config.mac.rules, ether_board::Mover::Cpu),
          board("board", seat_of(slot, txc, rxc), config, more...) {
        follow(board.mac, board.chip.sending(), board.chip.receiving(), board.chip.demanded, board.chip.from_mac);
        follow(board.chip.copied);
    }

    Board board;
};

}  // namespace niclab::dp8390
