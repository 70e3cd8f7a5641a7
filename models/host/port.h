/// @file The access of a driver to its machine: the one port that every driver adapter uses.
#pragma once

#include <cstdint>

#include "bus/dma_if.h"
#include "core/clock.h"
#include "core/wire.h"
#include "host/memory.h"

namespace niclab::host {

/// A path to the buses of a machine. Calls block the calling SC_THREAD for the time of the access
/// on the bus.
class Port {
public:
    virtual ~Port() = default;
    /// Configuration dword of the device in `slot`; all ones if there is no device. `offset`:
    /// multiple of 4.
    virtual std::uint32_t config_read32(unsigned slot, std::uint8_t offset) = 0;
    virtual void config_write32(unsigned slot, std::uint8_t offset, std::uint32_t value) = 0;
    /// Dword at a bus address outside memory: a register. Writes are posted, reads wait for them.
    virtual std::uint32_t read32(std::uint32_t address) = 0;
    virtual void write32(std::uint32_t address, std::uint32_t value) = 0;
    /// 1, 2 or 4 octets of a card's memory at any address: one access, or two if they span two
    /// dwords. Neither is posted, but for the write on PCI Express.
    virtual std::uint32_t memory_read(std::uint32_t address, unsigned octets) = 0;
    virtual void memory_write(std::uint32_t address, unsigned octets, std::uint32_t value) = 0;
    /// 1 to 16 dwords in one burst, as a CPU creates it from combined writes. Posted like single
    /// writes.
    virtual void write_block(std::uint32_t address, const std::uint32_t* dwords, unsigned count,
                             bus::Purpose purpose) = 0;
    /// 1 to 16 dwords in one burst; waits for them.
    virtual void read_block(std::uint32_t address, std::uint32_t* dwords, unsigned count, bus::Purpose purpose) = 0;
    /// 1, 2 or 4 octets at an I/O address, no others: one access, or two if they span two dwords.
    /// Neither is posted: both wait for the bus, and for the writes before.
    virtual std::uint32_t io_read(std::uint32_t address, unsigned octets) = 0;
    virtual void io_write(std::uint32_t address, unsigned octets, std::uint32_t value) = 0;
    /// `count` such accesses to the same I/O address, one after the other, as REP INS and REP OUTS
    /// make them.
    virtual void io_read_repeated(std::uint32_t address, unsigned octets, std::uint32_t* values, unsigned count) {
        for (unsigned i = 0; i < count; ++i) values[i] = io_read(address, octets);
    }
    virtual void io_write_repeated(std::uint32_t address, unsigned octets, const std::uint32_t* values,
                                   unsigned count) {
        for (unsigned i = 0; i < count; ++i) io_write(address, octets, values[i]);
    }
    /// Memory, which the bus accesses at the same addresses.
    virtual Memory& memory() = 0;
    /// INTA# of the card; on a bus with several lines: one of the enabled lines has a request.
    virtual const core::Wire<bool>& interrupt() const = 0;
    /// Enables or disables line `irq`. On PCI there is one line, which is always enabled.
    virtual void enable_interrupt(unsigned /*irq*/, bool /*on*/) {}
    /// The CPU accepts the request of interrupt(): a request that is an edge ends with that.
    virtual void acknowledge_interrupt() {}
    /// The data of the message that the CPU has just accepted; 0: its request was that of a line.
    virtual std::uint32_t accepted_message() const { return 0; }
    /// Lines with a request that was not accepted, enabled or not; bit n is line n.
    virtual std::uint32_t interrupts_requested() const { return 0; }

    core::Femtoseconds now() const { return core::now_fs(); }
    /// Waits to the end of `duration` or until INTA# is asserted anew; true for the latter.
    bool advance(core::Femtoseconds duration) {
        const core::Femtoseconds end = now() + duration;
        sc_core::wait(core::from_fs(duration), interrupt().posedge_event());
        return now() < end;
    }
};

}  // namespace niclab::host
