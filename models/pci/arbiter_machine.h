/// @file  What an arbiter does at a clock edge, without a pin: hidden, with a policy and parking of choice.
///
/// Source:  PCI 2.1 section 3.4 (from memory): at most one GNT#; on an idle bus one clock passes between the GNT#
///          of two agents; a grant may change while a transaction runs.
#pragma once

#include <string>
#include <vector>

#include "pci/arbitration_policy.h"

namespace niclab::pci {

struct ArbiterConfig {
    enum class Parking { None, Last, First, Agent };
    enum class Policy { RoundRobin, FixedPriority, TwoLevelFair };
    /// First: the agent attached first, the host bridge, as chipsets of the time did (*assumed*).
    Parking parking = Parking::First;
    std::string parked_agent;  ///< With Parking::Agent.
    Policy policy = Policy::RoundRobin;
    /// FixedPriority: agents, the most important first; those not named come behind, in the order of their slots.
    /// TwoLevelFair: the agents of the second level.
    std::vector<std::string> agents;

    /// Round robin that parks so.
    static ArbiterConfig parked(Parking parking) {
        ArbiterConfig config;
        config.parking = parking;
        return config;
    }
};

/// What an arbiter samples at an edge.
struct ArbiterSample {
    bool frame, idle;        ///< `idle`: neither FRAME# nor IRDY#.
    std::uint32_t requests;  ///< One bit an initiator.
};

/// All that an arbiter knows: copied where an idle bus is repeated as it went before.
class ArbiterState {
public:
    /// The same in a number: of one bus, equal where all clocks to come are.
    std::uint64_t number() const;

protected:
    explicit ArbiterState(const ArbitrationPolicy& policy) : policy_(policy) {}

    struct Standing {
        int granted = -1;
        int next = -1;       ///< To be granted after the clock without any GNT#.
        int last = -1;       ///< Last agent that used its grant.
        bool used = true;    ///< The present grant has led to a transaction.
        bool frame = false;  ///< FRAME# at the last edge.
        bool operator==(const Standing& o) const {
            return granted == o.granted && next == o.next && last == o.last && used == o.used && frame == o.frame;
        }
    };
    Standing s_;
    ArbitrationPolicy policy_;
};

class ArbiterMachine : private ArbiterState {
public:
    /// `masters`: agents of the REQ#/GNT# pairs, 32 at most. Throws std::invalid_argument where `config` names another.
    ArbiterMachine(const ArbiterConfig& config, const std::vector<std::string>& masters);

    /// One edge. False when another one with the same inputs would change nothing.
    bool clock(const ArbiterSample& in);
    /// The pair with GNT#, or -1.
    int granted() const { return s_.granted; }

    // For whoever repeats what an idle bus did (idle.h).
    const ArbiterState& state() const { return *this; }
    void assume(const ArbiterState& state) { static_cast<ArbiterState&>(*this) = state; }

private:
    static ArbitrationPolicy policy(const ArbiterConfig& config, const std::vector<std::string>& masters);
    void step(const ArbiterSample& in);
    void grant(int agent) { s_.granted = agent, s_.used = false; }
    int parked() const;

    ArbiterConfig config_;
    std::size_t masters_;
    int parked_agent_ = -1;
};

}  // namespace niclab::pci
