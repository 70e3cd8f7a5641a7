// A Verilog bus master on niclab's PCI bus: it copies memory while a disk uses the bus, too.
// Each clock is checked against the rules of PCI, and each transaction's latency is split into its
// parts.
//
//   verilog_initiator [trial.fst [transactions.csv [COMMAND...]]]
//
// Without a COMMAND Verilator's model of pci_copy.v is the core, else the one that COMMAND simulates.
// Exit code 1: a rule was broken, or the copy is wrong.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>

#include "Vpci_copy.h"
#include "bus/burst_script.h"
#include "core/clock.h"
#include "core/output_file.h"
#include "cosim/pci_core.h"
#include "pci/bus.h"
#include "pci/initiator.h"
#include "pci/memory_device.h"
#include "pci/pin_agent.h"
#include "pci/traffic_generator.h"
#include "probe/wave/watched_bus.h"

using namespace niclab;

namespace {

constexpr unsigned kSlot = 5, kMemorySlot = 3, kPlatterSlot = 4;
constexpr std::uint32_t kRegisters = 0x8000'0000;
constexpr std::uint32_t kMemory = 0x0010'0000, kSource = kMemory, kDestination = kMemory + 0x400;
constexpr std::uint32_t kDisk = 0x0020'0000;
constexpr unsigned kDwords = 20;

/// One rising edge of the Verilog module: what its pins carried before, what it drives after.
pci::PinOutputs edge(Vpci_copy& v, const pci::PinInputs& in) {
    v.rst_n = in.rst_n, v.ad_in = in.ad, v.cbe_n_in = in.cbe_n, v.idsel = in.idsel, v.gnt_n = in.gnt_n;
    v.frame_n_in = in.frame_n, v.irdy_n_in = in.irdy_n;
    v.trdy_n_in = in.trdy_n, v.devsel_n_in = in.devsel_n, v.stop_n_in = in.stop_n;
    v.clk = 0, v.eval();
    v.clk = 1, v.eval();
    pci::PinOutputs out;
    out.ad = v.ad_out, out.ad_enable = v.ad_enable;
    out.cbe_n = v.cbe_n_out, out.cbe_enable = v.cbe_enable;
    out.par = v.par_out, out.par_enable = v.par_enable;
    out.frame_n = v.frame_n_out, out.frame_enable = v.frame_enable;
    out.irdy_n = v.irdy_n_out, out.irdy_enable = v.irdy_enable;
    out.devsel_n = v.devsel_n_out, out.trdy_n = v.trdy_n_out, out.stop_n = v.stop_n_out;
    out.control_enable = v.control_enable;
    out.req_n = v.req_n, out.inta_n = v.inta_n;
    return out;
}

pci::TrafficConfig disk() {
    pci::TrafficConfig config;
    config.name = "disk";
    config.blocks_per_second = 100'000;
    config.block_octets = 128;
    config.region_octets = 4096;
    config.start_us = 6;  // once its memory has an address
    return config;
}

void reset(pci::Bus& bus) {
    bus.rst().write(true);
    sc_core::sc_start(1, sc_core::SC_US);
    bus.rst().write(false);
    sc_core::sc_start(1, sc_core::SC_US);
}

/// What the software of a host does: gives addresses, fills the source, sets up the core, starts it.
void start_copy(bus::BurstScript& host) {
    const auto set_up = [&host](unsigned slot, std::uint32_t base, std::uint32_t command) {
        const std::uint32_t config = 1u << (11 + slot);  // IDSEL is this line of AD
        host.write(config + 0x10, {base}, bus::Command::ConfigWrite);
        host.write(config + 0x0C, {32u << 8}, bus::Command::ConfigWrite);  // latency timer
        host.write(config + 0x04, {command}, bus::Command::ConfigWrite);
    };
    set_up(kMemorySlot, kMemory, 2);  // memory space on
    set_up(kPlatterSlot, kDisk, 2);
    set_up(kSlot, kRegisters, 6);  // bus master on, too
    for (std::uint32_t i = 0; i < kDwords; i += 4)
        host.write(kSource + 4 * i, {0xA000'0000 + i, 0xA000'0001 + i, 0xA000'0002 + i, 0xA000'0003 + i});
    host.write(kRegisters, {kSource});
    host.write(kRegisters + 4, {kDestination});
    host.write(kRegisters + 8, {kDwords});
}

bool is_copied(const bus::BurstScript& host) {
    std::uint32_t i = 0;
    for (auto b = host.done.end() - kDwords / 4; b != host.done.end(); ++b)
        for (unsigned k = 0; k < 4; ++k) {
            const bool right = b->data[k] == 0xA000'0000 + i++;
            if (!right) return false;
        }
    return true;
}

pci::PinAgent::Model verilated() {
    return [v = std::make_shared<Vpci_copy>()](const pci::PinInputs& in) { return edge(*v, in); };
}

pci::PinAgent::Model simulated(const std::vector<std::string>& command, const core::Clock& clock) {
    return [c = std::make_shared<cosim::PciCore>(command, clock)](const pci::PinInputs& in) { return c->clock(in); };
}

int trial(const std::string& waveform, const std::string& transactions, const std::vector<std::string>& command) {
    core::set_time_resolution();
    core::Clock clock("clock", {});  // 33 MHz
    pci::Bus bus("bus", clock);
    bus::BurstScript host("host", clock);
    pci::Initiator initiator("initiator", clock, host.channel, nullptr);
    bus.attach(initiator.pins, "host");
    pci::MemoryDevice memory("memory", clock, bus, kMemorySlot, kMemory, 4096);
    pci::MemoryDevice platter("platter", clock, bus, kPlatterSlot, kDisk, 4096);
    pci::TrafficGenerator rival("rival", clock, kDisk, disk(), 1);
    bus.attach(rival.initiator.pins, "disk");
    pci::PinAgent core("core", clock, bus, kSlot, command.empty() ? verilated() : simulated(command, clock));
    probe::WatchedBus watched("watched", clock, bus, waveform, transactions);

    reset(bus);
    start_copy(host);
    const core::Wire<bool>& interrupt = bus.inta("core");
    for (unsigned us = 0; us < 100 && !interrupt.read(); ++us) sc_core::sc_start(1, sc_core::SC_US);
    const bool interrupted = interrupt.read();
    for (std::uint32_t i = 0; i < kDwords; i += 4) host.read(kDestination + 4 * i, 4);
    for (unsigned us = 0; us < 100 && !host.finished(); ++us) sc_core::sc_start(1, sc_core::SC_US);
    watched.finish();

    const bool whole = interrupted && host.finished() && is_copied(host);
    std::printf("%u dwords %s\n", kDwords, whole ? "copied" : "NOT COPIED");
    std::fputs((watched.verdict() + watched.latencies()).c_str(), stdout);
    return whole && watched.report().total() == 0 ? 0 : 1;
}

}  // namespace

int sc_main(int argc, char** argv) {
    // Ctrl-C leaves no file that is not whole.
    std::signal(SIGINT, [](int) { core::remove_unfinished(), std::_Exit(130); });
    try {
        return trial(argc > 1 ? argv[1] : "trial.fst", argc > 2 ? argv[2] : "",
                     {argv + std::min(argc, 3), argv + argc});
    } catch (const sc_core::sc_report& e) {  // out of a process of the simulation
        std::fprintf(stderr, "%s\n", e.get_msg());
        return 2;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 2;
    }
}
