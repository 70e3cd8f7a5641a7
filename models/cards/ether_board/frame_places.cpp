#include "cards/ether_board/frame_places.h"

#include <algorithm>
#include <string_view>

namespace niclab::ether_board {

using card::Place;
using card::PlaceKind;

namespace {

/// The stages next to it account for the whole time of the octets.
const Place kTransmitFifo{"tx_fifo", "transmit FIFO", PlaceKind::Fifo},
    kReceiveFifo{"rx_fifo", "receive FIFO", PlaceKind::Fifo};

const card::Why kMemoryTurn{
    "tx_memory.turn",
    "The card sends one frame at a time. The packet waits in the card's memory for earlier frames.",
    {"workload.sizes"}};

/// A bus, with a stage in which it is used.
Place crossed(Place bus, const card::Why& stage) {
    bus.parts.push_back(stage.cause);
    bus.causes.push_back(stage);
    return bus;
}

/// Frames wait in the card's memory; its bus master moves them there on request.
std::vector<Place> sending_when_asked() {
    return {card::places::sending_memory(),
            crossed(card::places::sending_bus(), {"tx_download",
                                                  "The card's bus master reads the frame from host memory into the "
                                                  "FIFO, up to the threshold at which the MAC may start.",
                                                  {"pci.clock", "host.read.wait_clocks", "driver.start_octets"}}),
            {"tx_memory", "card's memory", PlaceKind::Store, {kMemoryTurn}},
            kTransmitFifo};
}

std::vector<Place> sending_memories(Mover mover) {
    if (mover == Mover::Asked) return sending_when_asked();
    if (mover == Mover::Cpu)
        return {card::places::sending_memory(),
                card::places::sending_bus(),
                {"tx_memory",
                 "card's memory",
                 PlaceKind::Store,
                 {kMemoryTurn,
                  {"tx_memory.command",
                   "The driver issues the send command at once, or in its interrupt handler after the frame before.",
                   {"host.interrupt_us", "pci.clock"},
                   "the driver"}}},
                {"tx_fill",
                 "transmit FIFO",
                 PlaceKind::Fifo,
                 {{"tx_fill",
                   "The transmit FIFO fills up to the threshold at which the MAC may start.",
                   {"nic.dp8390.chip_clock", "driver.start_octets"}}}}};
    return {card::places::sending_memory(),
            crossed(card::places::sending_bus(),
                    {"tx_fetch",
                     "The card reads the frame from host memory, up to the threshold at which the MAC may start.",
                     {"pci.clock", "host.read.wait_clocks"}}),
            {"tx_ring",
             "transmit ring",
             PlaceKind::Store,
             {{"tx_ring.turn",
               "The card sends frames in the order of its ring. The packet waits for earlier frames.",
               {"workload.sizes"}},
              {"tx_ring.descriptor", "The card reads the descriptor of the frame from host memory.", {"pci.clock"}}}},
            kTransmitFifo};
}

/// Of a PCI bus only its stages are kept.
Place beside(const Place& pci, const char* bus) {
    Place place{pci.id, bus, PlaceKind::Bus};
    place.parts = pci.parts;
    for (const card::Why& why : pci.causes)
        if (std::find(pci.parts.begin(), pci.parts.end(), why.cause) != pci.parts.end()) place.causes.push_back(why);
    return place;
}

}  // namespace

std::vector<Place> sending_places(Mover mover) {
    std::vector<Place> all = sending_memories(mover);
    all.push_back({"medium_access",
                   "MAC",
                   PlaceKind::Engine,
                   {{"medium_access.deferral",
                     "Another station is sending. The station defers until the medium is free.",
                     {"workload.sizes"},
                     "the medium",
                     "wire"},
                    {"medium_access.gap", "The interframe gap of 96 bit times passes before the frame."},
                    {"medium_access.collided",
                     "Two stations started within the propagation delay between them. Both send a jam and stop.",
                     {"line.length"},
                     "the medium",
                     "wire"},
                    {"medium_access.backoff",
                     "After a collision the station waits a random number of slot times of 512 bits. The range doubles "
                     "with each collision."}}});
    all.push_back({"wire",
                   "Ethernet",
                   PlaceKind::Line,
                   {{"wire", "Preamble, header, data and FCS are sent on the cable bit by bit.", {"workload.sizes"}}}});
    return all;
}

std::vector<Place> receiving_places(Mover mover) {
    const Place ring{"rx_ring",
                     "card's memory",
                     PlaceKind::Store,
                     {{"rx_ring",
                       "The card stores the last octets of the frame and its header in its memory.",
                       {"nic.dp8390.chip_clock"}}}};
    if (mover == Mover::Cpu) return {ring, card::places::receiving_bus(), card::places::receiving_memory()};
    if (mover == Mover::Asked)
        return {ring,
                crossed(card::places::receiving_bus(),
                        {"rx_upload",
                         "The driver starts the transfer of the frame to host memory and polls until it is complete.",
                         {"pci.clock", "host.write.wait_clocks"}}),
                card::places::receiving_memory()};
    return {kReceiveFifo,
            crossed(card::places::receiving_bus(),
                    {"rx_store",
                     "The card writes the last octets of the frame, its length and its status to host memory.",
                     {"pci.clock", "host.write.wait_clocks"}}),
            card::places::receiving_memory()};
}

card::CardPath beside_pci(card::CardPath halves, const char* bus) {
    const auto of_pci = [](std::string_view key) {
        return key.substr(0, 4) == "pci." || key.substr(0, 10) == "host.read." || key.substr(0, 11) == "host.write.";
    };
    for (std::vector<Place>* places : {&halves.sending_places, &halves.receiving_places})
        for (Place& place : *places) {
            if (place.kind == PlaceKind::Bus) place = beside(place, bus);
            for (card::Why& why : place.causes)
                why.keys.erase(std::remove_if(why.keys.begin(), why.keys.end(), of_pci), why.keys.end());
        }
    return halves;
}

std::vector<Place> switch_places() {
    return {
        {"switch",
         "switch",
         PlaceKind::Line,
         {{"switch.transit",
           "The switch moves a complete frame to the output queue of a port.",
           {"switch.NAME.transit"}},
          {"switch.queue",
           "The port sends one frame at a time. The packet waits in its queue for earlier frames.",
           {"workload.sizes"}}}},
        {"switch_port",
         "port of the switch",
         PlaceKind::Line,
         {{"switch_port.deferral", "The station at the port is sending. The switch defers until the cable is free."},
          {"switch_port.gap", "The interframe gap of 96 bit times passes before the frame."},
          {"switch_port.collided",
           "The switch and the station at its port started at the same time. Both send a jam and stop."},
          {"switch_port.backoff", "After a collision the port waits a random number of slot times of 512 bits."}}}};
}

}  // namespace niclab::ether_board
