/// @file The path of the CPU to an ISA bus without PCI: each access is one cycle of the bus per
/// word.
///
/// Behaviour: nothing is posted: the CPU waits for the end of each cycle. Dwords are transferred as
///   two words, data at an odd address octet by octet. The CPU accesses the machine's memory
///   directly. There is no configuration space: it reads ones.
#pragma once

#include "core/stats.h"
#include "host/cycle_queue.h"
#include "host/port.h"
#include "isa/controller.h"
#include "isa/interrupts.h"

namespace niclab::host {

class IsaBridge : public sc_core::sc_module, public Port, public core::StatsSource {
public:
    IsaBridge(sc_core::sc_module_name name, core::Clock& halves, isa::Bus& bus, Memory& memory,
              const isa::ControllerConfig& config = {});

    std::uint32_t config_read32(unsigned, std::uint8_t) override { return ~0u; }
    void config_write32(unsigned, std::uint8_t, std::uint32_t) override {}
    std::uint32_t read32(std::uint32_t address) override { return read(isa::Space::Memory, address, 4); }
    void write32(std::uint32_t address, std::uint32_t value) override { write(isa::Space::Memory, address, 4, value); }
    void write_block(std::uint32_t address, const std::uint32_t* dwords, unsigned count, bus::Purpose) override;
    void read_block(std::uint32_t address, std::uint32_t* dwords, unsigned count, bus::Purpose) override;
    std::uint32_t io_read(std::uint32_t address, unsigned octets) override {
        return read(isa::Space::Port, address, octets);
    }
    void io_write(std::uint32_t address, unsigned octets, std::uint32_t value) override {
        write(isa::Space::Port, address, octets, value);
    }
    void io_read_repeated(std::uint32_t address, unsigned octets, std::uint32_t* values, unsigned count) override;
    void io_write_repeated(std::uint32_t address, unsigned octets, const std::uint32_t* values,
                           unsigned count) override;
    std::uint32_t memory_read(std::uint32_t address, unsigned octets) override {
        return read(isa::Space::Memory, address, octets);
    }
    void memory_write(std::uint32_t address, unsigned octets, std::uint32_t value) override {
        write(isa::Space::Memory, address, octets, value);
    }
    Memory& memory() override { return memory_; }
    const core::Wire<bool>& interrupt() const override { return interrupts.intr(); }
    void enable_interrupt(unsigned irq, bool on) override { interrupts.enable(irq, on); }
    void acknowledge_interrupt() override { interrupts.acknowledge(); }
    std::uint32_t interrupts_requested() const override { return interrupts.requested(); }
    void describe(core::StatsVisitor& visitor) const override;

    isa::Controller controller;
    isa::Interrupts interrupts;

private:
    std::uint32_t read(isa::Space space, std::uint32_t address, unsigned octets);
    void write(isa::Space space, std::uint32_t address, unsigned octets, std::uint32_t value);
    std::uint16_t transfer(const isa::Access& access);

    Memory& memory_;
    CycleQueue<isa::AccessChannel, isa::Access> cycles_;
};

}  // namespace niclab::host
