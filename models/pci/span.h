/// @file  A transaction from its address to its last data as it went before: what is kept of it, and how it is repeated.
///
/// From the clock after the address phase on, an initiator and a target whose port is steady (bus/target_if.h) hear only
/// each other, and GNT# once the latency timer has run out. So what they do hangs on a few numbers, the key. The first time
/// copies of their state machines run through it by themselves; what they did is kept as a shape: the levels of each clock (with
/// the data of that time: parity goes by them), each call of the port, and where the machines stood in the end. Later ones with the same key move their own data at the
/// same clocks, and the machines are put where they stood.
#pragma once

#include <cstdint>
#include <vector>

#include "pci/initiator_machine.h"
#include "pci/shape_key.h"
#include "pci/target_machine.h"

namespace niclab::pci {

/// All that the clocks of a span hang on. Not in it: address, data, GNT#, policy and parking.
using SpanKey = ShapeKey<2>;

/// What counters have counted of a span up to a clock.
struct SpanCounts {
    std::uint16_t dwords = 0, waits = 0, retries = 0, disconnects = 0;  ///< Of the initiator.
    std::uint16_t target_dwords = 0, target_retries = 0, target_disconnects = 0;
    bool operator==(const SpanCounts& o) const;
};

/// The levels of a clock, as they are sampled at its edge, and what happens at it. Compared without data and their parity.
struct SpanClock {
    Levels bus, initiator, target;
    SpanCounts counts;        ///< This clock included.
    std::uint16_t calls = 0;  ///< Of the port, likewise.
    bool operator==(const SpanClock& o) const;
};

/// One call of the target's port.
struct SpanCall {
    bool write;
    std::uint8_t enables;    ///< Of a write.
    std::uint32_t distance;  ///< Octets behind the first address.
    bool operator==(const SpanCall& o) const;
};

/// A span that was run through. Clocks count from 1, the one after the address phase.
struct SpanShape {
    unsigned id = 0;
    bool whole = false;    ///< It ended, and in a way that can be repeated.
    unsigned expires = 0;  ///< Clock from which on the initiator heeds GNT#; 0: none.
    std::vector<SpanClock> clocks;
    std::vector<SpanCall> calls;
    InitiatorState initiator;
    std::vector<TargetState> targets;  ///< Of all on the bus.
    bus::BurstStatus status = bus::BurstStatus::Pending;
    std::uint32_t retries = 0, disconnects = 0;
    unsigned first_data = 0, last_data = 0;  ///< Clocks; 0: none, or not of this attempt.
    bool operator==(const SpanShape& o) const;
};

/// Both parties right after the address phase.
struct SpanParties {
    const InitiatorMachine* initiator;
    std::vector<const TargetMachine*> targets;  ///< All on the bus.
    std::size_t target;                         ///< Index of the addressed one.
    Levels now;                                 ///< Sampled at clock 1.
    bool wide;                                  ///< The bus has 64 bits.
};

SpanKey key_of(const SpanParties& p, unsigned initiator_half, unsigned target_half);
/// Runs copies of the machines to the end of the span.
SpanShape run_through(const SpanParties& p);
/// Copies of the machines after the first `clocks` of a span in which GNT# was there.
struct SpanMiddle {
    InitiatorMachine initiator;
    std::vector<TargetMachine> targets;
    std::vector<SpanClock> clocks;  ///< With the data that went over the bus.
};
/// `read`: what the port's calls gave, up to now. `address_at`: edge of the address phase.
SpanMiddle run_to(const SpanParties& p, unsigned clocks, const std::vector<std::uint32_t>& read,
                  core::Femtoseconds address_at, core::Femtoseconds period);

}  // namespace niclab::pci
