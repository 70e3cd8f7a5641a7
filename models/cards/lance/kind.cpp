// An Am79C970A as a kind: the chip, its cable, and our driver.
#include "cards/ether_board/plan.h"
#include "cards/lance/am79c970a.h"
#include "cards/lance/driver.h"

namespace niclab::lance {

namespace {

class CardPlan : public ether_board::Plan<Config, Driver> {
public:
    CardPlan(core::ConfigTable& card, std::uint8_t station) {
        core::ConfigTable t = card.table("lance");
        config_.address.back() = station;
        read_register_clocks(t, "PCI clocks from an access to its effect.");
        t.done();
    }
    std::uint32_t read_driver(core::ConfigTable& driver) override {
        driver_.tx_ring = ring(driver, "tx_ring", driver_.tx_ring, "Descriptors, and buffers, for frames to send.");
        driver_.rx_ring = ring(driver, "rx_ring", driver_.rx_ring, "Descriptors, and buffers, for frames that come.");
        driver_.copy_per_octet_ns =
            driver.time_ns("copy_per_octet", 0, 0, 1e3, "Cost of copying, beside the profile's.");
        return Driver::memory_octets(driver_);
    }
    std::unique_ptr<card::Card> make_card(const char* name, const card::Slot& slot) const override {
        return planned<Am79c970a>(name, slot, ether_board::pci_seat);
    }
    /// RAP: which register the data port shows.
    card::StatusRegister status_register() const override { return {0, 0x12, true}; }

private:
    static unsigned ring(core::ConfigTable& t, const char* key, unsigned standard, const char* what) {
        const std::int64_t n = t.integer(key, standard, 1, 128, what);
        if ((n & (n - 1)) != 0) throw t.error(key, std::to_string(n) + " found", "a power of two wanted");
        return static_cast<unsigned>(n);
    }
};

}  // namespace

const card::Kind& kind() {
    static const ether_board::Kind<CardPlan> the_kind("lance", ether_board::Mover::Card);
    return the_kind;
}

}  // namespace niclab::lance
