/// @file  Two hosts, two cards and the fibers between them, as an experiment describes them.
#pragma once

#include <memory>

#include "base/random.h"
#include "cards/board/nic.h"
#include "core/tap.h"
#include "fiber/fiber.h"
#include "host/host.h"
#include "lab/experiment/experiment.h"
#include "pci/bus.h"
#include "pci/memory_device.h"

namespace niclab::lab {

/// One end of the line: a host, its PCI bus and its card.
class Side : public sc_core::sc_module {
public:
    Side(sc_core::sc_module_name name, const SideConfig& config, core::Clock& line_clock,
         const sc_core::sc_event& receive_edge, core::Femtoseconds pci_phase_fs, std::uint64_t seed);

    core::Clock pci_clock;
    pci::Bus pci;
    host::Host host;
    board::Nic nic;
    std::vector<std::unique_ptr<pci::TrafficGenerator>> traffic;

private:
    void add_traffic(const BusConfig& config, std::uint64_t seed);
    std::vector<std::unique_ptr<pci::MemoryDevice>> devices_;
    host::RegisterLoad register_load_;
};

/// The wires of one end of one fiber, with a scope of their own.
struct LineNet : sc_core::sc_module {
    explicit LineNet(sc_core::sc_module_name name) : sc_module(name) {}
    fiber::LinePins<core::Net> pins{"line"};
};

/// Everything on the bench. SystemC's hierarchy starts with `client` and `server`.
class Bench {
public:
    explicit Bench(const Experiment& experiment);

    /// Draws new phases of all clocks, frames and cell slots against each other, as long pauses between the runs of
    /// a real bench do: each clock stands still once, for less than 126 us. To be called while nothing moves.
    void redraw_phases();
    /// Phases were redrawn: until when some clock stands still.
    core::Tap<core::Femtoseconds> redrawn;

private:
    base::RandomStream phases_;

public:
    core::Clock client_oscillator, server_oscillator;  ///< The octets of the cards' lines: 19.44 or 77.76 MHz.
    fiber::Fiber to_server, to_client;
    Side client, server;
    LineNet client_launch, client_arrive, server_launch, server_arrive;
};

}  // namespace niclab::lab
