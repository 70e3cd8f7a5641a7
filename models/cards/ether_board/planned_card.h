/// @file A board with a MAC as a card of an experiment, with reports about its frames.
#pragma once

#include "cards/ether_board/slot_connection.h"
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
/// CPU, or on its request, `fill_levels()` its FIFOs and rings (card/fill_level.h).
template <class Board>
class PlannedCard : public Station {
public:
    /// `connect`: pci_connection, isa_connection, eisa_connection or pcie_connection. `width`: data
    /// wires per direction, 1, 4 or 8.
    template <class SlotConnection, class Config, class... More>
    PlannedCard(sc_core::sc_module_name name, const card::Slot& slot, Mover mover, SlotConnection connect,
                unsigned width, const Config& config, const More&... more)
        : Station(name, slot, config.mac.rules, mover, width,
                  decltype(connect(slot, slot.line_clock, slot.line_clock))::kBus),
          board("board", connect(slot, txc, rxc), config, more...) {
        auto& chip = board.chip;
        follow(board.mac, chip.sending(), chip.receiving(), chip.demanded(), chip.from_mac.heard);
        for (CopyTap* copied : chip.copies()) follow(*copied);
    }
    pci::Initiator* master() override { return initiator_of(board, 0); }
    std::vector<card::FillLevel> fill_levels() override { return board.chip.fill_levels(); }

    Board board;
};

}  // namespace niclab::ether_board
