/// @file  A cell as observers of an engine know it.
#pragma once

#include "atm/cell.h"
#include "card/engine.h"
#include "cards/board/atm_device.h"

namespace niclab::board {

inline card::Unit unit_of(const atm::Header& h) { return {channel(h.vpi, h.vci), (h.pti & 1) != 0}; }

}  // namespace niclab::board
