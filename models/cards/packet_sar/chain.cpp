#include "cards/board/chain.h"

#include "cards/board/places.h"
#include "cards/packet_sar/packet_sar.h"

namespace niclab::packet_sar {

using card::EventKind;
using card::Place;
using card::PlaceKind;
using card::Why;

namespace {

Place firmware(const char* id, const char* explain, const std::vector<const char*>& keys) {
    return {id, "firmware", PlaceKind::Firmware, {{id, explain, keys}}};
}

/// `window`: the name of the host's accesses to it.
Place memory(const char* window, std::vector<Why> whys) {
    whys.push_back({window, "The card adds wait clocks before the first data of its memory.", {"pci.clock"}});
    return {"packet_memory", "packet memory", PlaceKind::Store, whys, "", {"nic.packet.memory_octets"}, {window}};
}

/// Of packets to be sent.
std::vector<Why> on_the_card() {
    const std::vector<const char*> room{"nic.packet.transmit_octets", "nic.packet.memory_octets"};
    return {
        {"packet_memory.copy_turn",
         "The card reads the descriptor, and copies earlier packets first.",
         {"pci.clock", "nic.packet.transmit_burst_dwords"}},
        {"packet_memory.room",
         "The card reads the descriptor, copies earlier packets first, and waits until its memory has space.", room},
        {"packet_memory.send_turn",
         "The packet is in the card's memory. Earlier packets are sent first.",
         {"line.rate"}},
        {"packet_memory.first_cell",
         "The packet is in the card's memory. The engine segments its first cell.",
         {"nic.packet.transmit_firmware_clocks"}}};
}

/// Of received packets.
std::vector<Why> off_the_card() {
    return {
        {"packet_memory.look_up",
         "The card looks up the connections of earlier cells, then that of the packet.",
         {"nic.packet.lookup_clocks"}},
        board::other_cells("packet_memory.other_cells",
                           "The card holds the packet until its last cell has arrived, and then moves it as a whole."),
        {"packet_memory.delivery_turn",
         "The packet is complete. It waits for earlier packets and for a free host buffer.",
         {"driver.rx_buffers", "nic.packet.hold_without_buffer"}}};
}

std::vector<Place> sending_places(const Config& config) {
    std::vector<Place> found;
    if (config.transmit == Transfer::Dma) found.push_back(card::places::sending_memory());
    found.push_back(card::places::sending_bus());
    if (config.transmit_firmware_clocks + config.transmit_firmware_pdu_clocks > 0)
        found.push_back(firmware("sending_firmware", "The card's processor runs firmware for the packet.",
                                 {"nic.packet.transmit_firmware_pdu_clocks", "nic.packet.transmit_firmware_clocks"}));
    found.push_back(memory("sending_window", on_the_card()));
    found.push_back(board::transmit_fifo("nic.packet.tx_fifo_cells"));
    return board::joined(std::move(found), board::onto_the_line());
}

std::vector<Place> receiving_places(const Config& config) {
    std::vector<Place> found = board::off_the_line();
    if (config.receive_firmware_clocks + config.receive_firmware_pdu_clocks > 0)
        found.push_back(firmware("receiving_firmware",
                                 "The card's processor runs firmware for each cell and for the packet.",
                                 {"nic.packet.receive_firmware_pdu_clocks", "nic.packet.receive_firmware_clocks"}));
    found.push_back(memory("receiving_window", off_the_card()));
    found.push_back(card::places::receiving_bus());
    if (config.receive == Transfer::Dma) found.push_back(card::places::receiving_memory());
    return found;
}

}  // namespace

card::CardPath chain(const Config& config) {
    return {
        {{"tx_req",
          EventKind::TxReq,
          {"pci_access_tx", "REQ# to TRDY# of its first octets", "sending PCI", true, true}},
         {"tx_trdy",
          EventKind::TxTrdy,
          {"sar_segmentation", "TRDY# to the first cell on TxUTOPIA", "packet memory", false, true}},
         board::kOntoTheLine},
        {{"rx_soc",
          EventKind::RxSoc,
          {"sar_reassembly", "RxUTOPIA to REQ# of the first payload burst", "packet memory", false, true}},
         {"rx_req", EventKind::RxReq, {"pci_access_rx", "REQ# to TRDY# of that burst", "receiving PCI", true, true}},
         {"rx_trdy", EventKind::RxTrdy, card::kToProgram}},
        sending_places(config),
        receiving_places(config)};
}

}  // namespace niclab::packet_sar
