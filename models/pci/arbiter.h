/// @file The central arbiter: the state machine of arbiter_machine.h, connected to the REQ# and
/// GNT# wires.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/clocked.h"
#include "pci/arbiter_machine.h"
#include "pci/wire_record.h"

namespace niclab::pci {

class Arbiter : public core::Clocked {
public:
    using Wires = std::vector<std::unique_ptr<core::Wire<bool>>>;

    /// `req` and `gnt` are filled during elaboration, one pair per agent, at most kMostMasters.
    /// `masters` are the names of these agents.
    Arbiter(sc_core::sc_module_name name, core::Clock& clock, const core::Wire<Levels>& levels, const Wires& req,
            const Wires& gnt, const std::vector<std::string>& masters, const ArbiterConfig& config);

    /// Uses a record instead of the wires; nullptr: the wires. Code that changes REQ#, FRAME# or
    /// IRDY# in the record wakes the arbiter.
    void use(WireRecord* record) { record_ = record; }

    // For the bus at transaction level (fast/transaction_bus.h).
    ArbiterMachine& machine() { return *machine_; }
    /// Stops the edges of the arbiter until it is woken.
    using core::Clocked::halt;

private:
    void before_end_of_elaboration() override;
    void on_clock();
    void on_request() { count_call(), wake(); }
    ArbiterSample inputs() const;
    void move_grant(int from, int to);

    const core::Wire<Levels>& levels_;
    const Wires &req_, &gnt_;
    const std::vector<std::string>& masters_;
    ArbiterConfig config_;
    std::optional<ArbiterMachine> machine_;  ///< Created when all masters are attached.
    WireRecord* record_ = nullptr;
};

}  // namespace niclab::pci
