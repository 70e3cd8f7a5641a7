/// @file The shared wires of a bus: each agent drives a record of levels, and all records are
/// resolved in the next delta cycle.
///
/// `Levels` is a record of wires, by default in the undriven state; `|=` merges another agent's
/// record, settle() computes the resulting levels.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/wire.h"

namespace niclab::bus {

template <class Levels>
class SharedWires;

/// The connection of an agent: the levels that it samples, and those that it drives.
template <class Levels>
struct SharedPins {
    sc_core::sc_in<Levels> bus{"bus"};
    sc_core::sc_out<Levels> drive{"drive"};
    sc_core::sc_in<bool> reset{"reset"};

    /// For an agent with a clock: the levels before the present delta cycle.
    const Levels& sampled() const { return wires->is_transaction_level() ? wires->sampled() : bus->read(); }
    /// For an agent without a clock.
    const Levels& present() const { return wires->is_transaction_level() ? wires->present() : bus->read(); }
    void put(const Levels& levels) {
        if (!wires->is_transaction_level()) return drive->write(levels);
        wires->put(number, levels);
    }
    SharedWires<Levels>* wires = nullptr;
    std::size_t number = 0;  ///< Of the agent.
};

/// At transaction level agents store their records here, and those without a clock are called at
/// once.
template <class Levels>
class SharedWires : public sc_core::sc_module, public core::ActivitySource {
public:
    /// An agent without a clock, which evaluates each change.
    class LevelListener {
    public:
        virtual ~LevelListener() = default;
        virtual void levels_changed() = 0;
    };
    /// Connects an agent. To be called before the simulation begins.
    void attach(SharedPins<Levels>& pins, const std::string& agent) {
        pins.wires = this, pins.number = drives_.size();
        drives_.push_back(std::make_unique<core::Wire<Levels>>((agent + "_drive").c_str()));
        pins.bus(levels_);
        pins.drive(*drives_.back());
        pins.reset(reset_);
    }
    void add(LevelListener& listener) { level_listeners_.push_back(&listener); }
    /// Enters the transaction level: the wires are not written any more, so no process may read
    /// them. To be called between two calls of simulate().
    void enter_transaction_level() {
        if (transaction_level_) return;
        transaction_level_ = true;
        driven_.clear();
        for (const auto& drive : drives_) driven_.push_back(drive->read());
        present_ = resolved();
    }
    /// Returns to signal level; the wires take the last levels. To be called between two calls of
    /// simulate().
    void enter_signal_level() {
        if (!transaction_level_) return;
        transaction_level_ = false;
        for (std::size_t k = 0; k < drives_.size(); ++k) drives_[k]->write(driven_[k]);
    }
    bool is_transaction_level() const { return transaction_level_; }
    core::Wire<bool>& reset() { return reset_; }
    const core::Wire<Levels>& levels() const { return levels_; }
    const Levels& sampled() const {
        if (!transaction_level_) return levels_.read();
        return changed_ == core::delta_cycle() ? before_ : present_;
    }
    const Levels& present() const { return present_; }
    void put(std::size_t agent, const Levels& levels) {
        if (driven_[agent] == levels) return;
        driven_[agent] = levels;
        const Levels now = resolved();
        if (now == present_) return;
        if (changed_ != core::delta_cycle()) changed_ = core::delta_cycle(), before_ = present_;
        present_ = now;
        for (LevelListener* listener : level_listeners_) listener->levels_changed();
    }
    core::Activity activity() const override { return {calls_, 0, 0}; }

protected:
    explicit SharedWires(sc_core::sc_module_name name) : sc_module(name) {}
    /// The largest number of agents for which `drives` is true for the same wire, over `n` wires.
    template <class Drives>
    unsigned most_drivers(unsigned n, Drives drives) const {
        unsigned most = 0;
        for (unsigned i = 0; i < n; ++i) {
            unsigned count = 0;
            for (std::size_t k = 0; k < drives_.size(); ++k)
                count += drives(transaction_level_ ? driven_[k] : drives_[k]->read(), i);
            most = std::max(most, count);
        }
        return most;
    }

private:
    void before_end_of_elaboration() override {
        SC_HAS_PROCESS(SharedWires);
        SC_METHOD(resolve);
        for (const auto& drive : drives_) sensitive << *drive;
    }
    void resolve() {
        ++calls_;
        Levels bus;
        for (const auto& drive : drives_) bus |= drive->read();
        bus.settle();
        levels_.write(bus);
    }
    Levels resolved() const {
        Levels bus;
        for (const Levels& levels : driven_) bus |= levels;
        bus.settle();
        return bus;
    }

    core::Wire<Levels> levels_{"levels"};
    core::Wire<bool> reset_{"reset"};
    std::vector<std::unique_ptr<core::Wire<Levels>>> drives_;
    std::uint64_t calls_ = 0;
    // Transaction level.
    bool transaction_level_ = false;
    std::vector<Levels> driven_;
    std::vector<LevelListener*> level_listeners_;
    Levels present_, before_;                    ///< Before the present delta cycle, if they changed in it.
    std::uint64_t changed_ = ~std::uint64_t{0};  ///< Delta cycle of the last change.
};

}  // namespace niclab::bus
