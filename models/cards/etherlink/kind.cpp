// A 3C595 as a kind: the card, its cable, and our driver.
#include "cards/ether_board/plan.h"
#include "cards/etherlink/driver.h"
#include "cards/etherlink/planned_card.h"

namespace niclab::etherlink {

namespace {

class CardPlan : public ether_board::Plan {
public:
    CardPlan(core::ConfigTable& card, std::uint8_t station) {
        core::ConfigTable t = card.table("etherlink");
        config_.address.back() = station;
        config_.mbps =
            t.choice("speed", "10 Mb/s", {"10 Mb/s", "100 Mb/s"}, "Of the network it is plugged into.") == "100 Mb/s"
                ? 100
                : 10;
        config_.mac.rules.full_duplex =
            t.choice("duplex", "half", {"half", "full"}, "Whether it sends and receives at the same time.") == "full";
        config_.receive_packets = static_cast<unsigned>(
            t.integer("receive_packets", config_.receive_packets, 1, 64, "Whole frames that the receive FIFO holds."));
        config_.register_clocks = static_cast<unsigned>(
            t.integer("register_clocks", config_.register_clocks, 1, 255, "PCI clocks from an access to its effect."));
        t.done();
        driver_.mbps = config_.mbps;
    }
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
        return std::make_unique<PlannedCard>(name, slot, config);
    }
    /// The status register.
    card::StatusRegister status_register() const override { return {0, 0x0E, true}; }

private:
    ether_board::LineKind line_kind() const override { return {config_.mbps, config_.mac.rules.full_duplex}; }

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
