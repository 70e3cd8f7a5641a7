#include "kernel/hardware.h"

namespace niclab::kernel {

std::optional<Hardware> read_hardware(core::ConfigTable& machine) {
    core::ConfigTable t = machine.table("hardware");
    if (!t.has("clock")) {
        t.done();
        return std::nullopt;
    }
    Hardware h;
    t.text("core", "", "Kind of the processor.");
    h.clock_hz = t.frequency_hz("clock", h.clock_hz, 1e6, 1e10, "Clock of the processor.");
    h.work_per_clock = t.number("work_per_clock", h.work_per_clock, 0.01, 100,
                                "Clocks of a Pentium that one clock of this processor is worth.");
    h.memory_copy_mb_s =
        t.number("memory_copy_mb_s", h.memory_copy_mb_s, 0.1, 1e5, "Rate of a copy in memory, 10^6 octets a second.");
    h.isa_clock_hz = t.frequency_hz("isa_clock", h.isa_clock_hz, 1e6, 20e6, "Clock of the ISA bus.");
    t.done();
    return h;
}

ScaledCosts read_scaled_costs(core::ConfigTable& system, const Hardware& hardware) {
    constexpr double kMost = 1e9;
    const double clocks = system.number("unit_clocks", 0, 0, kMost, "Unit of the fixed costs, clocks of a Pentium.");
    const double out = system.number("send_copies", 0, 0, 1000, "Copies in memory that an octet sent costs.");
    const double in = system.number("receive_copies", 0, 0, 1000, "Copies in memory that an octet received costs.");
    return {hardware.work_us(clocks), out * hardware.copy_ns(), in * hardware.copy_ns()};
}

}  // namespace niclab::kernel
