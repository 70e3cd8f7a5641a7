// The NICStAR as a kind of card: chip on a board for an ATM line, and its driver.
#include "cards/board/plan.h"
#include "cards/nicstar/identity.h"
#include "cards/nicstar/keys.h"
#include "cards/nicstar/registers.h"
#include "cards/nicstar/sar.h"

namespace niclab::nicstar {

namespace {

class CardPlan : public board::Plan {
public:
    CardPlan(core::ConfigTable& card, std::uint8_t station) : keys_(read_keys(card, station)) { read_board(card); }

    std::uint32_t read_driver(core::ConfigTable& driver) override {
        return read_driver_keys(driver, keys_.chip, driver_);
    }
    std::unique_ptr<host::NetDevice> make_driver(const char* name, host::Port& port,
                                                 const card::DriverPlace& place) const override {
        return std::make_unique<Driver>(name, port, place, driver_);
    }
    /// STAT, which a read does not change.
    card::StatusRegister status_register() const override { return {1, reg::kStat}; }

    pci::Identity identity() const override {
        pci::Identity id = pci_identity();
        id.capable_66mhz = board.pci.capable_66mhz;
        return id;
    }
    unsigned tx_fifo_cells() const override { return keys_.tx_fifo_cells; }
    double chip_hz() const override { return keys_.chip_hz; }
    std::unique_ptr<board::Chip> make_chip(const board::SlotConnection& connection) const override {
        Config config = keys_.chip;
        // A read waits for the SAR's next edge but one, whenever that comes.
        if (&connection.clock != &connection.bus_clock)
            config.register_wait_clocks +=
                static_cast<unsigned>(2 * connection.clock.period_fs() / connection.bus_clock.period_fs()) + 1;
        return std::make_unique<Sar>("sar", connection.clock, connection.dma, connection.tx_cells, connection.rx_words,
                                     connection.phy, config);
    }

private:
    Keys keys_;
    Driver::Config driver_;
};

class NicstarKind : public card::Kind {
    std::string name() const override { return "nicstar"; }
    std::string section() const override { return "sar"; }
    std::unique_ptr<card::Plan> read(core::ConfigTable& card, std::uint8_t station) const override {
        return std::make_unique<CardPlan>(card, station);
    }
    std::vector<card::WhatIf> what_ifs() const override { return nicstar::what_ifs(); }
    std::vector<const card::Cause*> causes() const override { return nicstar::all_causes(); }
};

}  // namespace

const card::Kind& kind() {
    static const NicstarKind the_kind;
    return the_kind;
}

}  // namespace niclab::nicstar
