#include "cards/ether_board/port_driver.h"

#include "cards/ether_board/packet_frame.h"
#include "eisa/slot.h"
#include "pci/config_space.h"

namespace niclab::ether_board {

namespace {

constexpr std::uint32_t kFirstPort = 0xC000, kPortsApart = 0x100;
constexpr std::uint8_t kCommand = 0x04, kLatency = 0x0C, kFirstWindow = 0x10;

}  // namespace

PortDriver::PortDriver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place)
    : NetDevice(name, port), place_(place) {
    SC_HAS_PROCESS(PortDriver);
    SC_THREAD(interrupt_thread);
}

std::runtime_error PortDriver::none_answers(const char* chip) const {
    return std::runtime_error(std::string(name()) + ": no answer in slot " + std::to_string(place_.slot) +
                              "; expected " + chip);
}

void PortDriver::find_on_eisa(std::uint32_t identity, const char* chip) {
    io_ = eisa::slot_ports(place_.slot);
    if (port_.io_read(io_ + eisa::kProductPort, 4) != identity) throw none_answers(chip);
}

void PortDriver::find_on_pci(std::uint32_t identity, const char* chip, bool master) {
    io_ = kFirstPort + kPortsApart * place_.slot;
    enable_on_pci(identity, chip, io_, pci::kIoSpace | (master ? pci::kBusMaster : 0u));
}

std::uint32_t PortDriver::map_on_pci(std::uint32_t identity, const char* chip) {
    enable_on_pci(identity, chip, place_.windows, pci::kMemorySpace | pci::kBusMaster);
    return place_.windows;
}

void PortDriver::enable_on_pci(std::uint32_t identity, const char* chip, std::uint32_t window, std::uint32_t spaces) {
    if (port_.config_read32(place_.slot, 0x00) != identity) throw none_answers(chip);
    port_.config_write32(place_.slot, kFirstWindow, window);
    if (spaces & pci::kBusMaster) port_.config_write32(place_.slot, kLatency, place_.latency_dword());
    port_.config_write32(place_.slot, kCommand, spaces);
}

void PortDriver::spend_copying(std::size_t octets, double ns_per_octet) {
    const double us = ns_per_octet * 1e-3 * double(octets);
    if (us <= 0) return;
    wait(us, sc_core::SC_US);
    stats_.software += static_cast<core::Femtoseconds>(us * 1e9 + 0.5);
}

void PortDriver::deliver_frame(const std::uint8_t* frame, std::size_t octets, double copy_ns_per_octet) {
    auto packet = packet_of(frame, octets);
    const bool addressed = packet && packet->channel == kWholeFrames;
    if (!packet || (addressed && !whole_frames_)) return ++receive_errors_, void();
    spend_copying(packet->octets.size(), copy_ns_per_octet);
    deliver({packet->channel, host::PacketStatus::Ok, std::move(packet->octets)});
}

}  // namespace niclab::ether_board
