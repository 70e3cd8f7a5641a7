/// @file A PCI initiator that moves whole bursts over the bus: the state machine of
/// initiator_machine.h, connected to the wires and to a DMA channel.
#pragma once

#include "core/clocked.h"
#include "core/stats.h"
#include "pci/initiator_machine.h"
#include "pci/pins.h"

namespace niclab::pci {

class Initiator : public core::Clocked, public core::StatsSource {
public:
    using Stats = InitiatorMachine::Stats;

    /// `config_space` supplies the latency timer and the command bits of a card. A host bridge has
    /// none (nullptr): its latency timer is 255 clocks, and all its abilities are enabled. Throws
    /// std::invalid_argument.
    Initiator(sc_core::sc_module_name name, core::Clock& clock, bus::DmaChannel& channel, ConfigSpace* config_space,
              const InitiatorConfig& config = {});

    InitiatorPins pins;
    /// Reports each completed burst.
    core::Tap<bus::Burst> finished;

private:
    InitiatorMachine machine_;

public:
    /// Address phases, and data phases of writes.
    ParityFault& parity_fault = machine_.parity_fault;

    /// To be called between two bursts. Throws std::invalid_argument.
    void configure(const InitiatorConfig& config);
    const Stats& stats() const { return machine_.stats(); }
    void describe(core::StatsVisitor& visitor) const override;

    // For the bus at transaction level (fast/transaction_bus.h).
    InitiatorMachine& machine() { return machine_; }
    /// Stops its edges until `resume`, because its recorded timing is repeated.
    void suspend() { suspended_ = true, sleep(); }
    void resume() { suspended_ = false, wake(); }
    bool is_suspended() const { return suspended_; }
    /// Stops its edges until it is woken.
    using core::Clocked::halt;

private:
    void on_clock();
    void on_grant() { count_call(), wake(); }
    void on_reset();
    InitiatorSample inputs() const;

    bool suspended_ = false;
};

}  // namespace niclab::pci
