/// @file The path of a frame through an Ethernet card: events, stages, causes.
///
/// Events, and between them stages, from the call of the sending program to the delivery:
///
///     call            software_send
///     BEGIN           tx_fetch, tx_fill or tx_download
///     offered         medium_access
///     first_bit       wire
///     last_bit        rx_store or rx_ring
///     STORED          software_receive
///     delivered
///
/// A bus master fetches: BEGIN is descriptor_fetched, STORED in_memory. With copies by the CPU of the
/// host BEGIN is doorbell, STORED in_ring. A bus master on request downloads, with the events of the
/// second kind.
#pragma once

#include "bus/kind.h"
#include "card/causes.h"
#include "cards/ether_board/frame_log.h"
#include "cards/ether_board/frame_taps.h"
#include "pcie/slot/transfer_log.h"

namespace niclab::ether_board {

/// The events that the card reports for sent and for received frames.
enum Sending : unsigned { kTaken, kOffered, kFirstBit };  ///< kTaken: it took the descriptor, or was notified.
enum Receiving : unsigned { kLastBit, kInMemory };

namespace causes {

using card::Cause;
inline constexpr bool kWaits = true, kWorks = false;

inline constexpr Cause kTurn{"tx_ring.turn", "sending card", kWaits, "frames before it"};
inline constexpr Cause kLook{"tx_ring.descriptor", "sending card", kWorks, "descriptor fetch"};
inline constexpr Cause kDeferral{"medium_access.deferral", "line", kWaits, "deferral"};
inline constexpr Cause kGap{"medium_access.gap", "line", kWaits, "gap between frames"};
inline constexpr Cause kCollided{"medium_access.collided", "line", kWaits, "collided attempt"};
inline constexpr Cause kBackoff{"medium_access.backoff", "line", kWaits, "back-off"};
// At a port of a switch.
inline constexpr Cause kWireTo{"wire.to_switch", "line", kWorks,
                               "first bit of the preamble to the end of carrier at the switch"};
inline constexpr Cause kWireFrom{"wire.from_switch", "line", kWorks,
                                 "first bit from the switch to the end of carrier at the receiving MAC"};
inline constexpr Cause kSwitchTransit{"switch.transit", "switch", kWorks, "through the switch"};
inline constexpr Cause kSwitchQueue{"switch.queue", "switch", kWaits, "frames before it"};
inline constexpr Cause kPortDeferral{"switch_port.deferral", "switch", kWaits, "deferral"};
inline constexpr Cause kPortGap{"switch_port.gap", "switch", kWaits, "gap between frames"};
inline constexpr Cause kPortCollided{"switch_port.collided", "switch", kWaits, "collided attempt"};
inline constexpr Cause kPortBackoff{"switch_port.backoff", "switch", kWaits, "back-off"};
inline constexpr Cause kOthers{"tx_memory.turn", "sending card", kWaits, "frames before it"};
inline constexpr Cause kCommand{"tx_memory.command", "sending driver", kWaits, "the driver's command to send it"};
// Stages as a whole, if no details are known.
inline constexpr Cause kFetch{"tx_fetch", "sending bus", kWorks,
                              "descriptor in the card to its first octets for the MAC"};
inline constexpr Cause kWire{"wire", "line", kWorks,
                             "first bit of the preamble to the end of carrier at the receiving MAC"};
inline constexpr Cause kStore{"rx_store", "receiving bus", kWorks,
                              "end of carrier to the frame's status in host memory"};
inline constexpr Cause kFill{"tx_fill", "sending card", kWorks, "command to the card to its first octets for the MAC"};
inline constexpr Cause kDownload{"tx_download", "sending bus", kWorks,
                                 "command to the card to its first octets for the MAC"};
inline constexpr Cause kUpload{"rx_upload", "receiving bus", kWorks, "the whole frame out of the card's memory"};
inline constexpr Cause kRing{"rx_ring", "receiving card", kWorks,
                             "end of carrier to the frame's header in the card's memory"};

}  // namespace causes

std::vector<const card::Cause*> frame_causes(const std::vector<Mover>& movers);
const card::CardPath& frame_chain(Mover mover, bus::Kind bus);

/// A copy of a frame by the CPU, or by the card on request.
struct Copy {
    core::Femtoseconds begin = 0, end = 0;
};
/// `free_from`: time at which the transmitter had finished the previous frame.
struct Waited {
    core::Femtoseconds free_from = 0;
    const std::vector<WaitingStep>* steps = nullptr;
    std::string behind;  ///< Name of the station at the line's other end.
};
inline constexpr StepCauses kOfStation{causes::kDeferral, causes::kGap, causes::kCollided, causes::kBackoff};
inline constexpr StepCauses kOfPort{causes::kPortDeferral, causes::kPortGap, causes::kPortCollided,
                                    causes::kPortBackoff};
/// Time at which the card took the frame, or was notified of it.
core::Femtoseconds taken_at(const card::TracedPacket& packet);
/// `copy`: nullptr: the card's bus master moved the frame without a request.
void add_sending(card::Spans& spans, const card::TracedPacket& packet, Mover mover, const Waited& waited,
                 const Copy* copy);
void add_receiving(card::Spans& spans, const card::TracedPacket& packet, Mover mover, const Copy* copy);
/// Of a bus master on PCI Express.
void add_sending(card::Spans& spans, const card::TracedPacket& packet, const Waited& waited,
                 const pcie::TransferLog& log);
void add_receiving(card::Spans& spans, const card::TracedPacket& packet, const pcie::TransferLog& log);

/// A frame in a switch: the times at which it had arrived, was in its port's queue and was the
/// first there, and the waits of that port's MAC.
struct Crossing {
    core::Femtoseconds came = 0, queued = 0, first = 0;
};
void add_crossing(card::Spans& spans, const card::TracedPacket& packet, const Crossing& crossing, const Waited& waited);
/// The first bit of the successful attempt, at the sending card.
core::Femtoseconds first_bit_of(const card::TracedPacket& packet);

}  // namespace niclab::ether_board
