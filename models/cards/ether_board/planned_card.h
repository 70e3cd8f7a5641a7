/// @file A board with a MAC as a card of an experiment, with reports about its frames.
#pragma once

#include "cards/ether_board/seat.h"
#include "cards/ether_board/station.h"
#include "pci/initiator.h"

namespace niclab::ether_board {

/// The board's PCI initiator; nullptr: it has none.
template <class Board>
auto initiator_of(Board& board, int) -> decltype(&board.initiator) {
    return &board.initiator;
}
template <class Board>
pci::Initiator* initiator_of(Board&, long) {
    return nullptr;
}

/// `Board` has a chip and a MAC. It is constructed from its name, its seat, its keys and the
/// further arguments. Its chip has the taps of frame_taps.h; `copies()` are those of copies by the
/// CPU, or on its request.
template <class Board>
class PlannedCard : public Station {
public:
    /// `seat_of`: pci_seat, isa_seat or eisa_seat. `width`: data wires per direction, 1 or 4.
    template <class Seat, class Config, class... More>
    PlannedCard(sc_core::sc_module_name name, const card::Slot& slot, Mover mover, Seat seat_of, unsigned width,
                const Config& config, const More&... more)
        : Station(name, slot, config.mac.rules, mover, width,
                  decltype(seat_of(slot, slot.line_clock, slot.line_clock))::kBus),
          board("board", seat_of(slot, txc, rxc), config, more...) {
        auto& chip = board.chip;
        follow(board.mac, chip.sending(), chip.receiving(), chip.demanded(), chip.from_mac);
        for (CopyTap* copied : chip.copies()) follow(*copied);
    }
    pci::Initiator* master() override { return initiator_of(board, 0); }

    Board board;
};

}  // namespace niclab::ether_board
