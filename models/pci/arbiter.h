/// @file  Central arbiter: the state machine of arbiter_machine.h between the REQ# and the GNT# wires.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/clocked.h"
#include "pci/arbiter_machine.h"
#include "pci/flat.h"

namespace niclab::pci {

class Arbiter : public core::Clocked {
public:
    using Wires = std::vector<std::unique_ptr<core::Wire<bool>>>;

    /// `req` and `gnt` are filled until elaboration ends, one pair an agent, at most 32.
    /// `masters` are their agents.
    Arbiter(sc_core::sc_module_name name, core::Clock& clock, const core::Wire<Levels>& levels, const Wires& req,
            const Wires& gnt, const std::vector<std::string>& masters, const ArbiterConfig& config);

    /// The record that stands in the wires' place, nullptr: none; whoever changes it wakes the arbiter when REQ#, FRAME# or IRDY#
    /// change.
    void use(Flat* flat) { flat_ = flat; }

    // For the bus off the wires (flat_bus.h).
    ArbiterMachine& machine() { return *machine_; }
    /// It has no edges until it is woken.
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
    std::optional<ArbiterMachine> machine_;  ///< Once all masters are known.
    Flat* flat_ = nullptr;
};

}  // namespace niclab::pci
