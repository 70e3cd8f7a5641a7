/// @file  Central arbiter: round robin, hidden, parking.
///
/// Source:  PCI 2.1 section 3.4 (from memory): at most one GNT#; on an idle bus one clock passes between the GNT#
///          of two agents; a grant may change while a transaction runs.
#pragma once

#include <memory>
#include <vector>

#include "base/round_robin.h"
#include "core/clocked.h"
#include "pci/pins.h"

namespace niclab::pci {

struct ArbiterConfig {
    enum class Parking { None, Last, First };
    /// First: the agent attached first, the host bridge, as chipsets of the time did (*assumed*).
    Parking parking = Parking::First;
};

class Arbiter : public core::Clocked {
public:
    using Wires = std::vector<std::unique_ptr<core::Wire<bool>>>;

    /// `req` and `gnt` are filled until elaboration ends, one pair an agent, at most 32.
    Arbiter(sc_core::sc_module_name name, core::Clock& clock, const core::Wire<Levels>& levels, const Wires& req,
            const Wires& gnt, const ArbiterConfig& config);

private:
    void before_end_of_elaboration() override;
    void on_clock();
    void on_request() { count_call(), wake(); }
    void grant(int agent);
    int parked() const;

    const core::Wire<Levels>& levels_;
    const Wires &req_, &gnt_;
    ArbiterConfig config_;
    base::RoundRobin policy_;
    int granted_ = -1;
    int next_ = -1;       ///< To be granted after the clock without any GNT#.
    int last_ = -1;       ///< Last agent that used its grant.
    bool used_ = true;    ///< The present grant has led to a transaction.
    bool frame_ = false;  ///< FRAME# at the last edge.
};

}  // namespace niclab::pci
