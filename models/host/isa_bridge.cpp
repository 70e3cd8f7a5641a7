#include "host/isa_bridge.h"

#include <algorithm>
#include <array>

namespace niclab::host {

namespace {

constexpr unsigned kTogether =
    64;  ///< Cycles of a program that are passed to the queue at once. It does not affect the simulation.

/// Octets of the cycle at `address` of an access that still has `left`.
unsigned cycle_octets(std::uint32_t address, unsigned left) { return left >= 2 && address % 2 == 0 ? 2 : 1; }

}  // namespace

IsaBridge::IsaBridge(sc_core::sc_module_name name, core::Clock& halves, isa::Bus& bus, Memory& memory,
                     const isa::ControllerConfig& config)
    : sc_module(name),
      controller("controller", halves, bus, config),
      interrupts("interrupts", bus),
      memory_(memory),
      cycles_("cycles", controller.cpu, 1) {}

std::uint16_t IsaBridge::transfer(const isa::Access& access) {
    isa::Access cycle = access;
    cycles_.run(&cycle, 1);
    return cycle.data;
}

std::uint32_t IsaBridge::read(isa::Space space, std::uint32_t address, unsigned octets) {
    std::uint32_t value = 0;
    for (unsigned done = 0, n = 0; done < octets; done += n) {
        n = cycle_octets(address + done, octets - done);
        value |= std::uint32_t{transfer({space, false, n == 2, address + done, 0})} << 8 * done;
    }
    return value;
}

void IsaBridge::write(isa::Space space, std::uint32_t address, unsigned octets, std::uint32_t value) {
    for (unsigned done = 0, n = 0; done < octets; done += n) {
        n = cycle_octets(address + done, octets - done);
        transfer({space, true, n == 2, address + done, std::uint16_t(value >> 8 * done)});
    }
}

/// Words are queued together; the CPU is notified only after the last.
void IsaBridge::io_read_repeated(std::uint32_t address, unsigned octets, std::uint32_t* values, unsigned count) {
    if (octets != 2 || address % 2 != 0) return Port::io_read_repeated(address, octets, values, count);
    std::array<isa::Access, kTogether> cycles;
    for (unsigned done = 0, n = 0; done < count; done += n) {
        n = std::min(count - done, kTogether);
        cycles.fill({isa::Space::Port, false, true, address, 0});
        cycles_.run(cycles.data(), n);
        for (unsigned i = 0; i < n; ++i) values[done + i] = cycles[i].data;
    }
}

void IsaBridge::io_write_repeated(std::uint32_t address, unsigned octets, const std::uint32_t* values, unsigned count) {
    if (octets != 2 || address % 2 != 0) return Port::io_write_repeated(address, octets, values, count);
    std::array<isa::Access, kTogether> cycles;
    for (unsigned done = 0, n = 0; done < count; done += n) {
        n = std::min(count - done, kTogether);
        for (unsigned i = 0; i < n; ++i)
            cycles[i] = {isa::Space::Port, true, true, address, std::uint16_t(values[done + i])};
        cycles_.run(cycles.data(), n);
    }
}

void IsaBridge::write_block(std::uint32_t address, const std::uint32_t* dwords, unsigned count, bus::Purpose) {
    for (unsigned i = 0; i < count; ++i) write32(address + 4 * i, dwords[i]);
}

void IsaBridge::read_block(std::uint32_t address, std::uint32_t* dwords, unsigned count, bus::Purpose) {
    for (unsigned i = 0; i < count; ++i) dwords[i] = read32(address + 4 * i);
}

void IsaBridge::describe(core::StatsVisitor& v) const {
    v.counter("cpu_wait_ns", cycles_.waited() / 1'000'000, "ns", "CPU time spent waiting for bus cycles.");
}

}  // namespace niclab::host
