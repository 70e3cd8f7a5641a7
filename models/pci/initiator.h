/// @file  PCI initiator: carries whole bursts over the bus. The state machine of initiator_machine.h between an engine and
///        its pins.
#pragma once

#include "core/clocked.h"
#include "core/stats.h"
#include "pci/initiator_machine.h"
#include "pci/pins.h"

namespace niclab::pci {

class Initiator : public core::Clocked, public core::StatsSource {
public:
    using Stats = InitiatorMachine::Stats;

    /// `config_space` gives the latency timer and command bits of a card; a host bridge has none (nullptr): 255
    /// clocks, and everything it is able to do is enabled. Throws std::invalid_argument.
    Initiator(sc_core::sc_module_name name, core::Clock& clock, bus::DmaChannel& channel, ConfigSpace* config_space,
              const InitiatorConfig& config = {});

    InitiatorPins pins;
    /// A burst is complete.
    core::Tap<bus::Burst> finished;

private:
    InitiatorMachine machine_;

public:
    /// Address phases, and data phases of writes.
    ParityFault& parity_fault = machine_.parity_fault;

    /// Between two bursts. Throws std::invalid_argument.
    void configure(const InitiatorConfig& config);
    const Stats& stats() const { return machine_.stats(); }
    void describe(core::StatsVisitor& visitor) const override;

    // For the bus off the wires (flat_bus.h).
    InitiatorMachine& machine() { return machine_; }
    /// Somebody repeats in its place what it did before: it has no edges until `resume`.
    void hold() { held_ = true, sleep(); }
    void resume() { held_ = false, wake(); }
    bool held() const { return held_; }
    /// It has no edges until it is woken.
    using core::Clocked::halt;

private:
    void on_clock();
    void on_grant() { count_call(), wake(); }
    void on_reset();
    InitiatorSample inputs() const;

    bool held_ = false;
};

}  // namespace niclab::pci
