/// @file  Places that all cards for an ATM line share: from UTOPIA to UTOPIA, and waits that each of them has.
#pragma once

#include <vector>

#include "card/place.h"

namespace niclab::board {

/// Between an engine's last cell and its UTOPIA. `depth`: the key with its cells.
card::Place transmit_fifo(const char* depth);
/// From the sender's UTOPIA on: UTOPIA, the PHY's FIFO, the line.
std::vector<card::Place> onto_the_line();
/// To the receiver's engine: the PHY's FIFO, UTOPIA.
std::vector<card::Place> off_the_line();
/// The rest of a packet is still to come.
card::Why other_cells(const char* cause, const char* explain);

/// One behind the other.
std::vector<card::Place> joined(std::vector<card::Place> first, const std::vector<card::Place>& then);

}  // namespace niclab::board
