/// @file The table of pdus.csv: each column with its value of a packet.
#pragma once

#include <string>

#include "core/table.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

/// One packet in one direction.
struct PduLine {
    const probe::PduRow& row;
    const std::string& direction;
    const std::string& flow;
    bool has_cells = true;  ///< False: on a line of the cards' own kind.
};

/// Which columns a run has.
struct PduTableKind {
    bool several_flows = false;
    std::string own_units{};  ///< Of a line of the cards' own kind, instead of cells; empty: there are cells.
};

/// Without the times, which the cards' chains declare and which follow these columns.
core::Table<PduLine> pdu_table(const PduTableKind& kind);

}  // namespace niclab::lab
