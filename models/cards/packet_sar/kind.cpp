// Cards with packet memory as a kind: engine on a board for an ATM line, and its driver.
#include "cards/board/plan.h"
#include "cards/packet_sar/keys.h"
#include "cards/packet_sar/layout.h"
#include "cards/packet_sar/packet_sar.h"

namespace niclab::packet_sar {

namespace {

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
