#include "lab/experiment/driver_keys.h"

namespace niclab::lab {

namespace {

constexpr std::uint32_t kWholeBuffer = 65600;  ///< For an SDU of any size.

unsigned count(core::ConfigTable& driver, const char* key, unsigned standard, int min, int max, const char* what) {
    return static_cast<unsigned>(driver.integer(key, standard, min, max, what));
}

std::uint32_t read_nicstar(core::ConfigTable& driver, const nicstar::Config& card, nicstar::Driver::Config& d) {
    using Bell = nicstar::Driver::Config::Doorbell;
    d.small_buffers = count(driver, "small_buffers", 64, 2, 508, "Receive buffers of 2048 octets.");
    d.large_buffers = count(driver, "large_buffers", 64, 2, 508, "Receive buffers of 16384 octets.");
    d.copy_threshold = static_cast<std::size_t>(
        driver.integer("copy_threshold", 65536, 0, 65536, "SDUs up to so many octets are copied, longer ones mapped."));
    d.copy_per_octet_ns = driver.time_ns("copy_per_octet", 0, 0, 1e3, "Cost of copying, beside the profile's.");
    d.map_us = driver.time_ns("map_time", 0, 0, 1e6, "Cost of mapping an SDU's pages.") * 1e-3;
    d.doorbell = card.doorbell == nicstar::Doorbell::Command    ? Bell::Command
                 : card.doorbell == nicstar::Doorbell::Register ? Bell::Register
                                                                : Bell::Memory;
    d.host_tables = card.host_tables;
    const std::uint32_t tables = d.host_tables ? 1u << 19 : 0u;
    return tables + d.tx_buffers * kWholeBuffer + d.small_buffers * 2048 + d.large_buffers * 16384;
}

std::uint32_t read_packet(core::ConfigTable& driver, packet_sar::Driver::Config& d) {
    d.rx_buffers =
        count(driver, "whole_buffers", 16, 1, 127, "Receive buffers of 64 KiB, of a card with packet memory.");
    d.write_combining_dwords =
        count(driver, "write_combining_dwords", 16, 1, 16, "Dwords the CPU's write buffer makes a burst of, at most.");
    d.read_dwords = count(driver, "read_dwords", 1, 1, 16, "Dwords of a burst when the CPU reads packet memory.");
    d.connections = count(driver, "connections", 1, 1, 16, "Connections that share packet memory for reception.");
    return (d.tx_buffers + d.rx_buffers) * kWholeBuffer;
}

}  // namespace

std::uint32_t read_driver(core::ConfigTable driver, const board::Config& card, const host::Profile& profile,
                          DriverSetup& setup) {
    nicstar::Driver::Config& nicstar = setup.nicstar;
    packet_sar::Driver::Config& packet = setup.packet;
    nicstar.tx_buffers = packet.tx_buffers = count(driver, "tx_buffers", 32, 1, 128, "Transmit buffers of 64 KiB.");
    nicstar.poll_us = packet.poll_us =
        driver.time_ns("poll_interval", 0, 0, 10e6, "Looks for work so often; 0 ns: waits for interrupts.") * 1e-3;
    nicstar.interrupt_us = packet.interrupt_us = profile.interrupt_us;
    const std::uint32_t nicstar_octets = read_nicstar(driver, card.sar, nicstar);
    const std::uint32_t packet_octets = read_packet(driver, packet);
    driver.done();
    return card.engine == board::EngineKind::Packet ? packet_octets : nicstar_octets;
}

}  // namespace niclab::lab
