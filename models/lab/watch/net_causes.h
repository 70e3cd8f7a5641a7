/// @file The causes of a packet's time between two cards of which at least one is at the cycle level,
/// and in a coarse card.
#pragma once

#include <vector>

#include "card/chain.h"
#include "card/spans.h"
#include "lab/experiment/traffic.h"

namespace niclab::lab {

namespace net_causes {

using card::Cause;
inline constexpr bool kWaits = true, kWorks = false;

// Cells: of the first one, up to the last one.
inline constexpr Cause kEntry{"net.entry", "net", kWorks, "PHY and UTOPIA after the fiber"};
inline constexpr Cause kCell{"net.cell", "net", kWorks, "first cell onto the line"};
inline constexpr Cause kDelay{"net.delay", "net", kWorks, "delay of the lines"};
inline constexpr Cause kSwitches{"net.switches", "net", kWaits, "the queues of the switches"};
inline constexpr Cause kReassembly{"net.reassembly", "net", kWaits, "the other cells of the packet"};
inline constexpr Cause kExit{"net.exit", "net", kWaits, "cells before it, UTOPIA, SONET overhead"};
// Frames.
inline constexpr Cause kTransit{"net.transit", "net", kWorks, "through a switch or bridge"};
inline constexpr Cause kQueue{"net.queue", "net", kWaits, "packets before it at a port"};
inline constexpr Cause kAccess{"net.access", "net", kWaits, "deferral and gap before the first attempt"};
inline constexpr Cause kCollisions{"net.collisions", "net", kWaits, "collided attempts, back-off, deferral"};
inline constexpr Cause kFrame{"net.frame", "net", kWorks, "first bit to the end of carrier"};
// Coarse cards.
inline constexpr Cause kCoarseSends{"coarse_sending.card", "sending card", kWorks, "coarse card, ready to send"};
inline constexpr Cause kCoarseTurn{"coarse_sending.turn", "sending card", kWaits, "coarse card: packets before it"};
inline constexpr Cause kCoarseReceives{"coarse_receiving.card", "receiving card", kWorks,
                                       "coarse card, to the host's memory"};

}  // namespace net_causes

/// All of them, in a packet's order.
std::vector<const card::Cause*> all_net_causes();

/// The places between the two cards, in a packet's order.
std::vector<card::Place> places_in_net();
/// The path of packets from one card over the net to another.
card::ChainPtr chain_over_net(const card::CardPath& sending, card::CardPath receiving);

/// The events of a coarse card.
enum CoarseSending : unsigned { kInCard, kFirstSent };
enum CoarseReceiving : unsigned { kArrived, kInHost };
/// Its path, as a card declares it.
const card::CardPath& coarse_path();

/// Sum of the delays of a connection's lines; `back`: from its second host.
core::Femtoseconds delay_of(const Traffic& traffic, const TrafficVc& vc, bool back);

}  // namespace niclab::lab
