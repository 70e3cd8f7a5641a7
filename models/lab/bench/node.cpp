// A host with its bus and its cards: their slots, addresses and drivers.
#include "host/netdevice.h"
#include "lab/bench/bench.h"

namespace niclab::lab {

namespace {

/// A placeholder for a host's driver while another driver, such as Linux's, runs the card.
class NoDriver : public host::NetDevice {
public:
    NoDriver(sc_core::sc_module_name name, host::Port& port) : NetDevice(name, port) {}
    void probe() override {}
    void open(host::Channel) override {}
    void transmit(const std::vector<std::uint8_t>&, host::Channel, std::uint32_t) override {}
    bool idle() const override { return true; }
    std::size_t room(std::size_t) const override { return 0; }
    bool transmit_idle() const override { return true; }

private:
    void wait_for_work() override {}
    void service() override {}
};

/// Of the first card; a second one is below it, other devices are above.
constexpr unsigned kSlot = 5;
constexpr unsigned kFirstIdselLine = 11;  ///< Of device 0.

/// Addresses that a BIOS might assign to the windows of other devices.
constexpr std::uint32_t kDeviceWindow = 0xD000'0000, kDeviceOctets = 1u << 20;

core::Clock::Config pci_clock_config(core::Femtoseconds period_fs, core::Femtoseconds phase_fs) {
    core::Clock::Config config;
    config.period_fs = period_fs;
    config.phase_fs = phase_fs;
    return config;
}

/// Slot of a host's card number `card`: the first has IDSEL on AD[16], as on most boards of the
/// time (*assumed*).
unsigned slot_of(std::size_t card) { return kSlot - static_cast<unsigned>(card); }

/// The address that a BIOS might assign to the registers of that card.
constexpr std::uint32_t kWindowOctets = 0x0400'0000;
std::uint32_t window_of(std::size_t card) { return 0xE000'0000u + kWindowOctets * static_cast<std::uint32_t>(card); }

/// Names for a host's first card have no number.
std::string numbered(const std::string& name, std::size_t card) {
    return card == 0 ? name : name + std::to_string(card);
}

std::unique_ptr<host::NetDevice> make_driver(const HostConfig& config, std::size_t card, host::Port& port) {
    const std::string name = numbered("driver", card);
    if (config.foreign_driver) return std::make_unique<NoDriver>(name.c_str(), port);
    card::DriverPlace place;
    place.slot = slot_of(card);
    place.windows = window_of(card);
    place.interrupt_us = config.host.profile.interrupt_us;
    place.latency_timer = config.bus.latency_timer;
    return config.cards[card]->make_driver(name.c_str(), port, place);
}

/// Of the card on that bus.
unsigned slot_on(const HostConfig& config, bus::Kind bus) {
    std::size_t card = 0;
    while (config.cards[card]->bus_kind() != bus) ++card;
    return slot_of(card);
}

std::vector<Node::OtherBus> make_buses(const HostConfig& config, const BusPhases& phases, std::uint64_t seed) {
    std::vector<Node::OtherBus> all;
    for (const buses::Kind* kind : buses::kinds_of(config))
        all.push_back({*kind, kind->make(config, phases.others_fs.at(all.size()), slot_on(config, kind->bus), seed)});
    return all;
}

std::vector<host::OtherBus> bridges_of(const std::vector<Node::OtherBus>& buses) {
    std::vector<host::OtherBus> all;
    for (const Node::OtherBus& other : buses)
        all.push_back({other.kind.bus, [&bus = *other.bus](host::Memory& memory, const host::Config& host) {
                           return bus.make_bridge(memory, host);
                       }});
    return all;
}

/// The host with the drivers of its cards.
host::Config with_drivers(const HostConfig& config) {
    host::Config host = config.host;
    for (std::size_t k = 0; k < config.cards.size(); ++k)
        host.drivers.push_back({[&config, k](host::Port& port) { return make_driver(config, k, port); },
                                config.cards[k]->bus_kind(), config.cards[k]->masters_isa()});
    return host;
}

/// A read of the status register of one of the cards of any kind.
host::RegisterLoad::Config register_load(const HostConfig& host, std::size_t card) {
    host::RegisterLoad::Config config = host.bus.register_load;
    const card::StatusRegister status = host.cards[card]->status_register();
    config.slot = slot_of(card), config.bar = status.bar, config.offset = status.offset, config.is_io = status.is_io;
    config.port = status.port;
    config.in_eisa_slot = host.cards[card]->bus_kind() == eisa::Bus::kKind;
    return config;
}

}  // namespace

unsigned End::idsel_line() const { return kFirstIdselLine + slot_of(index); }

bool End::has_window_at(std::uint32_t address) const { return address - window_of(index) < kWindowOctets; }

Node::Node(sc_core::sc_module_name name, const HostConfig& config, const std::vector<CardClocks>& clocks,
           const BusPhases& phases, std::uint64_t seed, std::size_t in_part)
    : sc_module(name),
      part(in_part),
      pci_clock("pci_clock", pci_clock_config(config.bus.period_fs, phases.pci_fs)),
      pci("pci", pci_clock, config.bus.arbiter, config.bus.variant),
      others(make_buses(config, phases, seed)),
      host("host", pci_clock, pci, with_drivers(config), seed, bridges_of(others)) {
    // Unless a driver keeps pointers into the memory, data may be moved late.
    if (!config.foreign_driver) host.memory.edge_runners().add(pci);
    add_cards(config, clocks, seed);
    add_register_loads(config, seed);
    add_traffic(config.bus, seed);
    if (pci::Initiator* master = card().master()) master->parity_fault.arm(config.bus.wrong_parity);
}

void Node::enter_transaction_level() {
    pci.enter_transaction_level();
    for (const OtherBus& other : others)
        if (core::Shortcut* levels = other.bus->levels()) levels->enter_transaction_level();
}

std::vector<core::Clock*> Node::bus_clocks() {
    std::vector<core::Clock*> clocks{&pci_clock};
    for (const OtherBus& other : others) clocks.push_back(&other.bus->clock());
    return clocks;
}

void Node::add_cards(const HostConfig& config, const std::vector<CardClocks>& clocks, std::uint64_t seed) {
    for (unsigned k = 0; k < config.cards.size(); ++k) {
        const std::string name = card_name(k);
        card::Slot slot{pci_clock, pci, slot_of(k), name, *clocks[k].line, *clocks[k].receive_edge, seed};
        for (const OtherBus& other : others) other.bus->connect(slot);
        cards_.push_back(config.cards[k]->make_card(name.c_str(), slot));
    }
}

void Node::add_register_loads(const HostConfig& config, std::uint64_t seed) {
    for (std::size_t k = 0; k < config.cards.size(); ++k)
        register_loads_.push_back(std::make_unique<host::RegisterLoad>(numbered("register_load", k).c_str(),
                                                                       host.bridge_to(config.cards[k]->bus_kind()),
                                                                       register_load(config, k), seed));
}

void Node::add_traffic(const BusConfig& config, std::uint64_t seed) {
    for (const BusConfig::Traffic& item : config.traffic) {
        const pci::TrafficConfig& c = item.generator;
        std::uint32_t base = 0;
        if (item.to_device) {
            const auto k = static_cast<unsigned>(devices_.size());
            base = kDeviceWindow + k * kDeviceOctets;
            devices_.push_back(std::make_unique<pci::MemoryDevice>((c.name + "_memory").c_str(), pci_clock, pci,
                                                                   kSlot + 1 + k, base, kDeviceOctets));
        } else {
            base = host.memory.allocate(c.region_octets, 4096);
        }
        traffic_.push_back(
            std::make_unique<pci::TrafficGenerator>(c.name.c_str(), pci_clock, base, c, seed, config.variant.wide));
        pci.attach(traffic_.back()->initiator.pins, c.name);
    }
}

}  // namespace niclab::lab
