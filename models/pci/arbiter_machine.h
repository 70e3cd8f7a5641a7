/// @file The state machine of an arbiter, without wires: hidden arbitration with a choice of policy
/// and parking.
///
/// Source: PCI 2.1 section 3.4 (from memory). At most one GNT# is asserted. On an idle bus one
///   clock passes between the GNT# of two agents. A grant may change during a transaction.
#pragma once

#include <string>
#include <vector>

#include "pci/arbitration_policy.h"

namespace niclab::pci {

struct ArbiterConfig {
    enum class Parking { None, Last, First, Agent };
    enum class Policy { RoundRobin, FixedPriority, TwoLevelFair };
    /// First: parks at the agent that was attached first, the host bridge, as chipsets of the time
    /// did (*assumed*).
    Parking parking = Parking::First;
    std::string parked_agent;  ///< For Parking::Agent.
    Policy policy = Policy::RoundRobin;
    /// FixedPriority: agents in order of priority; agents that are not listed follow in the order
    /// of their slots. TwoLevelFair: the agents of the second level.
    std::vector<std::string> agents;

    /// Round robin with this parking.
    static ArbiterConfig parked(Parking parking) {
        ArbiterConfig config;
        config.parking = parking;
        return config;
    }
};

/// The inputs of an arbiter at an edge.
struct ArbiterSample {
    bool frame, idle;        ///< `idle`: neither FRAME# nor IRDY#.
    std::uint32_t requests;  ///< One bit per initiator.
};

/// The state of an arbiter; it is copied where the timing of an idle bus is repeated.
class ArbiterState {
public:
    /// The state as a number: two equal numbers of one bus have the same future.
    std::uint64_t number() const;

protected:
    explicit ArbiterState(const ArbitrationPolicy& policy) : policy_(policy) {}

    struct Standing {
        int granted = -1;
        int next = -1;       ///< To be granted after the clock without any GNT#.
        int last = -1;       ///< Last agent that used its grant.
        bool used = true;    ///< The present grant was used for a transaction.
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
    /// `masters`: agents of the REQ#/GNT# pairs. Throws std::invalid_argument if there are more than
    /// kMostMasters, or if `config` names an unknown agent.
    ArbiterMachine(const ArbiterConfig& config, const std::vector<std::string>& masters);

    /// Computes one edge. Returns false if another edge with the same inputs would change nothing.
    bool clock(const ArbiterSample& in);
    /// Index of the pair with GNT#, or -1.
    int granted() const { return s_.granted; }

    // For code that repeats the timing of an idle bus (idle.h).
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
