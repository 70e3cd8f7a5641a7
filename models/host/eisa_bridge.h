/// @file The path of the CPU to an EISA bus without PCI: each access is one cycle of the bus, or
/// two if it spans two dwords.
///
/// Behaviour: the CPU waits for the end of each cycle; within a block the next one is requested
///   during the present one. The CPU accesses the machine's memory directly, masters access it over
///   the bus in bursts. There is no configuration space: it reads ones.
#pragma once

#include "core/stats.h"
#include "eisa/controller.h"
#include "eisa/interrupts.h"
#include "eisa/slave.h"
#include "host/bus_memory.h"
#include "host/cycle_queue.h"
#include "host/port.h"

namespace niclab::host {

class EisaBridge : public sc_core::sc_module, public Port, public core::StatsSource {
public:
    EisaBridge(sc_core::sc_module_name name, core::Clock& halves, eisa::Bus& bus, Memory& memory,
               const eisa::ControllerConfig& config = {});

    std::uint32_t config_read32(unsigned, std::uint8_t) override { return ~0u; }
    void config_write32(unsigned, std::uint8_t, std::uint32_t) override {}
    std::uint32_t read32(std::uint32_t address) override { return read(true, address, 4); }
    void write32(std::uint32_t address, std::uint32_t value) override { write(true, address, 4, value); }
    void write_block(std::uint32_t address, const std::uint32_t* dwords, unsigned count, bus::Purpose) override;
    void read_block(std::uint32_t address, std::uint32_t* dwords, unsigned count, bus::Purpose) override;
    std::uint32_t io_read(std::uint32_t address, unsigned octets) override { return read(false, address, octets); }
    void io_write(std::uint32_t address, unsigned octets, std::uint32_t value) override {
        write(false, address, octets, value);
    }
    std::uint32_t memory_read(std::uint32_t address, unsigned octets) override { return read(true, address, octets); }
    void memory_write(std::uint32_t address, unsigned octets, std::uint32_t value) override {
        write(true, address, octets, value);
    }
    Memory& memory() override { return memory_; }
    const core::Wire<bool>& interrupt() const override { return interrupts.intr(); }
    void enable_interrupt(unsigned irq, bool on) override { interrupts.enable(irq, on); }
    std::uint32_t interrupts_requested() const override { return interrupts.requested(); }
    void describe(core::StatsVisitor& visitor) const override;

    eisa::Controller controller;
    eisa::Interrupts interrupts;

private:
    /// Octets of memory or of ports at any address, as the one or two cycles that they need.
    struct Span {
        Span(bool memory, bool write, std::uint32_t address, unsigned octets, std::uint32_t value = 0);
        std::uint32_t value() const;
        unsigned cycles, shift;
        std::uint32_t mask;
        std::array<eisa::Access, 2> accesses;
    };
    std::uint32_t read(bool memory, std::uint32_t address, unsigned octets);
    void write(bool memory, std::uint32_t address, unsigned octets, std::uint32_t value);

    Memory& memory_;
    CycleQueue<eisa::AccessChannel, eisa::Access> cycles_;
    BusMemory storage_;

public:
    eisa::Slave storage;  ///< The machine's memory, for masters.
};

}  // namespace niclab::host
