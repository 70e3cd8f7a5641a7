/// @file  PCI target: the state machine of target_machine.h between its pins and what is behind its windows.
#pragma once

#include "core/clocked.h"
#include "core/stats.h"
#include "pci/pins.h"
#include "pci/target_machine.h"

namespace niclab::pci {

class Target : public core::Clocked, public core::StatsSource {
public:
    using Stats = TargetMachine::Stats;

    /// A card: windows follow the BARs of `config_space`; `slot` is its device number, IDSEL = AD[11 + slot].
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
    /// What is behind a BAR of a card.
    void connect(unsigned bar, bus::TargetPort& port) { machine_.connect(bar, port); }

    /// Between two transactions. Throws std::invalid_argument.
    void configure(const TargetConfig& config);
    const Stats& stats() const { return machine_.stats(); }
    void describe(core::StatsVisitor& visitor) const override;

    // For the bus off the wires (flat_bus.h).
    TargetMachine& machine() { return machine_; }
    /// Somebody repeats in its place what it did before: it has no edges until `resume`.
    void hold() { held_ = true, sleep(); }
    void resume() { held_ = false, wake(); }

private:
    void construct(const TargetConfig& config);
    void on_clock();
    void on_busy() { count_call(), wake(); }
    void on_reset();

    bool held_ = false;
};

}  // namespace niclab::pci
