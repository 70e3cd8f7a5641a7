// Boards with a DP8390 as a kind: the chip, its cable, and our driver.
#include "cards/dp8390/driver.h"
#include "cards/dp8390/planned_card.h"
#include "cards/ether_board/plan.h"

namespace niclab::dp8390 {

namespace {

class CardPlan : public ether_board::Plan {
public:
    CardPlan(core::ConfigTable& card, std::uint8_t station) {
        core::ConfigTable t = card.table("dp8390");
        ne2000_ = t.choice("board", "rtl8029", {"rtl8029", "ne2000"},
                           "The card around the chip: for PCI, or for the ISA bus.") == "ne2000";
        if (ne2000_) read_ne2000(t);
        config_.address.back() = station;
        config_.chip_hz =
            t.frequency_hz("chip_clock", config_.chip_hz, 1e6, 100e6, "Clock of the chip and of its memory.");
        config_.dma_clocks = static_cast<unsigned>(
            t.integer("dma_clocks", config_.dma_clocks, 1, 255, "Chip clocks for a word of the card's memory."));
        config_.register_clocks = static_cast<unsigned>(
            t.integer("register_clocks", config_.register_clocks, 1, 255, "Chip clocks from an access to its effect."));
        t.done();
    }
    bool on_isa() const override { return ne2000_; }
    std::uint32_t read_driver(core::ConfigTable& driver) override {
        const std::string width = driver.choice("data_port", "word", {"word", "dword"},
                                                "How much the driver moves through the card's data port in an access.");
        driver_.access_octets = width == "word" ? 2 : 4;
        if (ne2000_) driver_.on_isa = ether_board::IsaPlace{jumpers_.port, line_of(jumpers_)};
        return 0;
    }
    std::unique_ptr<host::NetDevice> make_driver(const char* name, host::Port& port,
                                                 const card::DriverPlace& place) const override {
        return std::make_unique<Driver>(name, port, place, driver_);
    }
    std::unique_ptr<card::Card> make_card(const char* name, const card::Slot& slot) const override {
        Config config = config_;
        config.mac.seed = slot.seed;
        if (ne2000_) return std::make_unique<PlannedCard<Ne2000>>(name, slot, ether_board::isa_seat, config, jumpers_);
        return std::make_unique<PlannedCard<Rtl8029>>(name, slot, ether_board::pci_seat, config);
    }
    /// CLDA1 and BNRY: reading them has no effect.
    card::StatusRegister status_register() const override {
        return {0, 0x02, true, ne2000_ ? jumpers_.port + 0x02 : 0};
    }

private:
    void read_ne2000(core::ConfigTable& t) {
        config_ = Ne2000::ne2000_defaults();
        const auto clocks = [&t](const char* key, unsigned standard, const char* what) {
            return static_cast<unsigned>(t.integer(key, standard, 1, 255, what));
        };
        config_.remote_read_clocks = clocks("remote_read_clocks", config_.remote_read_clocks,
                                            "Chip clocks from the card's memory to its latch, for a word.");
        config_.remote_write_clocks = clocks("remote_write_clocks", config_.remote_write_clocks,
                                             "Chip clocks from the latch to the card's memory, for a word.");
        jumpers_.port = static_cast<std::uint32_t>(
            t.integer("port", jumpers_.port, 0x200, 0x3E0, "First of the card's 32 ports: a multiple of 32."));
        if (jumpers_.port % kPorts != 0)
            throw t.error("port", std::to_string(jumpers_.port) + " found", "a multiple of 32 wanted");
        jumpers_.irq =
            static_cast<unsigned>(t.integer("irq", jumpers_.irq, 2, 15, "Interrupt; 2 is line 9 of the bus."));
    }

    bool ne2000_ = false;
    Jumpers jumpers_;
    Config config_;
    Driver::Config driver_;
};

class Dp8390Kind : public card::Kind {
    std::string name() const override { return "dp8390"; }
    std::string section() const override { return "dp8390"; }
    std::unique_ptr<card::Plan> read(core::ConfigTable& card, std::uint8_t station) const override {
        return std::make_unique<CardPlan>(card, station);
    }
    std::vector<const card::Cause*> causes() const override {
        return ether_board::frame_causes(ether_board::Mover::Cpu);
    }
};

}  // namespace

const card::Kind& kind() {
    static const Dp8390Kind the_kind;
    return the_kind;
}

}  // namespace niclab::dp8390
