#include "lab/bench/bench.h"

#include <algorithm>

#include "host/no_driver.h"

namespace niclab::lab {

namespace {

/// Slot of the card: IDSEL is AD[16], as on most boards of the time (*assumed*).
constexpr unsigned kSlot = 5;

/// Where a BIOS might put the windows of other devices.
constexpr std::uint32_t kDeviceWindow = 0xD000'0000, kDeviceOctets = 1u << 20;

constexpr core::Femtoseconds kFrameFs = 125'000'000'000;  ///< A SONET frame.

/// An oscillator that is off by at most the tolerance or by `exactly` this, with a phase of its own; drawn.
core::Clock::Config oscillator(base::RandomStream& random, const LinesConfig& lines, std::optional<double> exactly) {
    const double drawn = lines.clock_tolerance_ppm * (2 * random.uniform01() - 1);
    const double ppm = exactly.value_or(drawn);
    core::Clock::Config config;
    config.period_fs = static_cast<core::Femtoseconds>(1e15 / (lines.format.octet_hz() * (1 + ppm * 1e-6)) + 0.5);
    config.phase_fs = static_cast<core::Femtoseconds>(random.uniform(1, static_cast<std::int64_t>(config.period_fs)));
    return config;
}

core::Clock::Config pci_clock_config(core::Femtoseconds period_fs, core::Femtoseconds phase_fs) {
    core::Clock::Config config;
    config.period_fs = period_fs;
    config.phase_fs = phase_fs;
    return config;
}

/// The host with the driver of its card.
host::Config with_driver(const SideConfig& side) {
    host::Config host = side.host;
    host.make_driver = [&side](host::Port& port) -> std::unique_ptr<host::NetDevice> {
        if (side.foreign_driver) return std::make_unique<host::NoDriver>("driver", port);
        card::DriverPlace place;
        place.slot = kSlot;
        place.interrupt_us = side.host.profile.interrupt_us;
        return side.card->make_driver("driver", port, place);
    };
    return host;
}

/// A look at the status register of the card, whichever it is.
host::RegisterLoad::Config register_load(const SideConfig& side) {
    host::RegisterLoad::Config config = side.bus.register_load;
    const card::StatusRegister status = side.card->status_register();
    config.slot = kSlot, config.bar = status.bar, config.offset = status.offset;
    return config;
}

core::Femtoseconds draw_phase(base::RandomStream& random, core::Femtoseconds period_fs) {
    return static_cast<core::Femtoseconds>(random.uniform(1, static_cast<std::int64_t>(period_fs)));
}

}  // namespace

Side::Side(sc_core::sc_module_name name, const SideConfig& config, core::Clock& line_clock,
           const sc_core::sc_event& receive_edge, core::Femtoseconds pci_phase_fs, std::uint64_t seed)
    : sc_module(name),
      pci_clock("pci_clock", pci_clock_config(config.bus.period_fs, pci_phase_fs)),
      pci("pci", pci_clock, config.bus.arbiter, config.bus.variant),
      host("host", pci_clock, pci, with_driver(config), seed),
      card_(config.card->make_card("nic", {pci_clock, pci, kSlot, "nic", line_clock, receive_edge})),
      nic(dynamic_cast<board::Nic&>(*card_)),
      register_load_("register_load", host.bridge, register_load(config), seed) {
    add_traffic(config.bus, seed);
    nic.initiator.parity_fault.arm(config.bus.wrong_parity);
}

void Side::add_traffic(const BusConfig& config, std::uint64_t seed) {
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
        traffic.push_back(
            std::make_unique<pci::TrafficGenerator>(c.name.c_str(), pci_clock, base, c, seed, config.variant.wide));
        pci.attach(traffic.back()->initiator.pins, c.name);
    }
}

Bench::Bench(const Experiment& experiment)
    : phases_(experiment.seed, "phases"),
      client_oscillator("client_oscillator", oscillator(phases_, experiment.lines, experiment.lines.client_ppm)),
      server_oscillator("server_oscillator", oscillator(phases_, experiment.lines, experiment.lines.server_ppm)),
      to_server("to_server", client_oscillator, experiment.lines.to_server.fiber),
      to_client("to_client", server_oscillator, experiment.lines.to_client.fiber),
      client("client", experiment.client, client_oscillator, to_client.edge(),
             draw_phase(phases_, experiment.client.bus.period_fs), experiment.seed),
      server("server", experiment.server, server_oscillator, to_server.edge(),
             draw_phase(phases_, experiment.server.bus.period_fs), experiment.seed),
      client_launch("client_launch"),
      client_arrive("client_arrive"),
      server_launch("server_launch"),
      server_arrive("server_arrive") {
    client.nic.line_tx().bind(client_launch.pins), to_server.in.bind(client_launch.pins);
    to_server.out.bind(server_arrive.pins), server.nic.line_rx().bind(server_arrive.pins);
    server.nic.line_tx().bind(server_launch.pins), to_client.in.bind(server_launch.pins);
    to_client.out.bind(client_arrive.pins), client.nic.line_rx().bind(client_arrive.pins);
}

void Bench::redraw_phases() {
    for (core::Clock* clock : {&client.pci_clock, &server.pci_clock})
        clock->slip(draw_phase(phases_, clock->period_fs()));
    // A card's frames and cell slots hang on its oscillator: they get a new phase with it.
    for (core::Clock* clock : {&client_oscillator, &server_oscillator}) clock->slip(draw_phase(phases_, kFrameFs));
    const core::Femtoseconds now = core::now_fs();
    core::Femtoseconds end = now;
    for (const core::Clock* clock : {&client.pci_clock, &server.pci_clock, &client_oscillator, &server_oscillator})
        end = std::max(end, clock->edge_after(now));
    redrawn(now, end);
}

}  // namespace niclab::lab
