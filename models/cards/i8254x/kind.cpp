// Intel's gigabit controllers as a kind: the board, its cable, and niclab's own driver.
#include "cards/ether_board/plan.h"
#include "cards/i8254x/card_82540em.h"
#include "cards/i8254x/card_on_pcie.h"
#include "cards/i8254x/driver.h"

namespace niclab::i8254x {

namespace {

class CardPlan : public ether_board::Plan<Config, Driver> {
public:
    CardPlan(core::ConfigTable& card, std::uint8_t station) {
        core::ConfigTable t = card.table("i8254x");
        config_.address.back() = station;
        const std::string chip = t.choice("chip", "82540em", {"82540em", "82574l"}, "Chip of the card.");
        on_pcie_ = t.choice("bus", "pci", {"pci", "pcie"}, "Bus of the card.") == "pcie";
        if (chip == "82574l") {
            if (!on_pcie_) throw t.error("bus", "the 82574L is for PCI Express", "pcie");
            config_.model = k82574l;
            driver_.device = k82574l.device, driver_.chip = "82574L", driver_.may_have_vectors = true;
        }
        read_register_clocks(t, "Time from a register access to its effect, in chip clocks.");
        if (on_pcie_)
            config_.transfer_octets =
                unsigned(t.integer("transfer_octets", ether_board::kMostBlockOctets, 64, ether_board::kMostBlockOctets,
                                   "Maximum size of a DMA transfer in octets. Assumed."));
        config_.autonegotiation_us = t.time_ns("autonegotiation", config_.autonegotiation_us * 1e3, 1e3, 1e10,
                                               "Time from the restart of autonegotiation to link up.") *
                                     1e-3;
        t.done();
    }
    card::BusWidth bus_width() const override { return {false, true}; }
    std::uint32_t read_driver(core::ConfigTable& driver) override {
        driver_.tx_ring =
            ring(driver, "tx_ring", driver_.tx_ring, "Size of the transmit ring in descriptors. Each has a buffer.");
        driver_.rx_ring = ring(driver, "rx_ring", driver_.rx_ring, "Descriptors, and buffers, for received frames.");
        driver_.interrupt_interval_us = driver.time_ns("interrupt_interval", 0, 0, 16e6,
                                                       "Minimum time between two interrupts (ITR). 0: no minimum.") *
                                        1e-3;
        driver_.receive_delay_us =
            driver.time_ns("receive_delay", 0, 0, 60e6, "Delay of the interrupt after a received frame (RDTR).") * 1e-3;
        driver_.receive_limit_us =
            driver.time_ns("receive_limit", 0, 0, 60e6,
                           "Maximum delay of the interrupt after a received frame (RADV). 0: no limit.") *
            1e-3;
        driver_.send_delay_us =
            driver.time_ns("send_delay", 0, 0, 60e6, "Delay of the interrupt after a sent frame (TIDV).") * 1e-3;
        driver_.prefetch = static_cast<unsigned>(
            driver.integer("prefetch", driver_.prefetch, 0, 63,
                           "Prefetch threshold (PTHRESH): the card fetches descriptors when it holds fewer."));
        driver_.offered = static_cast<unsigned>(
            driver.integer("offered", driver_.offered, 1, 63,
                           "Host threshold (HTHRESH): minimum number of descriptors in host memory for a prefetch."));
        driver_.write_back =
            static_cast<unsigned>(driver.integer("write_back", driver_.write_back, 0, 31,
                                                 "Write-back threshold (WTHRESH): number of used descriptors that the "
                                                 "card writes back together. 0: at once."));
        if (driver_.write_back > 1 && (driver_.receive_delay_us <= 0 || driver_.send_delay_us <= 0))
            throw driver.error("write_back", "without delays, results may wait forever",
                               "0 or 1, or send_delay and receive_delay");
        driver_.copy_per_octet_ns =
            driver.time_ns("copy_per_octet", 0, 0, 1e3, "Cost of copying, in addition to the profile's.");
        return Driver::memory_octets(driver_);
    }
    card::PcieWidth pcie_width() const override {
        const Model& m = config_.model;
        return {m.generation, m.lanes, m.mps, m.vectors > 0};
    }
    bus::Kind bus_kind() const override { return on_pcie_ ? pcie::Board::kKind : bus::kPci; }
    std::unique_ptr<card::Card> make_card(const char* name, const card::Slot& slot) const override {
        if (on_pcie_) return planned<CardOnPcie>(name, slot, ether_board::bus_connection<pcie::Board>);
        return planned<Card82540em>(name, slot, ether_board::pci_connection);
    }
    card::StatusRegister status_register() const override { return {kMemoryBar, kStatus}; }

private:
    ether_board::Mover mover() const override { return ether_board::Mover::Card; }
    ether_board::LineKind line_kind() const override { return {1000, true}; }
    bool on_pcie_ = false;
    /// RDLEN and TDLEN are multiples of 128 octets.
    static unsigned ring(core::ConfigTable& t, const char* key, unsigned standard, const char* what) {
        const std::int64_t n = t.integer(key, standard, 8, 256, what);
        if (n % 8 != 0) throw t.error(key, "not a multiple of 8", "a multiple of 8");
        return static_cast<unsigned>(n);
    }
};

}  // namespace

const card::Kind& kind() {
    static const ether_board::Kind<CardPlan> the_kind("i8254x", {ether_board::Mover::Card});
    return the_kind;
}

}  // namespace niclab::i8254x
