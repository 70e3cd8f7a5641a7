#include "machine.h"

#include "cable_rate.h"
#include "free_running.h"

namespace niclab::vm {

namespace {

linux_kernel::Backplane::Config backplane_of(const CardStation::Config& config) {
    linux_kernel::Backplane::Config c;
    c.machine = "guest";
    c.slot = CardStation::kSlot;
    c.memory_octets = config.memory_octets;
    c.seed = config.seed;
    return c;
}

Peer::Config peer_of(const Machine::Config& config) {
    const unsigned mbps = config.station.mbps;
    Peer::Config c;
    c.at_m = config.cable_m;
    c.ports = config.ports;
    c.period = linux_kernel::clock_of(mbps);
    c.phase = linux_kernel::phase_of(mbps, true);
    c.transceiver = linux_kernel::transceiver_of(mbps);
    c.mac.width = linux_kernel::width_of(mbps);
    c.mac.seed = config.station.seed;
    return c;
}

std::unique_ptr<GuestTime> make_time(const GuestTime::Parts& parts, Gate* gate) {
    if (gate) return std::make_unique<Gated>("time", parts, *gate);
    return std::make_unique<FreeRunning>("time", parts);
}

}  // namespace

CardStation::CardStation(sc_core::sc_module_name name, medium::Segment& segment, const Config& config)
    : sc_module(name),
      Attachment(segment, 0, linux_kernel::clock_of(config.mbps), linux_kernel::phase_of(config.mbps, false),
                 linux_kernel::transceiver_of(config.mbps)),
      backplane(backplane_of(config)),
      card(backplane.insert(config.kind->make, txc, rxc, {config.number, config.seed, config.mbps}, report)),
      mac_watch("mac_watch", txc, rxc, wires, linux_kernel::csma_of(basename(), config.mbps), report) {
    card->mac().pins.bind(wires);
}

Machine::Machine(const Config& config, MessageSocket& socket, const volatile std::sig_atomic_t& stop, Gate* gate)
    : segment("segment"),
      station("guest", segment, config.station),
      peer("peer", segment, peer_of(config)),
      memory(station.backplane.port().memory()),
      memory_port(station.backplane.port().memory(), station.backplane.profile(), memory),
      guest(station.backplane.port(), memory, CardStation::kSlot),
      time(make_time({station.backplane.port(), memory, guest, socket, stop}, gate)) {
    station.backplane.replace_memory(memory_port);
    time->before_advance = [this] { peer.poll(); };
}

}  // namespace niclab::vm
