/// @file Places that all cards for an ATM line share, from UTOPIA to UTOPIA, and their common
/// reasons of waits.
#pragma once

#include <vector>

#include "card/place.h"

namespace niclab::board {

/// The FIFO between an engine and its UTOPIA. `depth`: the key with its capacity in cells.
card::Place transmit_fifo(const char* depth);
/// From the sender's UTOPIA on: UTOPIA, the PHY's FIFO, the line.
std::vector<card::Place> onto_the_line();
/// To the receiver's engine: the PHY's FIFO, UTOPIA.
std::vector<card::Place> off_the_line();
/// The rest of a packet has still to arrive.
card::Why other_cells(const char* cause, const char* explain);

/// The concatenation of two lists.
std::vector<card::Place> joined(std::vector<card::Place> first, const std::vector<card::Place>& then);

}  // namespace niclab::board
