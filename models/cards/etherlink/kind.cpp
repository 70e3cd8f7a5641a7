// The EtherLink III as a kind: the card, its cable, and niclab's own driver.
#include "cards/ether_board/plan.h"
#include "cards/etherlink/card_3c509.h"
#include "cards/etherlink/card_3c595.h"
#include "cards/etherlink/card_3c905.h"
#include "cards/etherlink/card_eisa.h"
#include "cards/etherlink/driver.h"
#include "cards/etherlink/list_driver.h"

namespace niclab::etherlink {

namespace {

const std::vector<unsigned>& irqs() {
    static const std::vector<unsigned> kIrqs{3, 5, 7, 9, 10, 11, 12, 15};
    return kIrqs;
}

class CardPlan : public ether_board::Plan<Config, Driver> {
public:
    CardPlan(core::ConfigTable& card, std::uint8_t station) {
        core::ConfigTable t = card.table("etherlink");
        board_ = t.choice("board", "3c595", {"3c595", "3c509", "3c597", "3c579", "3c905", "3c905b", "3c905c"},
                          "Board: 3c595 for PCI, 3c509 for ISA, 3c597 and 3c579 for EISA, 3c905 models for PCI with "
                          "descriptor lists.");
        config_ = defaults();
        driver_.isa_chip = config_.isa;
        if (on_isa()) read_isa(t);
        if (config_.eisa) read_eisa(t);
        if (!config_.isa) read_vortex(t);
        config_.address.back() = station;
        config_.mac.rules.full_duplex =
            t.choice("duplex", "half", {"half", "full"},
                     "Duplex mode of the card. Full: it can send and receive at the same time.") == "full";
        config_.receive_packets =
            static_cast<unsigned>(t.integer("receive_packets", config_.receive_packets, 1, 64,
                                            "Maximum number of complete frames in the receive FIFO."));
        read_register_clocks(t,
                             "Time from a register access to its effect, in PCI clocks. Clocks of a 3C597: 40 ns, of a "
                             "3C509 and 3C579: 50 ns.");
        t.done();
        driver_.mbps = config_.mbps;
    }
    bus::Kind bus_kind() const override {
        return config_.eisa ? eisa::Bus::kKind : config_.isa ? isa::Bus::kKind : bus::kPci;
    }
    std::uint32_t read_driver(core::ConfigTable& driver) override {
        if (config_.lists) return read_list_driver(driver);
        const std::int64_t octets = driver.integer("start_octets", driver_.start_octets, 8, 2044,
                                                   "Octets of a frame in the card at which its transmission may start, "
                                                   "a multiple of 4. 2044: the whole frame.");
        if (octets % 4 != 0) throw driver.error("start_octets", "not a multiple of 4", "a multiple of 4");
        driver_.start_octets = static_cast<unsigned>(octets);
        return Driver::memory_octets(driver_);
    }
    std::unique_ptr<host::NetDevice> make_driver(const char* name, host::Port& port,
                                                 const card::DriverPlace& place) const override {
        if (config_.lists) return std::make_unique<ListDriver>(name, port, place, list_driver_);
        return Plan::make_driver(name, port, place);
    }
    std::unique_ptr<card::Card> make_card(const char* name, const card::Slot& slot) const override {
        if (on_isa()) return planned<Card3c509>(name, slot, ether_board::bus_connection<isa::Bus>);
        if (config_.eisa) return planned<CardEisa>(name, slot, ether_board::eisa_connection);
        if (config_.lists) return planned<Card3c905>(name, slot, ether_board::pci_connection);
        return planned<Card3c595>(name, slot, ether_board::pci_connection);
    }
    ether_board::LineKind line_kind() const override { return {config_.mbps, config_.mac.rules.full_duplex}; }
    /// The status register.
    card::StatusRegister status_register() const override {
        return {0, kCommandPort, true, on_isa() ? config_.port + kCommandPort : config_.eisa ? kCommandPort : 0};
    }

private:
    bool on_isa() const { return bus_kind() == isa::Bus::kKind; }
    Config defaults() const {
        if (board_ == "3c509") return Card3c509::card_3c509_defaults();
        if (board_ == "3c597") return CardEisa::card_3c597_defaults();
        if (board_ == "3c579") return CardEisa::card_3c579_defaults();
        if (board_ == "3c905") return Card3c905::card_3c905_defaults();
        if (board_ == "3c905b") return Card3c905::card_3c905b_defaults();
        if (board_ == "3c905c") return Card3c905::card_3c905c_defaults();
        return {};
    }
    void read_isa(core::ConfigTable& t) {
        const ether_board::IsaChoices choices{16, 16, 0x200, 0x3E0, irqs()};
        const ether_board::IsaPlace place = ether_board::read_isa_place(t, choices, {config_.port, config_.irq});
        config_.port = place.port, config_.irq = place.irq;
        driver_.on_isa = place;
    }
    void read_eisa(core::ConfigTable& t) {
        config_.irq = ether_board::read_irq(t, irqs(), config_.irq);
        driver_.on_eisa = config_.isa ? CardEisa::kProduct3c579 : CardEisa::kProduct3c597;
    }
    void read_vortex(core::ConfigTable& t) {
        const std::string speed = t.choice("speed", "10 Mb/s", {"10 Mb/s", "100 Mb/s"}, "Bit rate of the network.");
        config_.mbps = speed == "100 Mb/s" ? 100 : 10;
        if (config_.lists) return;
        driver_.master = t.choice("transfer", "pio", {"pio", "dma"},
                                  "Transfer of frames between card and host memory: by the CPU (pio), or by the card "
                                  "as bus master (dma).") == "dma";
    }

    std::uint32_t read_list_driver(core::ConfigTable& driver) {
        const auto ring = [&driver](const char* key, unsigned standard, const char* what) {
            return static_cast<unsigned>(driver.integer(key, standard, 2, 128, what));
        };
        list_driver_.tx_ring =
            ring("tx_ring", list_driver_.tx_ring, "Size of the transmit ring in descriptors. Each has a buffer.");
        list_driver_.rx_ring =
            ring("rx_ring", list_driver_.rx_ring, "Size of the receive ring in descriptors. Each has a buffer.");
        list_driver_.product = config_.product, list_driver_.boomerang = config_.boomerang;
        list_driver_.copy_per_octet_ns =
            driver.time_ns("copy_per_octet", 0, 0, 1e3,
                           "CPU time of the driver's copy per octet, in addition to that of the host profile.");
        return ListDriver::memory_octets(list_driver_);
    }

    ether_board::Mover mover() const override {
        if (config_.lists) return ether_board::Mover::Card;
        return driver_.master ? ether_board::Mover::Asked : ether_board::Mover::Cpu;
    }
    std::string board_;
    ListDriver::Config list_driver_;
};

}  // namespace

const card::Kind& kind() {
    static const ether_board::Kind<CardPlan> the_kind(
        "etherlink", {ether_board::Mover::Cpu, ether_board::Mover::Asked, ether_board::Mover::Card});
    return the_kind;
}

}  // namespace niclab::etherlink
