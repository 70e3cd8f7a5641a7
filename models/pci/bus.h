/// @file The shared wires of a PCI bus, and the resolution of the drivers of its agents.
///
/// Behaviour: each half of an agent (initiator or target) writes a drive record. Bus resolves the
///   records in the next delta cycle, so that all agents sample the same levels at the next edge.
///   If two halves drive one wire in the same clock, the simulation ends with an error that names
///   them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pci/arbiter.h"
#include "pci/pins.h"
#include "pci/transaction_bus.h"

namespace niclab::pci {

struct BusConfig {
    bool wide = false;   ///< 64 bits. Agents of 32 bits work on it, too.
    bool mhz66 = false;  ///< The board pulls M66EN up; an agent without 66 MHz capability pulls it down.
};

class Bus : public sc_core::sc_module, public core::ActivitySource, public core::Decoupled {
public:
    /// One half of an agent as it appears in waveforms.
    struct Half {
        std::string agent;
        bool initiator;
        std::unique_ptr<core::Wire<Levels>> drive;
    };

    /// The bus uses the frequency of `clock`. One above 33.3 MHz requires M66EN high; otherwise
    /// std::invalid_argument is thrown at the start of the simulation. Every agent supports a
    /// slower clock.
    Bus(sc_core::sc_module_name name, core::Clock& clock, const ArbiterConfig& config = {},
        const BusConfig& variant = {});

    /// Connects an initiator of `agent`. Parking::First means the first one that is attached.
    void attach(InitiatorPins& pins, const std::string& agent);
    /// Connects a target of `agent`.
    void attach(TargetPins& pins, const std::string& agent);
    /// The INTA# wire of an agent, true = asserted; created on the first call.
    core::Wire<bool>& inta(const std::string& agent);

    /// Enters the transaction level: wires are not written any more. The agents exchange records,
    /// and transactions with a known timing are repeated (transaction_bus.h). The agents act at the same
    /// clocks as before. To be called before the simulation or between two calls of simulate(). The
    /// bus stays at signal level if a module on it uses the wires directly, or while RST# is
    /// asserted.
    void enter_transaction_level();
    /// Returns to the signal level. Returns false, without effect, unless now is a time without an
    /// edge and between two transactions.
    bool enter_signal_level();
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
    /// Sets a method that is called at transaction level after each change of levels, drives,
    /// requests or grants. Nothing is repeated meanwhile, so that each clock has its own data.
    /// nullptr ends it. Returns false, without effect, at an edge or during a transaction.
    bool record(const core::EdgeCall* recorder);
    const std::vector<core::EdgeCall>& transaction_observers() const { return transaction_observers_; }
    /// For the clocks of an idle bus: makes them visible, all from now on or those up to now.
    void disable_idle_repetition() const { transaction_bus_->disable_idle_repetition(); }
    void finish_idle() const { transaction_bus_->finish_idle(); }
    /// Moves the data that is transferred late at transaction level.
    void synchronize() override {
        if (active_bus_) active_bus_->synchronize();
    }
    void reschedule() override {}
    /// The levels that all agents sample at the next edge, at either level.
    const Levels& now() const { return active_bus_ ? active_bus_->now : levels_.read(); }
    /// The levels that half `h` drives.
    const Levels& driven(std::size_t h) const { return active_bus_ ? active_bus_->drive[h] : halves_[h].drive->read(); }
    /// REQ#, GNT#: one bit per initiator.
    std::uint32_t requests() const { return active_bus_ ? active_bus_->req : gather(req_); }
    std::uint32_t grants() const { return active_bus_ ? active_bus_->gnt : gather(gnt_); }

    /// Checks the groups of wires (Enable, Enable64) that two halves drive. Throws std::logic_error
    /// that names both halves.
    void require_one_driver(std::uint8_t groups, std::uint8_t groups64) const;

    const core::Wire<Levels>& levels() const { return levels_; }
    /// FRAME# or IRDY# is asserted; this wakes sleeping agents.
    const core::Wire<bool>& busy() const { return busy_; }
    core::Wire<bool>& rst() { return rst_; }
    const core::Wire<bool>& rst() const { return rst_; }
    bool wide() const { return variant_.wide; }
    /// Level of M66EN: high if the board and every attached target support 66 MHz.
    bool m66en() const;
    const std::vector<Half>& halves() const { return halves_; }
    const Arbiter::Wires& req() const { return req_; }
    const Arbiter::Wires& gnt() const { return gnt_; }
    /// Agents of the REQ#/GNT# pairs.
    const std::vector<std::string>& masters() const { return masters_; }
    const Arbiter::Wires& inta_wires() const { return inta_; }
    core::Activity activity() const override { return {calls_, 0, 0}; }

private:
    void before_end_of_elaboration() override;
    void end_of_elaboration() override;
    void resolve();
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
    void notify_agents(TransactionBus* bus);
    static std::uint32_t gather(const Arbiter::Wires& wires);
    void check_clock() const;
    core::Wire<Levels>& add_half(const std::string& agent, bool initiator);

    core::Clock& clock_;
    BusConfig variant_;
    struct M66en {
        std::string agent;
        const bool* capable;
    };
    std::vector<M66en> m66en_;
    core::Wire<Levels> levels_{"levels"};
    core::Wire<bool> busy_{"busy"};
    core::Wire<bool> rst_{"rst"};
    std::vector<Half> halves_;
    Arbiter::Wires req_, gnt_, inta_;
    std::vector<std::string> inta_agents_, masters_;
    Arbiter arbiter_;
    std::vector<InitiatorPins*> initiator_pins_;
    std::vector<TargetPins*> target_pins_;
    std::unique_ptr<TransactionBus> transaction_bus_;
    TransactionBus* active_bus_ = nullptr;  ///< The record instead of the wires: transaction_bus_, or nullptr.
    mutable std::vector<core::EdgeCall> transaction_observers_;
    std::optional<core::EdgeCall> recorder_;
    std::optional<std::size_t> edge_method_;  ///< Number of on_edge at the clock.
    bool leaving_ = false, reset_seen_ = false;
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::pci
