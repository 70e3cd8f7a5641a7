// Cards with packet memory as a kind: engine on a board for an ATM line, and its driver.
#include <algorithm>

#include "cards/board/driver_keys.h"
#include "cards/board/plan.h"
#include "cards/packet_sar/config.h"
#include "cards/packet_sar/driver.h"
#include "cards/packet_sar/layout.h"
#include "cards/packet_sar/packet_sar.h"
#include "core/config.h"

namespace niclab::packet_sar {

namespace {

/// Keys of a card file and of `[driver]` that only this kind has.
struct Keys {
    Config chip;
    unsigned tx_fifo_cells = 4;  ///< 1..64
};

Transfer read_transfer(core::ConfigTable& t, const char* key, const char* what) {
    return t.choice(key, "dma", {"dma", "pio"}, what) == "pio" ? Transfer::Pio : Transfer::Dma;
}

void read_packet_memory(core::ConfigTable& t, Config& p) {
    const std::int64_t octets =
        t.integer("memory_octets", 512 * 1024, 256 * 1024, 8 << 20, "Size of the packet memory in octets.");
    if ((octets & (octets - 1)) != 0) throw t.error("memory_octets", "not a power of two", "a power of two");
    p.memory_octets = static_cast<std::uint32_t>(octets);
    const std::int64_t standard = octets / 4 > 128 * 1024 ? octets / 4 : 96 * 1024;
    p.transmit_octets = static_cast<std::uint32_t>(t.integer(
        "transmit_octets", standard, 68 * 1024, octets, "Size of the transmit part of the packet memory, in octets."));
    if (p.transmit_octets % 4096 != 0) throw t.error("transmit_octets", "not a multiple of 4096", "a multiple of 4096");
    const std::int64_t left = octets - window::kTransmit - p.transmit_octets;
    if (left < 68 * 1024)
        throw t.error("transmit_octets", "leaves " + std::to_string(left) + " octets for received PDUs",
                      "at least 69632 left");
}

void read_firmware(core::ConfigTable& t, Config& p) {
    const auto clocks = [&t](const char* key, const char* what) {
        return static_cast<unsigned>(t.integer(key, 0, 0, 100000, what));
    };
    p.transmit_firmware_clocks = clocks("transmit_firmware_clocks", "Firmware time per cell to send, in PCI clocks.");
    p.transmit_firmware_pdu_clocks =
        clocks("transmit_firmware_pdu_clocks", "Firmware time per PDU to send, in PCI clocks.");
    p.receive_firmware_clocks = clocks("receive_firmware_clocks", "Firmware time per received cell, in PCI clocks.");
    p.receive_firmware_pdu_clocks =
        clocks("receive_firmware_pdu_clocks", "Firmware time per received PDU, in PCI clocks.");
    p.lookup_clocks = static_cast<unsigned>(t.integer("lookup_clocks", p.lookup_clocks, 0, 255,
                                                      "Time of the connection look-up of a cell, in PCI clocks."));
}

void read_packet_interrupts(core::ConfigTable& t, Config& p) {
    p.interrupt_pdus = static_cast<unsigned>(
        t.integer("coalesce_pdus", p.interrupt_pdus, 1, 64, "Number of sent or received PDUs per interrupt."));
    p.interrupt_delay_us =
        t.time_ns("coalesce_time", 0, 0, 1e9, "Maximum delay of a coalesced interrupt. 0: no limit.") * 1e-3;
    if (p.interrupt_pdus > 1 && p.interrupt_delay_us <= 0)
        throw t.error("coalesce_pdus", "more than 1 with coalesce_time = 0, so the last PDUs would raise no interrupt",
                      "a coalesce_time above 0");
}

void read_packet(core::ConfigTable t, Keys& keys) {
    Config& p = keys.chip;
    read_packet_memory(t, p);
    p.transmit =
        read_transfer(t, "transmit", "Transfer of payload to packet memory: by the card (dma) or by the CPU (pio).");
    p.receive =
        read_transfer(t, "receive", "Transfer of payload from packet memory: by the card (dma) or by the CPU (pio).");
    const auto dwords = [&t](const char* key, const char* what) {
        return static_cast<unsigned>(t.integer(key, 16, 1, 16, what));
    };
    p.transmit_burst_dwords = dwords("transmit_burst_dwords", "Maximum length of a burst from host memory, in dwords.");
    p.receive_burst_dwords = dwords("receive_burst_dwords", "Maximum length of a burst to host memory, in dwords.");
    keys.tx_fifo_cells = static_cast<unsigned>(
        t.integer("tx_fifo_cells", keys.tx_fifo_cells, 1, 64, "Depth of the transmit FIFO in cells."));
    p.rx_fifo_cells =
        static_cast<unsigned>(t.integer("rx_fifo_cells", p.rx_fifo_cells, 1, 4096,
                                        "Depth of the receive FIFO between UTOPIA and connection look-up, in cells."));
    read_firmware(t, p);
    read_packet_interrupts(t, p);
    p.null_cells = t.boolean("null_cells", p.null_cells, "Fill unused cell slots with null cells.");
    p.hold_without_buffer = t.boolean("hold_without_buffer", p.hold_without_buffer,
                                      "Hold a received PDU until a host buffer is free. Otherwise it is dropped.");
    t.done();
}

/// Reads `packet` of a card file. Throws core::ConfigError.
Keys read_keys(core::ConfigTable& card) {
    Keys keys;
    read_packet(card.table("packet"), keys);
    return keys;
}

/// Reads `[driver]`; returns the octets of host memory that it needs. Throws core::ConfigError.
std::uint32_t read_driver_keys(core::ConfigTable& driver, unsigned programs, Driver::Config& d) {
    d.tx_buffers = board::read_tx_buffers(driver);
    d.poll_us = board::read_poll_us(driver);
    const auto count = [&driver](const char* key, unsigned standard, int max, const char* what) {
        return static_cast<unsigned>(driver.integer(key, standard, 1, max, what));
    };
    d.rx_buffers =
        count("rx_buffers", d.rx_buffers, 127, "Number of receive buffers of 64 KiB for a card with packet memory.");
    d.write_combining_dwords = count("write_combining_dwords", d.write_combining_dwords, 16,
                                     "Maximum burst of the CPU's write-combining buffer, in dwords.");
    d.read_dwords =
        count("read_dwords", d.read_dwords, 16, "Length of a burst when the CPU reads packet memory, in dwords.");
    d.connections = count("connections", std::clamp(programs, 1u, 16u), 16,
                          "Number of connections that share the receive part of the packet memory.");
    if (d.connections < programs)
        throw driver.error("connections", "fewer than the flows that end at the card",
                           "at least " + std::to_string(programs) + ", at most 16");
    return (d.tx_buffers + d.rx_buffers) * board::kWholeBuffer;
}

class CardPlan : public board::Plan {
public:
    explicit CardPlan(core::ConfigTable& card) : keys_(read_keys(card)) { read_board(card); }

