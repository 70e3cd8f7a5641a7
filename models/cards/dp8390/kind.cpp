// Boards with a DP8390 as a kind: the chip, its cable, and our driver.
#include "cards/dp8390/driver.h"
#include "cards/dp8390/ne2000.h"
#include "cards/dp8390/rtl8029.h"
#include "cards/ether_board/plan.h"

namespace niclab::dp8390 {

namespace {

class CardPlan : public ether_board::Plan<Config, Driver> {
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
        read_register_clocks(t, "Chip clocks from an access to its effect.");
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
    std::unique_ptr<card::Card> make_card(const char* name, const card::Slot& slot) const override {
        if (ne2000_) return planned<Ne2000>(name, slot, ether_board::isa_seat, jumpers_);
        return planned<Rtl8029>(name, slot, ether_board::pci_seat);
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
        const ether_board::IsaPlace place =
            ether_board::read_isa_place(t, {kPorts, kPorts}, {jumpers_.port, jumpers_.irq});
        jumpers_ = {place.port, place.irq};
    }

    bool ne2000_ = false;
    Jumpers jumpers_;
};

}  // namespace

const card::Kind& kind() {
    static const ether_board::Kind<CardPlan> the_kind("dp8390", ether_board::Mover::Cpu);
    return the_kind;
}

}  // namespace niclab::dp8390
