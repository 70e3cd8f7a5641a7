// A Verilog target on niclab's PCI bus: a host writes and reads it. A checker compares every clock
// with the rules of PCI. A waveform records the bus.
//
//   verilog_target [trial.fst]
//
// Exit code 1: a rule was broken, or the data read differ from the data written.
#include <cstdio>
#include <exception>
#include <string>

#include "Vpci_memory.h"
#include "bus/burst_script.h"
#include "core/clock.h"
#include "pci/bus.h"
#include "pci/initiator.h"
#include "pci/pin_target.h"
#include "probe/wave/watched_bus.h"

using namespace niclab;

namespace {

constexpr unsigned kSlot = 5;                          // IDSEL is AD[16]
constexpr std::uint32_t kConfig = 1u << (11 + kSlot);  // what a host puts on AD to reach the slot
constexpr std::uint32_t kBase = 0x8000'0000;

/// One rising edge of the Verilog module: what its pins carried before, what it drives after.
pci::PinOutputs edge(Vpci_memory& v, const pci::PinInputs& in) {
    v.rst_n = in.rst_n, v.ad_in = in.ad, v.cbe_n = in.cbe_n;
    v.frame_n = in.frame_n, v.irdy_n = in.irdy_n, v.idsel = in.idsel;
    v.clk = 0, v.eval();
    v.clk = 1, v.eval();
    pci::PinOutputs out;
    out.ad = v.ad_out, out.ad_enable = v.ad_enable;
    out.par = v.par_out, out.par_enable = v.par_enable;
    out.devsel_n = v.devsel_n, out.trdy_n = v.trdy_n, out.stop_n = v.stop_n, out.control_enable = v.control_enable;
    return out;
}

int trial(const std::string& waveform) {
    core::set_time_resolution();
    core::Clock clock("clock", {});  // 33 MHz
    pci::Bus bus("bus", clock);
    bus::BurstScript host("host", clock);
    pci::Initiator initiator("initiator", clock, host.channel, nullptr);
    Vpci_memory verilog;
    pci::PinTarget target("target", clock, kSlot, [&](const pci::PinInputs& in) { return edge(verilog, in); });
    bus.attach(initiator.pins, "host");
    bus.attach(target.pins, "verilog");
    probe::WatchedBus watched("watched", clock, bus, waveform);

    bus.rst().write(true);
    sc_core::sc_start(1, sc_core::SC_US);
    bus.rst().write(false);
    sc_core::sc_start(1, sc_core::SC_US);
    host.read(kConfig, 1, bus::Command::ConfigRead);
    host.write(kConfig + 0x10, {kBase}, bus::Command::ConfigWrite);
    host.write(kConfig + 0x04, {2}, bus::Command::ConfigWrite);  // memory space on
    host.write(kBase, {0x11111111, 0x22222222, 0x33333333, 0x44444444});
    host.read(kBase, 4);
    host.write(kBase + 0xFFC, {0xAAAAAAAA});  // its last dword: the target disconnects a longer burst
    host.read(kBase + 0xFF8, 4);
    sc_core::sc_start(20, sc_core::SC_US);
    watched.finish();

    const bool whole = host.done.size() == 7 && host.done[0].data[0] == 0x00011234 &&
                       host.done[4].data[0] == 0x11111111 && host.done[4].data[3] == 0x44444444 &&
                       host.done[6].data[1] == 0xAAAAAAAA;
    std::fputs(watched.verdict().c_str(), stdout);
    std::printf("%zu of 7 bursts done, data %s\n", host.done.size(), whole ? "as written" : "WRONG");
    return whole && watched.report().total() == 0 ? 0 : 1;
}

}  // namespace

int sc_main(int argc, char** argv) {
    try {
        return trial(argc > 1 ? argv[1] : "trial.fst");
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 2;
    }
}
