/// @file Causes and spans that all cards for an ATM line share: from the transmit FIFO to the
/// receiving chip.
#pragma once

#include "card/what_if.h"

namespace niclab::board {

namespace causes {

using namespace card::causes;
using card::Cause;

inline constexpr Cause kUserCellsBefore{"transmit_fifo.user_cells", "transmit FIFO", kWaits,
                                        "cells of packets before it"};
inline constexpr Cause kNullCellsBefore{"transmit_fifo.null_cells", "transmit FIFO", kWaits, "null cells before it"};
inline constexpr Cause kPresentCell{"transmit_fifo.cell_on_utopia", "transmit FIFO", kWaits,
                                    "the cell on TxUTOPIA, SONET overhead"};
inline constexpr Cause kTxUtopia{"tx_utopia.cell", "TxUTOPIA", kWorks, "53 octets"};
inline constexpr Cause kPhyFifo{"phy_transmit_fifo.queue", "PHY transmit FIFO", kWaits,
                                "cells and SONET overhead before it"};
inline constexpr Cause kLineCell{"line.cell", kLinePlace, kWorks, "53 octets"};
inline constexpr Cause kLineOverhead{"line.pipelines", kLinePlace, kWorks, "SONET overhead, pipelines and fiber"};
inline constexpr Cause kRxUtopiaTurn{"phy_receive_fifo.rx_utopia", "PHY receive FIFO", kWaits, "RxUTOPIA"};
inline constexpr Cause kRxUtopia{"rx_utopia.cell", "RxUTOPIA", kWorks, "53 octets"};

}  // namespace causes

/// All causes above, in a packet's order.
std::vector<const card::Cause*> line_causes();

/// With the stages of all these boards. `fifo_key`: the chip's key for its transmit FIFO.
std::vector<card::WhatIf> what_ifs(const std::string& fifo_key);

/// The duration of a cell on the sender's wires.
struct CellTimes {
    core::Femtoseconds utopia, line;
};

/// Adds the spans from the transmit FIFO to the far PHY's FIFO.
void add_line(card::Spans& spans, const card::TracedPacket& packet, const CellTimes& cell);
/// The part of them from the launch of the cell on; `cell`: its duration on the line.
void add_launched(card::Spans& spans, const card::TracedPacket& packet, core::Femtoseconds cell);
/// Adds the spans from the PHY's FIFO into the chip.
void add_off_the_line(card::Spans& spans, const card::TracedPacket& packet);

}  // namespace niclab::board
