// Boards with a chip of this family as a kind: the board, its cable, and niclab's own driver.
#include "cards/ether_board/plan.h"
#include "cards/lance/am79c970a.h"
#include "cards/lance/at1500.h"
#include "cards/lance/driver.h"

namespace niclab::lance {

namespace {

class CardPlan : public ether_board::Plan<Config, Driver> {
public:
    CardPlan(core::ConfigTable& card, std::uint8_t station) {
        core::ConfigTable t = card.table("lance");
        isa_ = t.choice("board", "am79c970a", {"am79c970a", "at1500"}, "Board: rtl8029 for PCI, the others for ISA.") ==
               "at1500";
        if (isa_) read_at1500(t);
        config_.address.back() = station;
        read_register_clocks(t,
                             "Time from a register access to its effect, in PCI clocks. Clocks of an AT1500: 50 ns.");
        t.done();
    }
    bus::Kind bus_kind() const override { return isa_ ? isa::Bus::kKind : bus::kPci; }
    bool masters_isa() const override { return isa_; }
    std::uint32_t read_driver(core::ConfigTable& driver) override {
        driver_.tx_ring =
            ring(driver, "tx_ring", driver_.tx_ring, "Size of the transmit ring in descriptors. Each has a buffer.");
        driver_.rx_ring =
            ring(driver, "rx_ring", driver_.rx_ring, "Size of the receive ring in descriptors. Each has a buffer.");
        driver_.copy_per_octet_ns =
            driver.time_ns("copy_per_octet", 0, 0, 1e3,
                           "CPU time of the driver's copy per octet, in addition to that of the host profile.");
        return Driver::memory_octets(driver_);
    }
    std::unique_ptr<card::Card> make_card(const char* name, const card::Slot& slot) const override {
        if (isa_) return planned<At1500>(name, slot, ether_board::bus_connection<isa::Bus>, jumpers_);
        return planned<Am79c970a>(name, slot, ether_board::pci_connection);
    }
    /// RAP: selects the register at the data port.
    card::StatusRegister status_register() const override { return {0, 0x12, true, isa_ ? jumpers_.port + 0x12 : 0}; }

private:
    ether_board::Mover mover() const override { return ether_board::Mover::Card; }
    void read_at1500(core::ConfigTable& t) {
        config_ = At1500::at1500_defaults();
        const ether_board::IsaChoices choices{
            At1500::kIsaPorts, 0x20, 0x300, 0x360, {At1500::kIrqs.begin(), At1500::kIrqs.end()}};
        const ether_board::IsaPlace place = ether_board::read_isa_place(t, choices, {jumpers_.port, jumpers_.irq});
        const std::string channel = t.choice("dma_channel", std::to_string(jumpers_.channel), {"3", "5", "6", "7"},
                                             "ISA DMA channel (DRQ and DACK#).");
        jumpers_ = {place.port, place.irq, static_cast<unsigned>(channel[0] - '0')};
        driver_.on_isa = IsaMaster{place, jumpers_.channel};
    }
    static unsigned ring(core::ConfigTable& t, const char* key, unsigned standard, const char* what) {
        const std::int64_t n = t.integer(key, standard, 1, 128, what);
        if ((n & (n - 1)) != 0) throw t.error(key, "not a power of two", "a power of two");
        return static_cast<unsigned>(n);
    }

    bool isa_ = false;
    At1500::Jumpers jumpers_;
};

}  // namespace

const card::Kind& kind() {
    static const ether_board::Kind<CardPlan> the_kind("lance", {ether_board::Mover::Card});
    return the_kind;
}

}  // namespace niclab::lance
