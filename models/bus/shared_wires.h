/// @file  The wires that all on a bus share: each agent drives a record of levels, and what they all drive is resolved in the delta cycle after.
///
/// `Levels`:  a record of wires whose default is what nobody drives; `|=` puts another agent's on top, settle() has what follows for all of them.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/wire.h"

namespace niclab::bus {

/// Of an agent: what it sees, and what it drives of it.
template <class Levels>
struct SharedPins {
    sc_core::sc_in<Levels> bus{"bus"};
    sc_core::sc_out<Levels> drive{"drive"};
    sc_core::sc_in<bool> reset{"reset"};
};

template <class Levels>
class SharedWires : public sc_core::sc_module, public core::ActivitySource {
public:
    /// Connects an agent; before the simulation begins.
    void attach(SharedPins<Levels>& pins, const std::string& agent) {
        drives_.push_back(std::make_unique<core::Wire<Levels>>((agent + "_drive").c_str()));
        pins.bus(levels_);
        pins.drive(*drives_.back());
        pins.reset(reset_);
    }
    core::Wire<bool>& reset() { return reset_; }
    const core::Wire<Levels>& levels() const { return levels_; }
    core::Activity activity() const override { return {calls_, 0, 0}; }

protected:
    explicit SharedWires(sc_core::sc_module_name name) : sc_module(name) {}
    /// The most agents of which `drives` is true at once, over `n` wires.
    template <class Drives>
    unsigned most_drivers(unsigned n, Drives drives) const {
        unsigned most = 0;
        for (unsigned i = 0; i < n; ++i) {
            unsigned count = 0;
            for (const auto& drive : drives_) count += drives(drive->read(), i);
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

    core::Wire<Levels> levels_{"levels"};
    core::Wire<bool> reset_{"reset"};
    std::vector<std::unique_ptr<core::Wire<Levels>>> drives_;
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::bus
