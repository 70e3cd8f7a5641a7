#include "kernel/hardware.h"

namespace niclab::kernel {

std::optional<Hardware> read_hardware(core::ConfigTable& machine) {
    core::ConfigTable t = machine.table("hardware");
    if (!t.has("clock")) {
        t.done();
        return std::nullopt;
    }
    Hardware h;
    t.text("core", "", "Core of the processor.");
    h.clock_hz = t.frequency_hz("clock", h.clock_hz, 1e6, 1e10, "Clock frequency of the processor.");
    h.work_per_clock = t.number("work_per_clock", h.work_per_clock, 0.01, 100,
                                "Work per clock of the processor, relative to a Pentium.");
    h.memory_copy_mb_s =
        t.number("memory_copy_mb_s", h.memory_copy_mb_s, 0.1, 1e5, "Memory copy rate, in 10^6 octets per second.");
    h.isa_clock_hz = t.frequency_hz("isa_clock", h.isa_clock_hz, 1e6, 20e6, "Clock frequency of the ISA bus.");
    t.done();
    return h;
}

ScaledCosts read_scaled_costs(core::ConfigTable& system, const Hardware& hardware) {
    constexpr double kMost = 1e9;
    const double clocks =
        system.number("unit_clocks", 0, 0, kMost, "Unit of the fixed CPU costs, in clocks of a Pentium.");
    const double out = system.number("send_copies", 0, 0, 1000, "CPU cost per sent octet, in memory copies.");
    const double in = system.number("receive_copies", 0, 0, 1000, "CPU cost per received octet, in memory copies.");
    return {hardware.work_us(clocks), out * hardware.copy_ns(), in * hardware.copy_ns()};
}

}  // namespace niclab::kernel
