/// @file The interface between a PCI target and its storage or registers.
#pragma once

#include <cstdint>

#include "bus/command.h"

namespace niclab::core {
class Timer;
}

namespace niclab::bus {

/// Memory or registers of a target. The target calls it once per transaction and once per data
/// phase.
class TargetPort {
public:
    struct Access {
        Command command;
        std::uint32_t address;  ///< Byte address on the bus.
        std::uint32_t offset;   ///< Byte offset into the window.
        unsigned window;        ///< Index of the window that was hit.
        /// Of the data phase of a write, of I/O, or of a card's registers (a window without bursts);
        /// not known yet in begin(). Another read of memory must not depend on them: 0xF.
        std::uint8_t byte_enables = 0xF;
    };
    struct Answer {
        bool retry = false;        ///< The initiator must retry.
        bool abort = false;        ///< Target abort, once `after` dwords have moved.
        unsigned wait_clocks = 0;  ///< Before the first TRDY#, on top of the decode time.
        unsigned after = 0;        ///< Number of dwords after which the target disconnects; 0 = it does not disconnect.
        bool with_data = true;     ///< The last of them is moved with STOP# asserted; false: STOP# is asserted alone
                                   ///< after it.
    };
    virtual ~TargetPort() = default;

    /// The effect of each call does not depend on its position within a clock. later_wait_clocks()
    /// returns one number for all data of a transaction, without a side effect. True allows a bus
    /// to repeat recorded timing.
    virtual bool is_repeatable() const { return false; }

    /// Its data may be moved later than their clocks, up to the end of the transaction. Every user
    /// of the data accesses it over the same bus, or calls synchronize() of the bus before
    /// (core/decoupled.h). Only for a steady port.
    virtual bool allows_deferred_data() const { return false; }

    /// Called in the clock in which the address is decoded.
    virtual Answer begin(const Access& access) = 0;
    /// Called in each clock in which the first data could move, until it returns true. Side effects
    /// of a read (the removal of a queue's octet, flags that clear) take place here, for the
    /// enabled octets. False: one clock more, and a retry at the target's limit; the initiator then
    /// repeats the same access.
    virtual bool ready(const Access&) { return true; }
    /// From now on `due` is called one delta cycle after each change with which ready(), which has
    /// returned false, may return true; nullptr ends this. Returns false if the port reports no
    /// changes, or if there was one in this delta cycle: the target asks at each clock.
    virtual bool call_at_change(core::Timer* due) { return due == nullptr; }
    /// Wait states before each data phase after the first.
    virtual unsigned later_wait_clocks(const Access& access) = 0;
    /// False: the target disconnects with the first data phase.
    virtual bool bursts() const = 0;
    /// The dword at access.offset. For a window of registers it must not depend on other events of
    /// the same clock.
    virtual std::uint32_t read(const Access& access) = 0;
    virtual void write(const Access& access, std::uint32_t data) = 0;
    /// Equivalent to reads or writes of `n` successive dwords, with all octets enabled.
    virtual void read_run(Access access, std::uint32_t* data, unsigned n) {
        for (unsigned i = 0; i < n; ++i, access.address += 4, access.offset += 4) data[i] = read(access);
    }
    virtual void write_run(Access access, const std::uint32_t* data, unsigned n) {
        for (unsigned i = 0; i < n; ++i, access.address += 4, access.offset += 4) write(access, data[i]);
    }
};

}  // namespace niclab::bus
