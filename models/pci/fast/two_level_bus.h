/// @file A PCI bus that is at signal level or at transaction level.
///
/// Behaviour: at transaction level the wires are not written. The agents exchange records, and
///   transactions and idle intervals with known timing are repeated (transaction_bus.h). The agents
///   act at the same clocks as at signal level.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/shortcut.h"
#include "pci/bus.h"
#include "pci/fast/transaction_bus.h"

namespace niclab::pci {

class TwoLevelBus : public Bus, public core::Shortcut, public core::Decoupled {
public:
    /// Begins at signal level.
    TwoLevelBus(sc_core::sc_module_name name, core::Clock& clock, const ArbiterConfig& config = {},
                const BusConfig& variant = {});

    /// Enters the transaction level. To be called before the simulation or between two calls of
    /// simulate(). The bus stays at signal level if a module on it uses the wires directly, or
    /// while RST# is asserted.
    void enter_transaction_level() override;
    /// Returns to the signal level. Returns false, without effect, unless now is a time without an
    /// edge and between two transactions.
    bool enter_signal_level() override;
    /// For tests: compares each repetition with the state machines, not one in 1000. To be called
    /// before the transaction level is entered.
    void compare_each_repetition() { compares_each_ = true; }
    /// The record that replaces the wires, or nullptr.
    const TransactionBus* transaction_bus() const { return active_bus_; }
    /// The last record that replaced the wires, even if it is not in use now: observers may not
    /// have read all of it.
    const TransactionBus* records() const { return transaction_bus_.get(); }
    /// Const: observing each clock does not change the bus.
    void show_each_clock() const { transaction_bus_->show_each_clock(); }
    /// Registers `method`, which is called when the repetition of a transaction begins, before its
    /// first clock. The levels are those of that clock.
    void observe_transactions(core::EdgeCall method) const { transaction_observers_.push_back(method); }
    const std::vector<core::EdgeCall>& transaction_observers() const { return transaction_observers_; }
    /// Sets a method that is called at transaction level after each change of levels, drives,
    /// requests or grants. Nothing is repeated meanwhile, so that each clock has its own data.
    /// nullptr ends it. Returns false, without effect, at an edge or during a transaction.
    bool record(const core::EdgeCall* recorder);
    /// For the clocks of an idle bus and of waits: makes them visible, all from now on or those up to now.
    void disable_idle_repetition() const { transaction_bus_->disable_idle_repetition(); }
    void finish_idle() const { transaction_bus_->finish_idle(); }
    /// Moves the data that is transferred late at transaction level.
    void synchronize() override {
        if (active_bus_) active_bus_->synchronize();
    }
    void reschedule() override {}

private:
    void before_end_of_elaboration() override;
    void end_of_elaboration() override;
    void before_edge() {
        if (active_bus_) active_bus_->before_edge();
    }
    void on_edge() {
        const bool changes = active_bus_->has_changes();
        active_bus_->on_edge();
        if (changes) report_change();
    }
    void report_change() const {
        if (recorder_) recorder_->call(recorder_->module);
    }
    void on_reset();
    void switch_to_records();
    bool add_agents(TransactionBus::BusAgents& agents) const;

    std::unique_ptr<TransactionBus> transaction_bus_;
    TransactionBus* active_bus_ = nullptr;  ///< The record instead of the wires: transaction_bus_, or nullptr.
    mutable std::vector<core::EdgeCall> transaction_observers_;
    std::optional<core::EdgeCall> recorder_;
    std::optional<std::size_t> edge_method_;  ///< Number of on_edge at the clock.
    bool leaving_ = false, reset_seen_ = false, compares_each_ = false;
};

}  // namespace niclab::pci
