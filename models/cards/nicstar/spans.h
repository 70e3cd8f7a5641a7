/// @file The latency spans of a packet in this chip: the causes, and the spans derived from the
/// points that it passed.
#pragma once

#include "cards/board/spans.h"

namespace niclab::nicstar {

namespace causes {

using namespace board::causes;

inline constexpr Cause kPdusBefore{"sending_sar.pdus", "sending SAR", kWaits, "PDUs before it"};
inline constexpr Cause kSchedule{"sending_sar.schedule", "sending SAR", kWaits, "next cell slot, schedule, descriptor"};
inline constexpr Cause kCellAssembly{"sending_sar.cell", "sending SAR", kWorks, "cell assembly"};
inline constexpr Cause kPortRxFifo{"sram.receive_fifo", "SRAM", kWaits, "port busy: receive FIFO"};
inline constexpr Cause kPortSegmentation{"sram.segmentation", "SRAM", kWaits, "port busy: segmentation"};
inline constexpr Cause kPortReassembly{"sram.reassembly", "SRAM", kWaits, "port busy: reassembly"};
inline constexpr Cause kPortHost{"sram.host_command", "SRAM", kWaits, "port busy: host command"};
inline constexpr Cause kReceivedBefore{"receive_fifo.cells", "receive FIFO", kWaits, "cells before it"};
inline constexpr Cause kLookUp{"receiving_sar.look_up", "receiving SAR", kWorks, "look-up and buffer"};
inline constexpr Cause kTableTurn{"receiving_sar.table_turn", "receiving SAR", kWaits,
                                  "the card's other bursts before the look-up in host memory"};
inline constexpr Cause kTableRead{"receiving_pci.table", "receiving PCI", kWorks, "table entry"};
inline constexpr Cause kOtherBurst{"receiving_sar.other_burst", "receiving SAR", kWaits, "the card's other burst"};
inline constexpr Cause kOtherCells{"receiving_sar.other_cells", "receiving SAR", kWaits, "the PDU's other cells"};

}  // namespace causes

/// All causes above, and those of the board.
std::vector<const card::Cause*> all_causes();
std::vector<card::WhatIf> what_ifs();

/// Adds the spans from the driver's doorbell to the transmit FIFO.
void add_sending(card::Spans& spans, const card::TracedPacket& packet);
/// Adds the spans from the receive FIFO to the interrupt handler.
void add_receiving(card::Spans& spans, const card::TracedPacket& packet);

}  // namespace niclab::nicstar
