/// @file The places of a frame in a card, on its cable and in a switch, for diagrams. A place has
/// reasons for which a frame is there, and keys that change it.
#pragma once

#include <vector>

#include "card/chain.h"
#include "cards/ether_board/frame_taps.h"

namespace niclab::ether_board {

std::vector<card::Place> sending_places(Mover mover);
std::vector<card::Place> receiving_places(Mover mover);
/// A chain for a card on another bus than PCI. Only the name of the bus and such stages are known
/// for a packet's path; no key of PCI or of its bridge applies.
card::CardPath beside_pci(card::CardPath halves, const char* bus);
/// Between the two cards, if there is a switch.
std::vector<card::Place> switch_places();

}  // namespace niclab::ether_board