    std::uint32_t read_driver(core::ConfigTable& driver) override {
        return read_driver_keys(driver, programs_, driver_);
    }
    void serve(unsigned programs) override { programs_ = programs; }
    std::unique_ptr<host::NetDevice> make_driver(const char* name, host::Port& port,
                                                 const card::DriverPlace& place) const override {
        return std::make_unique<Driver>(name, port, place, driver_);
    }
    /// TxDone: a read of Events would clear them.
    card::StatusRegister status_register() const override { return {0, reg::kTxDone}; }

    /// Not a real product's: BAR0 4 KiB of registers, BAR1 packet memory.
    pci::Identity identity() const override {
        pci::Identity id;
        id.vendor = 0x1234;
        id.device = 0xA7A5;
        id.class_code = 0x020300;
        id.bar_octets = {4096, keys_.chip.memory_octets, 0, 0, 0, 0};
        id.capable_66mhz = board.pci.capable_66mhz;
        return id;
    }
    unsigned tx_fifo_cells() const override { return keys_.tx_fifo_cells; }
    std::unique_ptr<board::Chip> make_chip(const board::SlotConnection& connection) const override {
        return std::make_unique<PacketSar>("sar", connection.bus_clock, connection.dma, connection.tx_cells,
                                           connection.rx_words, keys_.chip);
    }

private:
    Keys keys_;
    Driver::Config driver_;
    unsigned programs_ = 1;
};

class PacketKind : public card::Kind {
    std::string name() const override { return "packet"; }
    std::string section() const override { return "packet"; }
    std::unique_ptr<card::Plan> read(core::ConfigTable& card, std::uint8_t) const override {
        return std::make_unique<CardPlan>(card);
    }
    std::vector<card::WhatIf> what_ifs() const override { return packet_sar::what_ifs(); }
    std::vector<const card::Cause*> causes() const override { return packet_sar::all_causes(); }
};

}  // namespace

const card::Kind& kind() {
    static const PacketKind the_kind;
    return the_kind;
}

}  // namespace niclab::packet_sar
