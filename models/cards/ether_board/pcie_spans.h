/// @file The time of a frame on PCI Express: causes, places, and the division of a stage by the
/// transfers of the card.
#pragma once

#include <vector>

#include "card/chain.h"
#include "card/spans.h"
#include "pcie/slot/transfer_log.h"

namespace niclab::ether_board {

/// The host of which the time is: of the sender or of the receiver.
enum class Half { Sending, Receiving };

/// All of both halves.
std::vector<const card::Cause*> pcie_causes();
/// Adds spans up to `until`: the steps of the transfers in that time, and `filler` between them.
void divide(card::Spans& spans, core::Femtoseconds until, const pcie::TransferLog::Transfers& transfers,
            const card::Cause& filler, Half half);
/// A chain of a card on PCI, as that of a card on PCI Express.
card::CardPath on_pcie(card::CardPath path);

}  // namespace niclab::ether_board
