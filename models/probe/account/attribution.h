/// @file  Where the time of a PDU went: its life as a chain of spans that follow each other without a gap.
///
/// Each span has a cause (causes.h): a place, and whether the PDU waited for it or it worked for the PDU. Spans
/// telescope: their durations sum to the whole exactly, in femtoseconds, whatever was seen and what was not; a place
/// that was not seen belongs to the span behind it.
#pragma once

#include <string>
#include <vector>

#include "probe/account/causes.h"
#include "probe/track/pdu_life.h"

namespace niclab::probe {

struct Span {
    const Cause* cause;
    core::Femtoseconds begin, end;
    unsigned amount = 0;  ///< Of what the cause counts, such as cells; 0: nothing.
    std::string holder;   ///< Who had what the PDU waited for, where that was seen.
    std::string words() const { return holder.empty() ? cause->words : cause->words + (": " + holder); }
    core::Femtoseconds duration() const { return end - begin; }
};

/// A card that has packet memory.
struct PacketCard {
    bool holds_pdus = false;  ///< It is one.
    bool host_moves = false;  ///< Programmed I/O.
    core::Femtoseconds pdu_firmware_fs = 0, cell_firmware_fs = 0;
};

struct AttributionConfig {
    core::Femtoseconds serial_fs = 0;          ///< Access to the serial port at the start of the call; 0: not marked.
    core::Femtoseconds octet_fs = 51'440'329;  ///< On the line.
    core::Femtoseconds utopia_cell_fs = 53 * octet_fs;  ///< A cell on the sender's UTOPIA.
    PacketCard sending, receiving;
    core::Femtoseconds sending_clock_fs = 30'303'030, receiving_clock_fs = 30'303'030;  ///< PCI clocks.
};

/// The chain of a delivered PDU, from the call to the program; empty for one that was not delivered.
std::vector<Span> attribute(const PduRow& row, const PduLife& life, const AttributionConfig& config);

}  // namespace niclab::probe
