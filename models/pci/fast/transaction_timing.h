/// @file The recorded timing of a transaction from its address to its last data, and its
/// repetition.
///
/// Behaviour: from the clock after the address phase on, an initiator and a target with a steady
///   port (bus/target_if.h) react only to each other. Once the latency timer has expired, the
///   initiator also reacts to GNT#. So their actions depend on a few numbers, the key. The first
///   time, copies of their state machines run through the transaction. The result is kept as the
///   recorded timing: the levels of each clock, each call of the port, and the final states of the
///   machines. The levels include the data of that run, because parity depends on it. Later
///   transactions with the same key move their own data at the same clocks, and the machines take
///   over the recorded final states.
#pragma once

#include <cstdint>
#include <vector>

#include "pci/fast/timing_cache.h"
#include "pci/initiator_machine.h"
#include "pci/target_machine.h"

namespace niclab::pci {

/// All values on which the clocks of a transaction depend. Address, data, GNT#, policy and parking
/// are not among them.
using TransactionKey = CacheKey<2>;

/// Counter values of a transaction up to a clock.
struct TransactionCounts {
    std::uint16_t dwords = 0, waits = 0, retries = 0, disconnects = 0;  ///< Of the initiator.
    std::uint16_t target_dwords = 0, target_retries = 0, target_disconnects = 0;
    bool operator==(const TransactionCounts& o) const;
};

/// The levels of a clock as they are sampled at its edge, and the actions at it. Compared without
/// data and their parity.
struct TransactionClock {
    Levels bus, initiator, target;
    TransactionCounts counts;  ///< Including this clock.
    std::uint16_t calls = 0;   ///< Calls of the port, including this clock.
    bool operator==(const TransactionClock& o) const;
};

/// One call of the target's port.
struct TransactionCall {
    bool write;
    std::uint8_t enables;    ///< Of a write.
    std::uint32_t distance;  ///< Octets after the first address.
    unsigned run = 1;        ///< Calls from this one on that move successive whole dwords.
    bool operator==(const TransactionCall& o) const;
};

/// A recorded transaction. Clocks count from 1, the one after the address phase.
struct TransactionTiming {
    unsigned id = 0;
    bool whole = false;    ///< The transaction ended in a way that can be repeated.
    unsigned expires = 0;  ///< Clock from which on the initiator reacts to GNT#; 0: none.
    std::vector<TransactionClock> clocks;
    std::vector<TransactionCall> calls;
    InitiatorState initiator;
    std::vector<TargetState> targets;  ///< All targets of the bus.
    bus::BurstStatus status = bus::BurstStatus::Pending;
    std::uint32_t retries = 0, disconnects = 0;
    unsigned first_data = 0, last_data = 0;  ///< Clocks; 0: none, or not in this attempt.
    bool operator==(const TransactionTiming& o) const;
};

/// Both agents right after the address phase.
struct TransactionAgents {
    const InitiatorMachine* initiator;
    std::vector<const TargetMachine*> targets;  ///< All targets of the bus.
    std::size_t target;                         ///< Index of the addressed one.
    Levels now;                                 ///< Levels sampled at clock 1.
    bool wide;                                  ///< The bus has 64 bits.
};

TransactionKey key_of(const TransactionAgents& p, unsigned initiator_half, unsigned target_half);
/// Runs copies of the state machines to the end of the transaction.
TransactionTiming run_through(const TransactionAgents& p);
/// Copies of the state machines after the first `clocks` of a transaction during which GNT# was
/// asserted.
struct TransactionState {
    InitiatorMachine initiator;
    std::vector<TargetMachine> targets;
    std::vector<TransactionClock> clocks;  ///< With the data that was transferred.
};
/// `read`: results of the port's calls up to now. `address_at`: edge of the address phase.
TransactionState run_to(const TransactionAgents& p, unsigned clocks, const std::vector<std::uint32_t>& read,
                        core::Femtoseconds address_at, core::Femtoseconds period);

}  // namespace niclab::pci
