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
                "The SRAM has one port, an access a clock; another of the card's engines has it.",
                {"nic.sar.sram_priority"},
                "the SRAM's port"};

std::vector<Place> sending_places() {
    const Why schedule{
        "sending_sar.schedule",
        "The engine decides once a cell time what goes out; the descriptor is fetched in one slot and the "
        "payload in the next.",
        {"nic.sar.schedule_clocks", "nic.sar.clock"},
        "the next cell slot"};
    const Why others{"sending_sar.pdus",
                     "Earlier packets of the same connection are sent first.",
                     {"driver.tx_buffers"},
                     "packets before it"};
    const Why cell{"sending_sar.cell",
                   "Header and payload are put together and go into the transmit FIFO.",
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
                      "The engine looks the connection up in SRAM and finds a buffer for the payload.",
                      {"nic.sar.lookup_clocks", "nic.sar.receive_clocks"}};
    const Why table{"receiving_sar.table_turn",
                    "The connection's entry is in host memory; the card's other bursts go over the bus first.",
                    {"nic.sar.tables", "nic.sar.table_cache"}};
    const Why other{"receiving_sar.other_burst",
                    "The card has one way to the bus, and a burst of its other engine is on it.",
                    {"nic.sar.dma_burst_dwords"}};
    const Why rest =
        board::other_cells("receiving_sar.other_cells",
                           "The first cell is in memory; the rest of the packet is still on its way, and the "
                           "host is told when all of it has come.");
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
