/// @file A PCI target: the state machine of target_machine.h, connected to the wires and to the
/// ports of its windows.
#pragma once

#include "core/clocked.h"
#include "core/stats.h"
#include "pci/pins.h"
#include "pci/target_machine.h"

namespace niclab::pci {

class Target : public core::Clocked, public core::StatsSource {
public:
    using Stats = TargetMachine::Stats;

    /// A card: its windows follow the BARs of `config_space`. `slot` is its device number, IDSEL =
    /// AD[11 + slot].
    Target(sc_core::sc_module_name name, core::Clock& clock, ConfigSpace& config_space, unsigned slot,
           const TargetConfig& config = {});
    /// A host bridge: no configuration space, one fixed memory window from address 0.
    Target(sc_core::sc_module_name name, core::Clock& clock, std::uint32_t octets, bus::TargetPort& port,
           const TargetConfig& config = {});

    TargetPins pins;

private:
    TargetMachine machine_;

public:
    /// Data phases of reads.
    ParityFault& parity_fault = machine_.parity_fault;
    /// Connects the port of a card's BAR.
    void connect(unsigned bar, bus::TargetPort& port) { machine_.connect(bar, port); }

    /// To be called between two transactions. Throws std::invalid_argument.
    void configure(const TargetConfig& config);
    const Stats& stats() const { return machine_.stats(); }
    void describe(core::StatsVisitor& visitor) const override;

    // For the bus at transaction level (fast/transaction_bus.h).
    TargetMachine& machine() { return machine_; }
    /// Stops its edges until `resume`, because its recorded timing is repeated.
    void suspend() { suspended_ = true, sleep(); }
    void resume() { suspended_ = false, wake(); }

private:
    void construct(const TargetConfig& config);
    void on_clock();
    void on_busy() { count_call(), wake(); }
    void on_reset();

    bool suspended_ = false;
};

}  // namespace niclab::pci
