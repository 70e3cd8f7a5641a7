/// @file  What a driver may do with the machine it runs on: the one port every driver adapter uses.
#pragma once

#include <cstdint>

#include "bus/dma_if.h"
#include "core/clock.h"
#include "core/wire.h"
#include "host/memory.h"

namespace niclab::host {

/// Calls block the calling SC_THREAD for as long as the access takes on the bus.
class Port {
public:
    virtual ~Port() = default;
    /// Configuration dword of the device in `slot`; all ones where nobody is. `offset`: multiple of 4.
    virtual std::uint32_t config_read32(unsigned slot, std::uint8_t offset) = 0;
    virtual void config_write32(unsigned slot, std::uint8_t offset, std::uint32_t value) = 0;
    /// Dword at a bus address outside memory: a register. Writes are posted, reads wait for them.
    virtual std::uint32_t read32(std::uint32_t address) = 0;
    virtual void write32(std::uint32_t address, std::uint32_t value) = 0;
    /// 1, 2 or 4 octets of a card's memory, from any address up: one access, two where they lie in two dwords. Neither is posted.
    virtual std::uint32_t memory_read(std::uint32_t address, unsigned octets) = 0;
    virtual void memory_write(std::uint32_t address, unsigned octets, std::uint32_t value) = 0;
    /// 1 to 16 dwords in one burst, such as a CPU makes of combined writes. Posted as single ones are.
    virtual void write_block(std::uint32_t address, const std::uint32_t* dwords, unsigned count,
                             bus::Purpose purpose) = 0;
    /// 1 to 16 dwords in one burst; waits for them.
    virtual void read_block(std::uint32_t address, std::uint32_t* dwords, unsigned count, bus::Purpose purpose) = 0;
    /// 1, 2 or 4 octets from an I/O address up, those alone: one access, two where they lie in two dwords. Neither is
    /// posted: both wait for the bus, and for the writes before.
    virtual std::uint32_t io_read(std::uint32_t address, unsigned octets) = 0;
    virtual void io_write(std::uint32_t address, unsigned octets, std::uint32_t value) = 0;
    /// `count` such accesses to the same I/O address, one behind the other, as REP INS and REP OUTS make them.
    virtual void io_read_repeated(std::uint32_t address, unsigned octets, std::uint32_t* values, unsigned count) {
        for (unsigned i = 0; i < count; ++i) values[i] = io_read(address, octets);
    }
    virtual void io_write_repeated(std::uint32_t address, unsigned octets, const std::uint32_t* values,
                                   unsigned count) {
        for (unsigned i = 0; i < count; ++i) io_write(address, octets, values[i]);
    }
    /// Memory the bus reaches at the same addresses.
    virtual Memory& memory() = 0;
    /// INTA# of the card; on a bus with several lines, that one of those enabled has asked.
    virtual const core::Wire<bool>& interrupt() const = 0;
    /// Line `irq` may interrupt from now on, or may not. On PCI there is one line, which always may.
    virtual void enable_interrupt(unsigned /*irq*/, bool /*on*/) {}
    /// The CPU takes what interrupt() tells: a request that is an edge is over with that.
    virtual void acknowledge_interrupt() {}
    /// Lines that have asked and were not taken, enabled or not; bit n is line n.
    virtual std::uint32_t interrupts_requested() const { return 0; }

    core::Femtoseconds now() const { return core::now_fs(); }
    /// Lets time pass, to the end of `duration` or until INTA# is asserted anew; true for the latter.
    bool advance(core::Femtoseconds duration) {
        const core::Femtoseconds end = now() + duration;
        sc_core::wait(core::from_fs(duration), interrupt().posedge_event());
        return now() < end;
    }
};

}  // namespace niclab::host
