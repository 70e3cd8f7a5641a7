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
    "tx_memory.turn", "The card sends one frame at a time; the next one waits in its memory.", {"workload.sizes"}};

/// A bus, with a stage in which it is used.
Place crossed(Place bus, const card::Why& stage) {
    bus.parts.push_back(stage.cause);
    bus.causes.push_back(stage);
    return bus;
}

/// Frames wait in the card's memory; its bus master moves them there on request.
std::vector<Place> sending_when_asked() {
    return {card::places::sending_memory(),
            crossed(card::places::sending_bus(),
                    {"tx_download",
                     "The card's bus master fetches the frame out of host memory into the FIFO, until so many octets "
                     "are there that the MAC may begin.",
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
                   "The driver tells the card to send it: at once, or in its handler when the one before has left.",
                   {"host.interrupt_us", "pci.clock"},
                   "the driver"}}},
                {"tx_fill",
                 "transmit FIFO",
                 PlaceKind::Fifo,
                 {{"tx_fill",
                   "Octets come into the FIFO, until so many are there that the MAC may begin.",
                   {"nic.dp8390.chip_clock", "driver.start_octets"}}}}};
    return {
        card::places::sending_memory(),
        crossed(card::places::sending_bus(),
                {"tx_fetch",
                 "The card fetches the frame's octets out of host memory, until so many are there that it may begin.",
                 {"pci.clock", "host.read.wait_clocks"}}),
        {"tx_ring",
         "transmit ring",
         PlaceKind::Store,
         {{"tx_ring.turn", "The card sends one frame after the other, in the order of its ring.", {"workload.sizes"}},
          {"tx_ring.descriptor", "The card reads the frame's descriptor out of host memory.", {"pci.clock"}}}},
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
                     "Somebody else is sending: the station waits until the medium is free.",
                     {"workload.sizes"},
                     "the medium",
                     "wire"},
                    {"medium_access.gap", "Between two frames the medium stays free for 96 bit times."},
                    {"medium_access.collided",
                     "Two stations began within the time a signal takes between them: both jam and give up.",
                     {"line.length"},
                     "the medium",
                     "wire"},
                    {"medium_access.backoff",
                     "After a collision the station waits a random number of slot times of 512 bits, from a range that "
                     "doubles with each."}}});
    all.push_back(
        {"wire",
         "Ethernet",
         PlaceKind::Line,
         {{"wire", "Preamble, header, data and check sequence go over the cable, bit by bit.", {"workload.sizes"}}}});
    return all;
}

std::vector<Place> receiving_places(Mover mover) {
    const Place ring{"rx_ring",
                     "card's memory",
                     PlaceKind::Store,
                     {{"rx_ring",
                       "The frame's last octets and its header go into the card's memory; the rest is there already.",
                       {"nic.dp8390.chip_clock"}}}};
    if (mover == Mover::Cpu) return {ring, card::places::receiving_bus(), card::places::receiving_memory()};
    if (mover == Mover::Asked)
        return {ring,
                crossed(card::places::receiving_bus(),
                        {"rx_upload",
                         "The driver has the card move the frame into host memory, and asks until it is there.",
                         {"pci.clock", "host.write.wait_clocks"}}),
                card::places::receiving_memory()};
    return {
        kReceiveFifo,
        crossed(card::places::receiving_bus(),
                {"rx_store",
                 "The frame's last octets, its length and its status go into host memory; the rest is there already.",
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
         {{"switch.transit", "A frame that has come whole takes so long to its port's queue.", {"switch.NAME.transit"}},
          {"switch.queue",
           "A port of the switch sends one frame at a time; the next one waits in its queue.",
           {"workload.sizes"}}}},
        {"switch_port",
         "port of the switch",
         PlaceKind::Line,
         {{"switch_port.deferral", "The station at the port is sending: the switch waits until the cable is free."},
          {"switch_port.gap", "Between two frames the cable stays free for 96 bit times."},
          {"switch_port.collided", "The switch and the station at its port began at once: both jam and give up."},
          {"switch_port.backoff", "After a collision the port waits a random number of slot times of 512 bits."}}}};
}

}  // namespace niclab::ether_board
