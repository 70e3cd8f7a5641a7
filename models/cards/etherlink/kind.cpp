// A 3C595 and a 3C509 as a kind: the card, its cable, and our driver.
#include "cards/ether_board/plan.h"
#include "cards/etherlink/card_3c509.h"
#include "cards/etherlink/card_3c595.h"
#include "cards/etherlink/driver.h"

namespace niclab::etherlink {

namespace {

class CardPlan : public ether_board::Plan<Config, Driver> {
public:
    CardPlan(core::ConfigTable& card, std::uint8_t station) {
        core::ConfigTable t = card.table("etherlink");
        isa_ = t.choice("board", "3c595", {"3c595", "3c509"}, "The card: for PCI, or for the ISA bus.") == "3c509";
        if (isa_)
            read_3c509(t);
        else
            read_3c595(t);
        config_.address.back() = station;
        config_.mac.rules.full_duplex =
            t.choice("duplex", "half", {"half", "full"}, "Whether it sends and receives at the same time.") == "full";
        config_.receive_packets = static_cast<unsigned>(
            t.integer("receive_packets", config_.receive_packets, 1, 64, "Whole frames that the receive FIFO holds."));
        read_register_clocks(t, "PCI clocks from an access to its effect; of a 3C509 its own, of 50 ns.");
        t.done();
        driver_.mbps = config_.mbps;
        if (isa_) driver_.on_isa = ether_board::IsaPlace{config_.port, config_.irq};
    }
    bool on_isa() const override { return isa_; }
    std::uint32_t read_driver(core::ConfigTable& driver) override {
        const std::int64_t octets =
            driver.integer("start_octets", driver_.start_octets, 8, 2044,
                           "Of a frame in the card, until it may be sent: a multiple of 4; 2044: the whole frame.");
        if (octets % 4 != 0)
            throw driver.error("start_octets", std::to_string(octets) + " found", "a multiple of 4 wanted");
        driver_.start_octets = static_cast<unsigned>(octets);
        return Driver::memory_octets(driver_);
    }
    std::unique_ptr<card::Card> make_card(const char* name, const card::Slot& slot) const override {
        if (isa_) return planned<Card3c509>(name, slot, ether_board::isa_seat);
        return planned<Card3c595>(name, slot, ether_board::pci_seat);
    }
    /// The status register.
    card::StatusRegister status_register() const override { return {0, 0x0E, true, isa_ ? config_.port + 0x0E : 0}; }

private:
    void read_3c595(core::ConfigTable& t) {
        const std::string speed =
            t.choice("speed", "10 Mb/s", {"10 Mb/s", "100 Mb/s"}, "Of the network it is plugged into.");
        config_.mbps = speed == "100 Mb/s" ? 100 : 10;
        driver_.master = t.choice("moved_by", "cpu", {"cpu", "card"},
                                  "Who moves frames between it and host memory: the CPU, or the card as master of "
                                  "the bus, once the driver asks it to.") == "card";
    }
    void read_3c509(core::ConfigTable& t) {
        config_ = Card3c509::card_3c509_defaults();
        static const ether_board::IsaChoices kChoices{16, 16, 0x200, 0x3E0, {3, 5, 7, 9, 10, 11, 12, 15}};
        const ether_board::IsaPlace place = ether_board::read_isa_place(t, kChoices, {config_.port, config_.irq});
        config_.port = place.port, config_.irq = place.irq;
    }

    ether_board::Mover mover() const override {
        return driver_.master ? ether_board::Mover::Asked : ether_board::Mover::Cpu;
    }
    ether_board::LineKind line_kind() const override { return {config_.mbps, config_.mac.rules.full_duplex}; }

    bool isa_ = false;
};

}  // namespace

const card::Kind& kind() {
    static const ether_board::Kind<CardPlan> the_kind("etherlink",
                                                      {ether_board::Mover::Cpu, ether_board::Mover::Asked});
    return the_kind;
}

}  // namespace niclab::etherlink
