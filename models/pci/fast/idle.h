/// @file The recorded timing of an idle bus: which initiator is granted next and where the bus is
/// parked.
///
/// Behaviour: the bus is idle while FRAME# and IRDY# are deasserted. Each initiator then has
///   nothing to do or waits for the bus; PERR# for data that it wrote may still come. While no new
///   burst is requested, the next clocks of an arbiter and its initiators depend on a few numbers,
///   the key. The first time, copies of their state machines run up to the clock at which an
///   initiator starts or from which on nothing changes. The result is kept as the recorded timing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pci/arbiter_machine.h"
#include "pci/fast/timing_cache.h"
#include "pci/initiator_machine.h"
#include "pci/wire_record.h"

namespace niclab::pci {

/// All values on which those clocks depend: the state of the arbiter, REQ# and GNT#, the outputs of
/// each half, the initiators with edges, the data with a possible PERR#.
using IdleKey = CacheKey<4>;

/// The state at one clock, as the next edge samples it.
struct IdleClock {
    Levels bus;
    std::vector<Levels> drive;  ///< One per half.
    std::uint32_t gnt;
    std::uint32_t written;  ///< Pairs that check PERR# for data that they wrote.
    std::uint32_t awake;    ///< Pairs of initiators that need the next edge.
    ArbiterState arbiter;
    bool operator==(const IdleClock& o) const;
};

struct IdleTiming {
    unsigned id = 0;
    std::uint32_t req = 0;
    IdleClock from;                 ///< State that the first clock samples.
    std::vector<IdleClock> clocks;  ///< State after each clock.
    bool stays = false;             ///< Nothing changes after the last clock; otherwise an initiator starts, or the
                                    ///< recording was cut.
    std::uint32_t touched = 0;      ///< Pairs that have GNT#, drive or check PERR# in any of the clocks.
    bool operator==(const IdleTiming& o) const;
};

/// All agents of a bus that take part in its idle clocks.
struct IdleAgents {
    struct Member {
        const InitiatorMachine* machine;
        unsigned half;
    };
    const WireRecord& bus;
    const ArbiterMachine& arbiter;
    std::vector<Member> initiators;  ///< In the order of their pairs.
    bool wide;                       ///< The bus has 64 bits.
    std::uint32_t awake = 0;         ///< Pairs of initiators that have edges now.
};

/// The key, or nothing if the next clocks depend on more values than a key holds.
std::optional<IdleKey> key_of(const IdleAgents& p);
/// Runs copies of the state machines.
IdleTiming run_through(const IdleAgents& p);

}  // namespace niclab::pci
