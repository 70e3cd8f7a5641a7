/// @file  The way of a frame through an Ethernet card that is master of its bus: moments, stages, causes, places.
///
///     call ... taken ... offered ... first_bit ... last_bit ... in_memory ... delivered
///      | stl    | tx_fetch | medium_access | wire     | rx_store   | srl
#pragma once

#include "card/causes.h"
#include "cards/ether_board/frame_log.h"

namespace niclab::ether_board {

/// Moments that the card tells of, of what it sends and of what it receives.
enum Sending : unsigned { kTaken, kOffered, kFirstBit };
enum Receiving : unsigned { kLastBit, kInMemory };

namespace causes {

using card::Cause;
inline constexpr bool kWaits = true, kWorks = false;

inline constexpr Cause kTurn{"tx_ring.turn", "sending card", kWaits, "frames before it"};
inline constexpr Cause kLook{"tx_ring.descriptor", "sending card", kWorks, "finds its descriptor"};
inline constexpr Cause kDeferral{"medium_access.deferral", "line", kWaits, "deferral"};
inline constexpr Cause kGap{"medium_access.gap", "line", kWaits, "gap between frames"};
inline constexpr Cause kCollided{"medium_access.collided", "line", kWaits, "collided attempt"};
inline constexpr Cause kBackoff{"medium_access.backoff", "line", kWaits, "back-off"};
// Stages as a whole, where nothing more is known of them.
inline constexpr Cause kFetch{"tx_fetch", "sending PCI", kWorks,
                              "descriptor in the card to its first octets for the MAC"};
inline constexpr Cause kWire{"wire", "line", kWorks,
                             "first bit of the preamble to the end of carrier at the receiving MAC"};
inline constexpr Cause kStore{"rx_store", "receiving PCI", kWorks,
                              "end of carrier to the frame's status in host memory"};

}  // namespace causes

std::vector<const card::Cause*> frame_causes();
const card::Halves& frame_chain();

/// `free_from`: when the transmitter had done with the frame before.
struct Waited {
    core::Femtoseconds free_from = 0;
    const std::vector<WaitingStep>* steps = nullptr;
    std::string behind;  ///< The station at the line's other end.
};
void add_sending(card::Spans& spans, const card::Passed& packet, const Waited& waited);
void add_receiving(card::Spans& spans, const card::Passed& packet);

}  // namespace niclab::ether_board
