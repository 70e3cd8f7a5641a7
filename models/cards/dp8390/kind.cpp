// An RTL8029 as a kind: the chip, its cable, and our driver.
#include "cards/dp8390/driver.h"
#include "cards/dp8390/planned_card.h"
#include "cards/ether_board/plan.h"

namespace niclab::dp8390 {

namespace {

class CardPlan : public ether_board::Plan {
public:
    CardPlan(core::ConfigTable& card, std::uint8_t station) {
        core::ConfigTable t = card.table("dp8390");
        config_.address.back() = station;
        config_.chip_hz =
            t.frequency_hz("chip_clock", config_.chip_hz, 1e6, 100e6, "Clock of the chip and of its memory.");
        config_.dma_clocks = static_cast<unsigned>(
            t.integer("dma_clocks", config_.dma_clocks, 1, 255, "Chip clocks for a word of the card's memory."));
        config_.register_clocks = static_cast<unsigned>(
            t.integer("register_clocks", config_.register_clocks, 1, 255, "Chip clocks from an access to its effect."));
        t.done();
    }
    std::uint32_t read_driver(core::ConfigTable& driver) override {
        const std::string width = driver.choice("data_port", "word", {"word", "dword"},
                                                "How much the driver moves through the card's data port in an access.");
        driver_.access_octets = width == "word" ? 2 : 4;
        return 0;
    }
    std::unique_ptr<host::NetDevice> make_driver(const char* name, host::Port& port,
                                                 const card::DriverPlace& place) const override {
        return std::make_unique<Driver>(name, port, place, driver_);
    }
    std::unique_ptr<card::Card> make_card(const char* name, const card::Slot& slot) const override {
        Config config = config_;
        config.mac.seed = slot.seed;
        return std::make_unique<PlannedCard>(name, slot, config);
    }
    /// CLDA1 and BNRY: reading them has no effect.
    card::StatusRegister status_register() const override { return {0, 0x02, true}; }

private:
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
