#include "lab/results/pdu_table.h"

#include "cards/board/atm_device.h"
#include "lab/results/columns.h"

namespace niclab::lab {

namespace {

using core::Cell;
using Pdus = core::Table<PduLine>;

/// A packet on a line of the cards' own kind has neither VPI nor VCI.
Cell of_cells(const PduLine& p, std::uint64_t value) { return p.has_cells ? Cell(value) : Cell(std::string()); }

}  // namespace

Pdus pdu_table(const PduTableKind& kind) {
    const bool own = !kind.own_units.empty();
    const std::string units = own ? kind.own_units : "cells";
    Pdus table{{kRun, [](const PduLine& p) -> Cell { return std::uint64_t{p.row.run}; }},
               {{"pdu", "", "Number of the packet in its direction, from 0 in each run."},
                [](const PduLine& p) -> Cell { return std::uint64_t{p.row.pdu}; }},
               {{"direction", "", "Direction between two hosts, such as a_to_b."},
                [](const PduLine& p) -> Cell { return p.direction; }}};
    if (kind.several_flows)
        table.add({{{"flow", "", "Name of the flow, if there are several."},
                    [](const PduLine& p) -> Cell { return p.flow; }}});
    if (own)
        table.add({{{"channel", "", "Channel number on a line that is not ATM, instead of vpi and vci."},
                    [](const PduLine& p) -> Cell { return std::uint64_t{board::channel(p.row.vpi, p.row.vci)}; }}});
    else
        table.add({{{"vpi", "", "Virtual path identifier of the packet's cells."},
                    [](const PduLine& p) { return of_cells(p, p.row.vpi); }},
                   {{"vci", "", "Virtual channel identifier of the packet's cells."},
                    [](const PduLine& p) { return of_cells(p, p.row.vci); }}});
    return table.add(
        {{{"payload_octets", "octets", "Payload of the program in octets."},
          [](const PduLine& p) -> Cell { return std::uint64_t{p.row.payload_octets}; }},
         {{"sdu_octets", "octets", "Payload with protocol headers, in octets."},
          [](const PduLine& p) -> Cell { return std::uint64_t{p.row.sdu_octets}; }},
         {{units, units, "Number of cells of the packet, or of the units of a line of the card's own kind."},
          [](const PduLine& p) -> Cell { return std::uint64_t{p.row.cells}; }},
         {{"status", "", "Result: ok, lost, crc_error or length_error."},
          [](const PduLine& p) -> Cell { return p.row.status; }}});
}

}  // namespace niclab::lab
