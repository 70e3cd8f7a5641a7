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

Place bus(const char* id, const char* grant, const Why& copy) {
    const Why turn{
        grant, "The arbiter gives the bus to one master at a time.", {"pci.policy", "pci.parking"}, "the bus"};
    return {id, "PCI bus", PlaceKind::Bus, {turn, copy}, "", {"pci.clock"}};
}

}  // namespace

Place sending_memory() {
    const Why first{"sending_memory.first_data",
                    "Host memory takes so many clocks to its first data, and now and then more.",
                    {"host.read.wait_clocks", "host.read.stall_probability"},
                    "the host's memory"};
    return {"sending_memory", "memory", PlaceKind::Memory, {first}};
}

Place receiving_memory() {
    const Why first{"receiving_memory.first_data",
                    "Host memory takes so many clocks to its first data.",
                    {"host.write.wait_clocks", "host.write.stall_probability"},
                    "the host's memory"};
    return {"receiving_memory", "memory", PlaceKind::Memory, {first}};
}

Place sending_bus() {
    return bus("sending_pci", "sending_pci.grant",
               {"sending_pci.copy",
                "The whole packet crosses the bus into the card's memory before its first cell leaves.",
                {"pci.clock", "pci.width", "nic.packet.transmit_burst_dwords"}});
}

Place receiving_bus() {
    return bus("receiving_pci", "receiving_pci.grant",
               {"receiving_pci.copy",
                "The whole packet crosses the bus out of the card's memory.",
                {"pci.clock", "pci.width", "nic.packet.receive_burst_dwords"}});
}

std::vector<Place> any_sending() {
    return {sending_memory(),
            sending_bus(),
            {"sending_card", "card", PlaceKind::Engine},
            {"line", "line", PlaceKind::Line}};
}

std::vector<Place> any_receiving() {
    return {{"receiving_card", "card", PlaceKind::Engine}, receiving_bus(), receiving_memory()};
}

std::vector<Place> sending_software() {
    const Why sends{"program.send",
                    "Software of the host: the call, the protocols, the driver's work before the card is told.",
                    kSoftwareKeys};
    const Why copies{"sending_driver.copy", "The processor itself writes the packet into the card, word by word.",
                     kCopyKeys};
    return {{"program", "program", PlaceKind::Software, {sends}},
            {"sending_driver", "driver", PlaceKind::Software, {copies}}};
}

std::vector<Place> receiving_software() {
    const Why interrupt{
        "interrupt",
        "The card has raised INTA#; the processor finishes what it does, saves its state and enters the handler.",
        {"host.interrupt_us", "nic.sar.coalesce_pdus", "nic.packet.interrupt_pdus", "driver.poll_interval"},
        "the processor to take the interrupt"};
    const Why copies{"receiving_driver.copy", "The processor itself reads the packet out of the card, word by word.",
                     kCopyKeys};
    const Why receives{"program.receive", "Software of the host: protocols, and waking the program.", kSoftwareKeys};
    return {{"receiving_driver", "driver", PlaceKind::Software, {interrupt, copies}, "", {}, {"interrupt", "srl"}},
            {"program", "program", PlaceKind::Software, {receives}}};
}

}  // namespace places

}  // namespace niclab::card
