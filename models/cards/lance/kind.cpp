// An Am79C970A as a kind: the chip, its cable, and our driver.
#include "card/kind.h"

#include "cards/ether_board/line.h"
#include "cards/lance/driver.h"
#include "cards/lance/planned_card.h"

namespace niclab::lance {

namespace {

class CardPlan : public card::Plan {
public:
    CardPlan(core::ConfigTable& card, std::uint8_t station) {
        core::ConfigTable t = card.table("lance");
        config_.address.back() = station;
        config_.register_clocks = static_cast<unsigned>(
            t.integer("register_clocks", config_.register_clocks, 1, 255, "PCI clocks from an access to its effect."));
        t.done();
    }
    std::uint32_t read_driver(core::ConfigTable& driver) override {
        driver_.tx_ring = ring(driver, "tx_ring", driver_.tx_ring, "Descriptors, and buffers, for frames to send.");
        driver_.rx_ring = ring(driver, "rx_ring", driver_.rx_ring, "Descriptors, and buffers, for frames that come.");
        driver_.copy_per_octet_ns =
            driver.time_ns("copy_per_octet", 0, 0, 1e3, "Cost of copying, beside the profile's.");
        return Driver::memory_octets(driver_);
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
    /// RAP: which register the data port shows.
    card::StatusRegister status_register() const override { return {0, 0x12, true}; }
    std::string line() const override { return "Ethernet of 10 Mb/s"; }
    std::string units() const override { return "frames"; }
    std::size_t most_octets() const override { return kMostData; }
    std::unique_ptr<card::LinkPlan> read_link(core::ConfigTable& line) const override {
        return std::make_unique<ether_board::LinePlan>(line);
    }

private:
    static unsigned ring(core::ConfigTable& t, const char* key, unsigned standard, const char* what) {
        const std::int64_t n = t.integer(key, standard, 1, 128, what);
        if ((n & (n - 1)) != 0) throw t.error(key, std::to_string(n) + " found", "a power of two wanted");
        return static_cast<unsigned>(n);
    }
    Config config_;
    Driver::Config driver_;
};

class LanceKind : public card::Kind {
    std::string name() const override { return "lance"; }
    std::string section() const override { return "lance"; }
    std::unique_ptr<card::Plan> read(core::ConfigTable& card, std::uint8_t station) const override {
        return std::make_unique<CardPlan>(card, station);
    }
    std::vector<const card::Cause*> causes() const override { return ether_board::frame_causes(); }
};

}  // namespace

const card::Kind& kind() {
    static const LanceKind the_kind;
    return the_kind;
}

}  // namespace niclab::lance
