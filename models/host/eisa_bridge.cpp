#include "host/eisa_bridge.h"

namespace niclab::host {

namespace {

/// The number of cycles of the CPU: the present one, and the next one.
constexpr unsigned kAhead = 2;

eisa::Decode eisa_decode_of(const Memory& memory) {
    eisa::Decode d;
    d.memory = {0, memory.size()};
    d.bursts = true;
    return d;
}

}  // namespace

EisaBridge::EisaBridge(sc_core::sc_module_name name, core::Clock& halves, eisa::Bus& bus, Memory& memory,
                       const eisa::ControllerConfig& config)
    : sc_module(name),
      controller("controller", halves, bus, config),
      interrupts("interrupts", bus),
      memory_(memory),
      cycles_("cycles", controller.cpu, kAhead),
      storage_(memory),
      storage("storage", bus, 0, "memory", eisa_decode_of(memory), storage_) {
    storage.answer_masters(controller.given_away);
}

EisaBridge::Span::Span(bool memory, bool write, std::uint32_t address, unsigned octets, std::uint32_t value)
    : shift(8 * (address & 3u)), mask(octets == 4 ? ~0u : (1u << 8 * octets) - 1) {
    const unsigned enables = ((1u << octets) - 1) << (address & 3u);
    const std::uint64_t data = std::uint64_t{value} << shift;
    cycles = enables > 0xF ? 2 : 1;
    for (unsigned i = 0; i < 2; ++i)
        accesses[i] = {memory, write, std::uint8_t(enables >> 4 * i & 0xF), (address & ~3u) + 4 * i,
                       std::uint32_t(data >> 32 * i)};
}

std::uint32_t EisaBridge::Span::value() const {
    const std::uint64_t both = accesses[0].data | std::uint64_t{accesses[1].data} << 32;
    return std::uint32_t(both >> shift) & mask;
}

std::uint32_t EisaBridge::read(bool memory, std::uint32_t address, unsigned octets) {
    Span span(memory, false, address, octets);
    cycles_.run(span.accesses.data(), span.cycles);
    return span.value();
}

void EisaBridge::write(bool memory, std::uint32_t address, unsigned octets, std::uint32_t value) {
    Span span(memory, true, address, octets, value);
    cycles_.run(span.accesses.data(), span.cycles);
}

void EisaBridge::write_block(std::uint32_t address, const std::uint32_t* dwords, unsigned count, bus::Purpose) {
    std::array<eisa::Access, bus::kMaxBurstDwords> block;
    for (unsigned i = 0; i < count; ++i) block.at(i) = {true, true, 0xF, address + 4 * i, dwords[i]};
    cycles_.run(block.data(), count);
}

void EisaBridge::read_block(std::uint32_t address, std::uint32_t* dwords, unsigned count, bus::Purpose) {
    std::array<eisa::Access, bus::kMaxBurstDwords> block;
    for (unsigned i = 0; i < count; ++i) block.at(i) = {true, false, 0xF, address + 4 * i, 0};
    cycles_.run(block.data(), count);
    for (unsigned i = 0; i < count; ++i) dwords[i] = block[i].data;
}

void EisaBridge::describe(core::StatsVisitor& v) const {
    v.counter("cpu_wait_ns", cycles_.waited() / 1'000'000, "ns", "CPU time spent waiting for bus cycles.");
}

}  // namespace niclab::host
