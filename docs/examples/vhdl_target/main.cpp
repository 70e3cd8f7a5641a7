// A target in VHDL on niclab's PCI bus, simulated by GHDL. A host writes and reads it, each clock is
// checked against the rules of PCI, and a waveform has all of it.
//
//   vhdl_target [-t SECONDS] trial.fst COMMAND...
//
// COMMAND starts the simulator, which answers within SECONDS (60) at each clock edge. Exit code 1: a
// rule was broken, or data are wrong.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "bus/burst_script.h"
#include "core/clock.h"
#include "core/output_file.h"
#include "cosim/pci_core.h"
#include "pci/bus.h"
#include "pci/initiator.h"
#include "pci/pin_agent.h"
#include "probe/wave/watched_bus.h"

using namespace niclab;

namespace {

constexpr unsigned kSlot = 5;                          // IDSEL is AD[16]
constexpr std::uint32_t kConfig = 1u << (11 + kSlot);  // what a host drives on AD to reach the slot
constexpr std::uint32_t kBase = 0x8000'0000;

void script(bus::BurstScript& host) {
    host.read(kConfig, 1, bus::Command::ConfigRead);
    host.write(kConfig + 0x10, {kBase}, bus::Command::ConfigWrite);
    host.write(kConfig + 0x04, {2}, bus::Command::ConfigWrite);  // memory space on
    host.write(kBase, {0x11111111, 0x22222222, 0x33333333, 0x44444444});
    host.read(kBase, 4);
    host.write(kBase + 0xFF8, {0xAAAAAAAA, 0xBBBBBBBB});  // its last two dwords
    host.read(kBase + 0xFF8, 2);
}

bool is_right(const bus::BurstScript& host) {
    if (!host.finished()) return false;
    const auto &identity = host.done[0].data, &first = host.done[4].data, &last = host.done[6].data;
    return (identity[0] & 0xFFFF) == 0x1234 && first[0] == 0x11111111 && first[3] == 0x44444444 &&
           last[0] == 0xAAAAAAAA && last[1] == 0xBBBBBBBB;
}

int trial(std::chrono::seconds answer, const std::string& waveform, const std::vector<std::string>& command) {
    core::set_time_resolution();
    core::Clock clock("clock", {});  // 33 MHz
    pci::Bus bus("bus", clock);
    bus::BurstScript host("host", clock);
    pci::Initiator initiator("initiator", clock, host.channel, nullptr);
    bus.attach(initiator.pins, "host");
    cosim::PciCore vhdl(command, clock, answer);
    pci::PinAgent core("core", clock, bus, kSlot, [&](const pci::PinInputs& in) { return vhdl.clock(in); });
    probe::WatchedBus watched("watched", clock, bus, waveform);

    bus.rst().write(true);
    sc_core::sc_start(1, sc_core::SC_US);
    bus.rst().write(false);
    sc_core::sc_start(1, sc_core::SC_US);
    script(host);
    for (unsigned us = 0; us < 100 && !host.finished(); ++us) sc_core::sc_start(1, sc_core::SC_US);
    watched.finish();

    const bool right = is_right(host);
    std::printf("%zu of 7 bursts done, data %s\n", host.done.size(), right ? "as written" : "WRONG");
    std::fputs(watched.verdict().c_str(), stdout);
    return right && watched.report().total() == 0 ? 0 : 1;
}

}  // namespace

int sc_main(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    std::chrono::seconds answer(60);
    if (words.size() > 1 && words[0] == "-t") {
        answer = std::chrono::seconds(std::atoi(words[1].c_str()));
        words.erase(words.begin(), words.begin() + 2);
    }
    if (words.size() < 2 || answer.count() < 1) {
        std::fprintf(stderr, "vhdl_target: no simulator; expected vhdl_target [-t SECONDS] WAVEFORM COMMAND...\n");
        return 2;
    }
    // Ctrl-C leaves no file that is not whole.
    std::signal(SIGINT, [](int) { core::remove_unfinished(), std::_Exit(130); });
    try {
        return trial(answer, words[0], {words.begin() + 1, words.end()});
    } catch (const sc_core::sc_report& e) {  // out of a process of the simulation
        std::fprintf(stderr, "%s\n", e.get_msg());
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
    }
    return 2;
}
