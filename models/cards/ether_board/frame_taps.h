/// @file  What a chip tells of the frames that pass it, for observers.
#pragma once

#include "card/fate.h"
#include "cards/ether_board/address.h"
#include "core/tap.h"

namespace niclab::ether_board {

/// Who moves a frame between the card and host memory: the card, as master of the bus, of itself; the CPU; or the card, once the CPU asks it
/// to, each time.
enum class Mover : std::uint8_t { Card, Cpu, Asked };

struct SendTaps {
    /// The MAC may have a frame: so much of it as the chip asks for is there. To whom it goes; and since when the chip
    /// knows of it: its descriptor, or its length, came in.
    core::Tap<Address, core::Femtoseconds> offered;
    core::Tap<> closed;  ///< The host can see what came of it; the next one may be looked for.
};

/// A frame that came in whole and intact: to whom, what became of it, and when its carrier was over.
using ReceiveTap = core::Tap<Address, card::Fate, core::Femtoseconds>;

/// A run of octets went through the chip's data port since then, or was moved by its master since it was asked to: into the card (true)
/// or out of it.
using CopyTap = core::Tap<bool, core::Femtoseconds>;

}  // namespace niclab::ether_board
