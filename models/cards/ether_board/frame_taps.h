/// @file  What a chip tells of the frames that pass it, for observers.
#pragma once

#include "card/fate.h"
#include "cards/ether_board/address.h"
#include "core/tap.h"

namespace niclab::ether_board {

struct SendTaps {
    core::Tap<> taken;           ///< The chip knows of a frame to send: its descriptor, or its length, is in it.
    core::Tap<Address> offered;  ///< The MAC may have it: so much of it as the chip asks for is there. To whom it goes.
    core::Tap<> closed;          ///< The host can see what came of it; the next one may be looked for.
};

/// A frame that came in whole and intact: to whom, what became of it, and when its carrier was over.
using ReceiveTap = core::Tap<Address, card::Fate, core::Femtoseconds>;

}  // namespace niclab::ether_board
