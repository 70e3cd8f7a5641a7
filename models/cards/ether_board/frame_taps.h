/// @file The reports of a chip about its frames, for observers.
#pragma once

#include "card/unit_outcome.h"
#include "cards/ether_board/address.h"
#include "core/tap.h"

namespace niclab::ether_board {

/// What moves a frame between the card and host memory: the card as a bus master; the CPU; or the
/// card on a request of the CPU for each transfer.
enum class Mover : std::uint8_t { Card, Cpu, Asked };

struct SendTaps {
    /// Reports that the MAC may send a frame, because the chip has the required part of it. The
    /// values are the destination, and the time at which the chip received the frame's descriptor,
    /// or its length.
    core::Tap<Address, core::Femtoseconds> offered;
    core::Tap<>
        stopped;  ///< Reports that the host stopped the chip; a frame that waits is withdrawn, and may be offered again.
    core::Tap<> closed;  ///< Reports that the host can see the result; the next frame may begin.
};

/// A report of a frame that was received without damage: destination, result, and the end of its
/// carrier. On PCI Express a frame is reported as stored when the chip hands its status to the bus, at
/// the edge before the bus takes it. The status is in memory later.
using ReceiveTap = core::Tap<Address, card::UnitOutcome, core::Femtoseconds>;

/// A report of a run of octets that went through the chip's data port since that time, or that its
/// bus master moved since the request. True: into the card.
using CopyTap = core::Tap<bool, core::Femtoseconds>;

}  // namespace niclab::ether_board
