/// @file A cell as the unit that observers of an engine receive.
#pragma once

#include "atm/cell.h"
#include "card/engine.h"
#include "cards/board/atm_device.h"

namespace niclab::board {

inline card::Unit unit_of(const atm::Header& h) { return {channel(h.vpi, h.vci), (h.pti & 1) != 0}; }

}  // namespace niclab::board
