#include "cards/board/chain.h"

#include "cards/board/places.h"
#include "cards/nicstar/sar.h"

namespace niclab::nicstar {

using card::EventKind;
using card::Place;
using card::PlaceKind;
using card::Why;

namespace {

/// The engines' SRAM has one port: a wait for it is drawn as a wait in the engine.
const Why kPort{"sram",
                "The SRAM has one port with one access per clock. Another engine of the card uses it.",
                {"nic.sar.sram_priority"},
                "the SRAM's port"};

std::vector<Place> sending_places() {
    const Why schedule{
        "sending_sar.schedule",
        "The engine schedules once per cell slot. It reads the descriptor in one slot and the payload in the next.",
        {"nic.sar.schedule_clocks", "nic.sar.clock"},
        "the next cell slot"};
    const Why others{"sending_sar.pdus",
                     "Earlier packets of the same connection are sent first.",
                     {"driver.tx_buffers"},
                     "packets before it"};
    const Why cell{"sending_sar.cell",
                   "The engine assembles header and payload into a cell and writes it to the transmit FIFO.",
                   {"nic.sar.assembly_stage", "nic.sar.clock"}};
    return board::joined(
        {card::places::sending_memory(),
         card::places::sending_bus(),
         {"sending_sar", "SAR engine", PlaceKind::Engine, {schedule, others, cell, kPort}, "", {}, {"sram"}},
         board::transmit_fifo("nic.sar.tx_fifo_cells")},
        board::onto_the_line());
}

std::vector<Place> receiving_places() {
    const Why older{"receive_fifo.cells",
                    "Earlier cells are looked up first.",
                    {"nic.sar.receive_clocks", "nic.sar.lookup_clocks"},
                    "cells before it",
                    "receiving_sar"};
    const Why look_up{"receiving_sar.look_up",
                      "The engine looks up the connection in SRAM and selects a buffer for the payload.",
                      {"nic.sar.lookup_clocks", "nic.sar.receive_clocks"}};
    const Why table{"receiving_sar.table_turn",
                    "The entry of the connection is in host memory. Other bursts of the card use the bus first.",
                    {"nic.sar.tables", "nic.sar.table_cache"}};
    const Why other{"receiving_sar.other_burst",
                    "The card has one bus interface. A burst of its other engine uses it.",
                    {"nic.sar.dma_burst_dwords"}};
    const Why rest = board::other_cells(
        "receiving_sar.other_cells",
        "The first cell is in host memory. The card notifies the host when the other cells have arrived.");
    return board::joined(
        board::off_the_line(),
        {{"receive_fifo", "receive FIFO", PlaceKind::Fifo, {older}, "nic.sar.rx_fifo_cells"},
         {"receiving_sar", "SAR engine", PlaceKind::Engine, {look_up, table, other, rest, kPort}, "", {}, {"sram"}},
         card::places::receiving_bus(),
         card::places::receiving_memory()});
}

}  // namespace

const card::CardPath& chain() {
    static const card::CardPath halves{
        {{"tx_req", EventKind::TxReq, {"pci_access_tx", "REQ# to TRDY# of the descriptor", "sending PCI", true, true}},
         {"tx_trdy",
          EventKind::TxTrdy,
          {"sar_segmentation", "TRDY# to the first cell on TxUTOPIA", "sending SAR", false, true}},
         board::kOntoTheLine},
        {{"rx_soc",
          EventKind::RxSoc,
          {"sar_reassembly", "RxUTOPIA to REQ# of the first payload burst", "receiving SAR", false, true}},
         {"rx_req", EventKind::RxReq, {"pci_access_rx", "REQ# to TRDY# of that burst", "receiving PCI", true, true}},
         {"rx_trdy", EventKind::RxTrdy, card::kToProgram}},
        sending_places(),
        receiving_places()};
    return halves;
}

}  // namespace niclab::nicstar
