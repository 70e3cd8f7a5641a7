#include "cards/board/places.h"

namespace niclab::board {

using card::Place;
using card::PlaceKind;
using card::Why;

namespace {

Place utopia(const char* id, const char* cell) {
    const Why works{cell,
                    "One octet a clock: nobody is waited for, the cell simply takes that long.",
                    {"nic.utopia.clock", "nic.utopia.width"}};
    return {id, "UTOPIA", PlaceKind::Interface, {works}, "", {"nic.utopia.clock"}};
}

}  // namespace

Place transmit_fifo(const char* depth) {
    const Why behind{"transmit_fifo.user_cells",
                     "Cells of packets before it are still in the FIFO; each leaves in one cell time of the line.",
                     {depth},
                     "cells of packets before it",
                     "tx_utopia"};
    const Why nulls{"transmit_fifo.null_cells",
                    "The engine fills every cell slot. Nobody was sending, so the FIFO was full of null cells when the "
                    "packet came; each leaves in one cell time of the line.",
                    {depth, "nic.sar.null_cells"},
                    "null cells the engine put in before",
                    "sending_sar"};
    const Why present{
        "transmit_fifo.cell_on_utopia",
        "The cell that is just crossing to the PHY must end first, and the PHY takes the next one when the "
        "line has room.",
        {"nic.utopia.clock", "nic.phy.tx_fifo_cells"},
        "the cell on UTOPIA",
        "tx_utopia"};
    return {"transmit_fifo", "transmit FIFO", PlaceKind::Fifo, {behind, nulls, present}, depth};
}

std::vector<Place> onto_the_line() {
    const Why queue{
        "phy_transmit_fifo.queue",
        "Cells wait in the PHY for their turn on the line, and 10 of 270 columns of a SONET frame carry none.",
        {"nic.phy.tx_fifo_cells", "line.rate"},
        "cells ahead and SONET overhead",
        "line"};
    const Why cell{"line.cell", "53 octets at the rate of the line.", {"line.rate"}};
    const Why pipelines{
        "line.pipelines",
        "Octets pass both PHYs' pipelines and the glass, 5 us a kilometre, and wait for the frame's overhead.",
        {"line.length", "nic.phy.pipeline_octets"}};
    return {utopia("tx_utopia", "tx_utopia.cell"),
            {"phy_transmit_fifo", "PHY FIFO", PlaceKind::Fifo, {queue}, "nic.phy.tx_fifo_cells"},
            {"line", "line", PlaceKind::Line, {cell, pipelines}}};
}

std::vector<Place> off_the_line() {
    const Why turn{"phy_receive_fifo.rx_utopia",
                   "A cell may leave the PHY when the receiving card asks for it.",
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
