/// @file  Central arbiter: hidden, with a policy and parking of choice.
///
/// Source:  PCI 2.1 section 3.4 (from memory): at most one GNT#; on an idle bus one clock passes between the GNT#
///          of two agents; a grant may change while a transaction runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/clocked.h"
#include "pci/arbitration_policy.h"
#include "pci/pins.h"

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

class Arbiter : public core::Clocked {
public:
    using Wires = std::vector<std::unique_ptr<core::Wire<bool>>>;

    /// `req` and `gnt` are filled until elaboration ends, one pair an agent, at most 32.
    /// `masters` are their agents.
    Arbiter(sc_core::sc_module_name name, core::Clock& clock, const core::Wire<Levels>& levels, const Wires& req,
            const Wires& gnt, const std::vector<std::string>& masters, const ArbiterConfig& config);

private:
    void before_end_of_elaboration() override;
    unsigned index_of(const std::string& agent) const;
    ArbitrationPolicy policy() const;
    void on_clock();
    void on_request() { count_call(), wake(); }
    void grant(int agent);
    int parked() const;

    const core::Wire<Levels>& levels_;
    const Wires &req_, &gnt_;
    const std::vector<std::string>& masters_;
    ArbiterConfig config_;
    ArbitrationPolicy policy_{RoundRobinPolicy(0)};
    int parked_agent_ = -1;
    int granted_ = -1;
    int next_ = -1;       ///< To be granted after the clock without any GNT#.
    int last_ = -1;       ///< Last agent that used its grant.
    bool used_ = true;    ///< The present grant has led to a transaction.
    bool frame_ = false;  ///< FRAME# at the last edge.
};

}  // namespace niclab::pci
