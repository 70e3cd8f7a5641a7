#include "cards/board/places.h"

namespace niclab::board {

using card::Place;
using card::PlaceKind;
using card::Why;

namespace {

Place utopia(const char* id, const char* cell) {
    const Why works{cell, "The cell is transferred, one octet per clock.", {"nic.utopia.clock", "nic.utopia.width"}};
    return {id, "UTOPIA", PlaceKind::Interface, {works}, "", {"nic.utopia.clock"}};
}

}  // namespace

Place transmit_fifo(const char* depth) {
    const Why cells{"transmit_fifo.user_cells",
                    "Cells of earlier packets are in the transmit FIFO. One leaves per cell slot of the line.",
                    {depth},
                    "cells of packets before it",
                    "tx_utopia"};
    const Why nulls{"transmit_fifo.null_cells",
                    "The engine fills every unused cell slot with a null cell. The transmit FIFO was full of them when "
                    "the packet arrived. One leaves per cell slot.",
                    {depth, "nic.sar.null_cells"},
                    "null cells before it",
                    "sending_sar"};
    const Why present{"transmit_fifo.cell_on_utopia",
                      "The current cell on TxUTOPIA ends first. The PHY accepts the next one when its FIFO has space.",
                      {"nic.utopia.clock", "nic.phy.tx_fifo_cells"},
                      "the cell on UTOPIA",
                      "tx_utopia"};
    return {"transmit_fifo", "transmit FIFO", PlaceKind::Fifo, {cells, nulls, present}, depth};
}

std::vector<Place> onto_the_line() {
    const Why queue{"phy_transmit_fifo.queue",
                    "Cells wait in the PHY for the line. 10 of 270 columns of a SONET frame carry no cells.",
                    {"nic.phy.tx_fifo_cells", "line.rate"},
                    "cells ahead and SONET overhead",
                    "line"};
    const Why cell{"line.cell", "The 53 octets of the cell are sent at the line rate.", {"line.rate"}};
    const Why pipelines{"line.pipelines",
                        "Octets pass the pipelines of both PHYs and the fiber (5 us/km), and wait for SONET overhead.",
                        {"line.length", "nic.phy.pipeline_octets"}};
    return {utopia("tx_utopia", "tx_utopia.cell"),
            {"phy_transmit_fifo", "PHY FIFO", PlaceKind::Fifo, {queue}, "nic.phy.tx_fifo_cells"},
            {"line", "line", PlaceKind::Line, {cell, pipelines}}};
}

std::vector<Place> off_the_line() {
    const Why turn{"phy_receive_fifo.rx_utopia",
                   "A cell waits in the PHY until the receiving card asserts RxEnb*.",
                   {"nic.utopia.handshake"}};
    return {{"phy_receive_fifo", "PHY FIFO", PlaceKind::Fifo, {turn}, "nic.phy.rx_fifo_cells"},
            utopia("rx_utopia", "rx_utopia.cell")};
}

Why other_cells(const char* cause, const char* explain) {
    return {cause, explain, {"workload.sizes", "line.rate"}, "the rest of the packet", "line"};
}

std::vector<Place> joined(std::vector<Place> first, const std::vector<Place>& then) {
    first.insert(first.end(), then.begin(), then.end());
    return first;
}

}  // namespace niclab::board
