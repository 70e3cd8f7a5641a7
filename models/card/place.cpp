#include "card/place.h"

#include <array>

namespace niclab::card {

const char* name_of(PlaceKind kind) {
    constexpr std::array<const char*, 9> kNames{"software", "memory", "bus",       "engine", "firmware",
                                                "store",    "fifo",   "interface", "line"};
    return kNames[static_cast<unsigned>(kind)];
}

const char* panel_of(PlaceKind kind) {
    switch (kind) {
        case PlaceKind::Software:
        case PlaceKind::Memory:
            return "host";
        case PlaceKind::Bus:
            return "bus";
        case PlaceKind::Line:
            return "line";
        default:
            return "card";
    }
}

namespace places {

namespace {

const std::vector<const char*> kSoftwareKeys = {"workload.protocol"};
const std::vector<const char*> kCopyKeys = {"driver.copy_per_octet", "pci.clock"};

Place bus(const char* id, const char* grant, const char* acquisition, const std::vector<Why>& more) {
    const Why turn{
        grant, "The arbiter gives the bus to one master at a time.", {"pci.policy", "pci.parking"}, "the bus"};
    const Why idle{acquisition,
                   "The card has GNT#. It asserts FRAME# when the current transaction on the bus has ended.",
                   {"pci.clock"}};
    std::vector<Why> all{turn, idle};
    all.insert(all.end(), more.begin(), more.end());
    return {id, "PCI bus", PlaceKind::Bus, all, "", {"pci.clock"}};
}

Place sending_driver() {
    const Why room{"sending_driver.prepare",
                   "The driver waits for space in its queues and the card's, and copies the packet if necessary.",
                   {"driver.tx_buffers", "driver.copy_threshold", "driver.copy_per_octet", "driver.map_time"}};
    const Why doorbell{"sending_driver.doorbell",
                       "The driver notifies the card by writes to its registers, each one transaction on the bus.",
                       {"nic.sar.doorbell", "pci.clock"}};
    const Why tells{"sending_driver.descriptor",
                    "The driver writes the descriptor and the doorbell to the card over the bus.",
                    {"pci.clock"}};
    const Why begins{"sending_driver.write", "The driver starts to write to the card and waits for the bus."};
    const Why copies{"sending_driver.copy", "The CPU writes the packet to the card word by word (programmed I/O).",
                     kCopyKeys};
    return {"sending_driver", "driver", PlaceKind::Software, {room, doorbell, tells, begins, copies}};
}

}  // namespace

Place sending_memory() {
    const Why first{"sending_memory.first_data",
                    "Host memory adds wait clocks before the first data, and sometimes a stall.",
                    {"host.read.wait_clocks", "host.read.stall_probability"},
                    "the host's memory"};
    return {"sending_memory", "memory", PlaceKind::Memory, {first}};
}

Place receiving_memory() {
    const Why first{"receiving_memory.first_data",
                    "Host memory adds wait clocks before the first data.",
                    {"host.write.wait_clocks", "host.write.stall_probability"},
                    "the host's memory"};
    return {"receiving_memory", "memory", PlaceKind::Memory, {first}};
}

Place sending_bus() {
    const Why descriptor{"sending_pci.descriptor",
                         "The card reads the descriptor, which has the address of the packet in host memory.",
                         {"pci.clock"}};
    const Why payload{
        "sending_pci.payload",
        "The payload of the packet's first cell crosses the bus, one dword per clock unless memory is slower.",
        {"pci.clock", "pci.width", "nic.sar.dma_burst_dwords", "host.later_wait_clocks"}};
    const Why copy{"sending_pci.copy",
                   "The whole packet crosses the bus to the card's memory before its first cell is sent.",
                   {"pci.clock", "pci.width", "nic.packet.transmit_burst_dwords"}};
    return bus("sending_pci", "sending_pci.grant", "sending_pci.acquisition", {descriptor, payload, copy});
}

Place receiving_bus() {
    const Why payload{
        "receiving_pci.payload",
        "The payload of the packet's last cell crosses the bus, one dword per clock unless memory is slower.",
        {"pci.clock", "pci.width", "nic.sar.dma_burst_dwords", "host.later_wait_clocks"}};
    const Why copy{"receiving_pci.copy",
                   "The whole packet crosses the bus from the card's memory to host memory.",
                   {"pci.clock", "pci.width", "nic.packet.receive_burst_dwords"}};
    const Why status{"receiving_pci.status",
                     "The card writes a status entry to host memory, which reports the complete packet to the driver.",
                     {"pci.clock"}};
    const Why table{
        "receiving_pci.table", "The entry of the packet's connection is read from host memory.", {"nic.sar.tables"}};
    return bus("receiving_pci", "receiving_pci.grant", "receiving_pci.acquisition", {payload, copy, status, table});
}

std::vector<Place> any_sending() {
    const Why card{"sending_card", "The packet is in the card. This kind of card reports no details."};
    const Why line{"line", "The packet is between the cards. This kind of line reports no details."};
    return {sending_memory(),
            sending_bus(),
            {"sending_card", "card", PlaceKind::Engine, {card}},
            {"line", "line", PlaceKind::Line, {line}}};
}

std::vector<Place> any_receiving() {
    const Why turn{"receiving_card.turn", "Earlier packets are processed first."};
    const Why card{"receiving_card", "The packet is in the card. This kind of card reports no details."};
    const Why rest{"receiving_card.other_units",
                   "The first part of the packet is in host memory. The rest has not arrived yet.",
                   {"workload.sizes"}};
    return {{"receiving_card", "card", PlaceKind::Engine, {turn, card, rest}}, receiving_bus(), receiving_memory()};
}

std::vector<Place> sending_software() {
    const Why sends{
        "program.send",
        "CPU time of the sending host: the call, the protocols, and the driver before it notifies the card.",
        kSoftwareKeys};
    const Why mark{"program.mark",
                   "The program writes a mark to the serial port at each call, for a logic analyzer.",
                   {"serial_marker", "host.serial_us"}};
    return {{"program", "program", PlaceKind::Software, {mark, sends}}, sending_driver()};
}

std::vector<Place> receiving_software() {
    const Why interrupt{
        "interrupt",
        "The card has asserted INTA#. The CPU completes its current work, saves its state and enters the handler.",
        {"host.interrupt_us", "nic.sar.coalesce_pdus", "nic.packet.coalesce_pdus", "driver.poll_interval"},
        "the processor to take the interrupt"};
    const Why copies{"receiving_driver.copy", "The CPU reads the packet from the card word by word (programmed I/O).",
                     kCopyKeys};
    const Why looks{"receiving_driver.status", "The driver reads the receive status from the card."};
    const Why takes{"receiving_driver.take",
                    "The driver takes the packet from its receive queue and passes it to the protocols."};
    const Why receives{"program.receive", "CPU time of the receiving host: the protocols, and waking the program.",
                       kSoftwareKeys};
    const std::vector<Why> whys{interrupt, looks, copies, takes};
    return {{"receiving_driver", "driver", PlaceKind::Software, whys, "", {}, {"interrupt", "software_receive"}},
            {"program", "program", PlaceKind::Software, {receives}}};
}

}  // namespace places

}  // namespace niclab::card
