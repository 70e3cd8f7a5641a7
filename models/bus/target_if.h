/// @file  What a PCI target asks of the storage or registers behind it.
#pragma once

#include <cstdint>

#include "bus/command.h"

namespace niclab::bus {

/// Behind a target: memory or registers. The target calls it once a transaction and once a data phase.
class TargetPort {
public:
    struct Access {
        Command command;
        std::uint32_t address;  ///< Byte address on the bus.
        std::uint32_t offset;   ///< Byte offset into the window.
        unsigned window;        ///< Index of the window that was hit.
        /// Of the data phase of a write, or of I/O; not known yet in begin(). A read of memory may not depend on them: 0xF.
        std::uint8_t byte_enables = 0xF;
    };
    struct Answer {
        bool retry = false;        ///< Ask the initiator to come back.
        bool abort = false;        ///< Target abort, once `after` dwords have moved.
        unsigned wait_clocks = 0;  ///< Before the first TRDY#, on top of the decode time.
        unsigned after = 0;        ///< Dwords after which the target disconnects; 0 = it never does by itself.
        bool with_data = true;     ///< The last of them moves with STOP# asserted; false: STOP# alone follows it.
    };
    virtual ~TargetPort() = default;

    /// Each call does the same, to the outside, at whichever place of a clock it comes; later_wait_clocks() is one number
    /// for all data of a transaction, and to ask for it changes nothing. True lets a bus repeat what it did before.
    virtual bool steady() const { return false; }

    /// Called in the clock in which the address is decoded.
    virtual Answer begin(const Access& access) = 0;
    /// Asked in each clock in which the first data could move, and no more once it said so; what a read does besides giving
    /// data (a queue's next octet, flags that clear) it does here, for the octets enabled. False: one clock more, and a retry
    /// where the limit of the target is reached; the initiator then comes back with the same access.
    virtual bool ready(const Access&) { return true; }
    /// Wait states before each data phase after the first.
    virtual unsigned later_wait_clocks(const Access& access) = 0;
    /// False: the target disconnects with the first data phase.
    virtual bool bursts() const = 0;
    /// The dword at access.offset. For a window of registers it must not depend on what happens in the same clock.
    virtual std::uint32_t read(const Access& access) = 0;
    virtual void write(const Access& access, std::uint32_t data) = 0;
};

}  // namespace niclab::bus
