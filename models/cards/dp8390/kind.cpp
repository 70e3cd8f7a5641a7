// Boards with a DP8390 as a kind: the chip, its cable, and niclab's own driver.
#include <algorithm>

#include "cards/dp8390/at_lantic.h"
#include "cards/dp8390/driver.h"
#include "cards/dp8390/ne2000.h"
#include "cards/dp8390/rtl8029.h"
#include "cards/dp8390/wd8013.h"
#include "cards/ether_board/plan.h"

namespace niclab::dp8390 {

namespace {

class CardPlan : public ether_board::Plan<Config, Driver> {
public:
    CardPlan(core::ConfigTable& card, std::uint8_t station) {
        core::ConfigTable t = card.table("dp8390");
        board_ = t.choice("board", "rtl8029", {"rtl8029", "ne2000", "wd8013", "at_lantic"},
                          "Board: rtl8029 for PCI, the others for ISA.");
        if (board_ == "ne2000") read_ne2000(t);
        if (board_ == "wd8013") read_wd8013(t);
        if (board_ == "at_lantic") read_at_lantic(t);
        config_.address.back() = station;
        config_.chip_hz =
            t.frequency_hz("chip_clock", config_.chip_hz, 1e6, 100e6, "Clock of the chip and its memory.");
        config_.dma_clocks =
            static_cast<unsigned>(t.integer("dma_clocks", config_.dma_clocks, 1, 255,
                                            "Time of a DMA access to a word of the card's memory, in chip clocks."));
        read_register_clocks(t, "Time from a register access to its effect, in chip clocks.");
        t.done();
    }
    bus::Kind bus_kind() const override { return on_isa() ? isa::Bus::kKind : bus::kPci; }
    std::uint32_t read_driver(core::ConfigTable& driver) override {
        if (on_isa()) driver_.on_isa = ether_board::IsaPlace{jumpers_.port, line_of(jumpers_)};
        if (shared_) {
            driver_.memory = read_memory(driver);
            return 0;
        }
        const std::string width =
            driver.choice("data_port", "word", {"word", "dword"}, "Width of the driver's accesses to the data port.");
        driver_.access_octets = width == "word" ? 2 : 4;
        return 0;
    }
    std::unique_ptr<card::Card> make_card(const char* name, const card::Slot& slot) const override {
        if (board_ == "ne2000") return planned<Ne2000>(name, slot, ether_board::bus_connection<isa::Bus>, jumpers_);
        if (board_ == "wd8013") return planned<Wd8013>(name, slot, ether_board::bus_connection<isa::Bus>, jumpers_);
        if (board_ == "at_lantic")
            return planned<AtLantic>(name, slot, ether_board::bus_connection<isa::Bus>,
                                     Configuration::image(shared_, jumpers_));
        return planned<Rtl8029>(name, slot, ether_board::pci_connection);
    }
    /// CLDA1 and BNRY: a read has no effect.
    card::StatusRegister status_register() const override {
        const std::uint32_t chip = shared_ ? jumpers_.port + kPorts / 2 : jumpers_.port;
        return {0, 0x02, true, on_isa() ? chip + 0x02 : 0};
    }

private:
    bool on_isa() const { return board_ != "rtl8029"; }
    ether_board::Mover mover() const override { return ether_board::Mover::Cpu; }
    void read_ne2000(core::ConfigTable& t) {
        config_ = Ne2000::ne2000_defaults();
        read_remote_clocks(t);
        read_jumpers(t, {3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15});  // those that a slot has
    }
    void read_remote_clocks(core::ConfigTable& t) {
        const auto clocks = [&t](const char* key, unsigned standard, const char* what) {
            return static_cast<unsigned>(t.integer(key, standard, 1, 255, what));
        };
        config_.remote_read_clocks =
            clocks("remote_read_clocks", config_.remote_read_clocks,
                   "Time to move a word from the card's memory to the latch of the data port, in chip clocks.");
        config_.remote_write_clocks =
            clocks("remote_write_clocks", config_.remote_write_clocks,
                   "Time to move a word from the latch of the data port to the card's memory, in chip clocks.");
    }
    void read_wd8013(core::ConfigTable& t) {
        config_ = Wd8013::wd8013_defaults();
        shared_ = true;
        jumpers_ = kWd8013Jumpers;
        read_jumpers(t, Wd8013::irqs());
    }
    void read_at_lantic(core::ConfigTable& t) {
        config_ = AtLantic::at_lantic_defaults();
        shared_ =
            t.choice("mode", "io", {"io", "shared"},
                     "Mode of the board, set by its EEPROM: data port (io) or shared memory (shared).") == "shared";
        if (shared_)
            config_.gate_clocks =
                static_cast<unsigned>(t.integer("gate_clocks", config_.gate_clocks, 1, 255,
                                                "Time that a CPU access occupies the card's memory, in chip clocks."));
        else
            read_remote_clocks(t);
        read_jumpers(t, {Configuration::kIrqs.begin(), Configuration::kIrqs.end()});
        const auto& ports = Configuration::kPortsOf;
        if (std::find(ports.begin(), ports.end(), jumpers_.port) == ports.end())
            throw t.error("port", "not an I/O address of this card", "576, 640, 704, 768, 800, 832 or 864");
    }
    void read_jumpers(core::ConfigTable& t, const std::vector<unsigned>& irqs) {
        const ether_board::IsaChoices choices{kPorts, kPorts, 0x200, 0x3E0, irqs};
        const ether_board::IsaPlace place = ether_board::read_isa_place(t, choices, {jumpers_.port, jumpers_.irq});
        jumpers_ = {place.port, place.irq};
    }
    /// Between 640 KB and 1 MB, the addresses of cards' memory in a PC.
    std::uint32_t read_memory(core::ConfigTable& driver) const {
        const std::uint32_t octets = config_.ram_octets;
        const std::int64_t at =
            driver.integer("memory", 0xD0000, 0xC0000, 0x100000 - octets,
                           "Base address of the card's 16 KiB of shared memory, a multiple of 16384.");
        if (at % octets != 0) throw driver.error("memory", "not a multiple of 16384", "a multiple of 16384");
        return static_cast<std::uint32_t>(at);
    }

    std::string board_;
    bool shared_ = false;  ///< The CPU accesses the card's memory.
    Jumpers jumpers_;
};

}  // namespace

const card::Kind& kind() {
    static const ether_board::Kind<CardPlan> the_kind("dp8390", {ether_board::Mover::Cpu});
    return the_kind;
}

}  // namespace niclab::dp8390
