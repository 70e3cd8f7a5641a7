/// @file  What a frame passes in a card, on its cable and in a switch, as pictures draw it: places, why a frame is there, keys that change it.
#pragma once

#include <vector>

#include "card/chain.h"
#include "cards/ether_board/frame_taps.h"

namespace niclab::ether_board {

std::vector<card::Place> sending_places(Mover mover);
std::vector<card::Place> receiving_places(Mover mover);
/// Of another bus than PCI nothing of a packet's way is known but its name and such stages; no key of PCI or of its bridge changes anything
/// there.
card::Halves beside_pci(card::Halves halves, const char* bus);
/// Between the two cards, where a switch is there.
std::vector<card::Place> switch_places();

}  // namespace niclab::ether_board
