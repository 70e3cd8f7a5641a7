/// @file The part of a chain that all cards for an ATM line share: from UTOPIA to UTOPIA.
#pragma once

#include "card/chain.h"

namespace niclab::board {

inline constexpr card::PacketEvent kOntoTheLine{
    "tx_soc",
    card::EventKind::TxSoc,
    {"phy_in_to_phy_out", "TxUTOPIA to RxUTOPIA: both PHYs, the fiber", "line", false, true}};

}  // namespace niclab::board
