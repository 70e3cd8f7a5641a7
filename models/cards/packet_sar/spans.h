/// @file The latency spans of a packet in a chip with packet memory: the causes, and the spans
/// derived from the points that it passed.
#pragma once

#include "cards/board/spans.h"

namespace niclab::packet_sar {

namespace causes {

using namespace board::causes;

inline constexpr Cause kTellCard{"sending_driver.descriptor", "sending driver", kWorks,
                                 "descriptor and doorbell to the card"};
inline constexpr Cause kHostBeginsWrite{"sending_driver.write", "sending driver", kWorks, "write to the card"};
inline constexpr Cause kTxWindow{"sending_window.first_data", "packet memory", kWaits, "window's first data"};
inline constexpr Cause kCopyIn{"sending_pci.copy", "sending PCI", kWorks, "the whole PDU into packet memory"};
inline constexpr Cause kOlderToCopy{"packet_memory.copy_turn", "packet memory", kWaits, "descriptor, PDUs before it"};
inline constexpr Cause kRoomToCopy{"packet_memory.room", "packet memory", kWaits,
                                   "descriptor, PDUs before it, free space"};
inline constexpr Cause kOlderToSend{"packet_memory.send_turn", "packet memory", kWaits, "PDUs before it are sent"};
inline constexpr Cause kFirstCell{"packet_memory.first_cell", "packet memory", kWorks, "first cell"};
inline constexpr Cause kTxFirmware{"sending_firmware", "sending firmware", kWorks, "firmware"};
inline constexpr Cause kOlderToLookUp{"packet_memory.look_up", "packet memory", kWaits, "look-up, cells before it"};
inline constexpr Cause kWholePdu{"packet_memory.other_cells", "packet memory", kWaits, "the PDU's other cells"};
inline constexpr Cause kOlderToDeliver{"packet_memory.delivery_turn", "packet memory", kWaits,
                                       "PDUs before it, free buffer"};
inline constexpr Cause kRxFirmware{"receiving_firmware", "receiving firmware", kWorks, "firmware"};
inline constexpr Cause kRxWindow{"receiving_window.first_data", "packet memory", kWaits, "window's first data"};
inline constexpr Cause kCopyOut{"receiving_pci.copy", "receiving PCI", kWorks, "the whole PDU out of packet memory"};

}  // namespace causes

/// All causes above, and those of the board.
std::vector<const card::Cause*> all_causes();
std::vector<card::WhatIf> what_ifs();

/// The handling of a direction, and its time of the card's processor.
struct Handling {
    bool host_moves = false;  ///< Programmed I/O.
    core::Femtoseconds packet = 0, cell = 0;
};

/// The card copies the PDU, or the host does before it notifies the card.
void add_sending(card::Spans& spans, const card::TracedPacket& packet, const Handling& handling);
/// The card delivers the whole PDU, or the host fetches it.
void add_receiving(card::Spans& spans, const card::TracedPacket& packet, const Handling& handling);

}  // namespace niclab::packet_sar
