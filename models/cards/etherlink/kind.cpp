// A 3C595 and a 3C509 as a kind: the card, its cable, and our driver.
#include <algorithm>

#include "cards/ether_board/plan.h"
#include "cards/etherlink/driver.h"
#include "cards/etherlink/planned_card.h"

namespace niclab::etherlink {

namespace {

class CardPlan : public ether_board::Plan {
public:
    CardPlan(core::ConfigTable& card, std::uint8_t station) {
        core::ConfigTable t = card.table("etherlink");
        isa_ = t.choice("board", "3c595", {"3c595", "3c509"}, "The card: for PCI, or for the ISA bus.") == "3c509";
        if (isa_)
            read_3c509(t);
        else
            config_.mbps = t.choice("speed", "10 Mb/s", {"10 Mb/s", "100 Mb/s"},
                                    "Of the network it is plugged into.") == "100 Mb/s"
                               ? 100
                               : 10;
        config_.address.back() = station;
        config_.mac.rules.full_duplex =
            t.choice("duplex", "half", {"half", "full"}, "Whether it sends and receives at the same time.") == "full";
        config_.receive_packets = static_cast<unsigned>(
            t.integer("receive_packets", config_.receive_packets, 1, 64, "Whole frames that the receive FIFO holds."));
        config_.register_clocks =
            static_cast<unsigned>(t.integer("register_clocks", config_.register_clocks, 1, 255,
                                            "PCI clocks from an access to its effect; of a 3C509 its own, of 50 ns."));
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
        return 0;
    }
    std::unique_ptr<host::NetDevice> make_driver(const char* name, host::Port& port,
                                                 const card::DriverPlace& place) const override {
        return std::make_unique<Driver>(name, port, place, driver_);
    }
    std::unique_ptr<card::Card> make_card(const char* name, const card::Slot& slot) const override {
        Config config = config_;
        config.mac.seed = slot.seed;
        if (isa_) return std::make_unique<PlannedCard<Card3c509>>(name, slot, ether_board::isa_seat, config);
        return std::make_unique<PlannedCard<Card3c595>>(name, slot, ether_board::pci_seat, config);
    }
    /// The status register.
    card::StatusRegister status_register() const override { return {0, 0x0E, true, isa_ ? config_.port + 0x0E : 0}; }

private:
    void read_3c509(core::ConfigTable& t) {
        config_ = Card3c509::card_3c509_defaults();
        config_.port = static_cast<std::uint32_t>(
            t.integer("port", config_.port, 0x200, 0x3E0, "First of the card's 16 ports: a multiple of 16."));
        if (config_.port % 16 != 0)
            throw t.error("port", std::to_string(config_.port) + " found", "a multiple of 16 wanted");
        static const std::vector<std::int64_t> kLines{3, 5, 7, 9, 10, 11, 12, 15};
        const std::int64_t irq = t.integer("irq", config_.irq, 3, 15, "Interrupt: 3, 5, 7, 9, 10, 11, 12 or 15.");
        if (std::find(kLines.begin(), kLines.end(), irq) == kLines.end())
            throw t.error("irq", std::to_string(irq) + " found", "one of 3, 5, 7, 9, 10, 11, 12, 15 wanted");
        config_.irq = static_cast<unsigned>(irq);
    }

    ether_board::LineKind line_kind() const override { return {config_.mbps, config_.mac.rules.full_duplex}; }

    bool isa_ = false;
    Config config_;
    Driver::Config driver_;
};

class EtherlinkKind : public card::Kind {
    std::string name() const override { return "etherlink"; }
    std::string section() const override { return "etherlink"; }
    std::unique_ptr<card::Plan> read(core::ConfigTable& card, std::uint8_t station) const override {
        return std::make_unique<CardPlan>(card, station);
    }
    std::vector<const card::Cause*> causes() const override {
        return ether_board::frame_causes(ether_board::Mover::Cpu);
    }
};

}  // namespace

const card::Kind& kind() {
    static const EtherlinkKind the_kind;
    return the_kind;
}

}  // namespace niclab::etherlink
