/// @file  A card's decoder on wires that all agents share, without a clock: looks at every change of them, and at what its port waits for.
#pragma once

#include <string>
#include <vector>

#include "bus/shared_wires.h"
#include "bus/target_if.h"
#include "core/event.h"

namespace niclab::bus {

/// `Slave` has look(levels), which says in `out_` what it drives then. `Decode`: what is its own.
template <class Slave, class Levels, class Decode>
class SharedSlave : public sc_core::sc_module, public core::ActivitySource {
public:
    /// Looks again whether the port is ready when this fires. Before the simulation begins.
    void ready_with(const sc_core::sc_event& event) { events_.push_back(&event); }
    /// Between two cycles, from a method of the card's own.
    void set_decode(const Decode& decode) {
        decode_ = decode;
        core::fire(decoded_);
    }
    const Decode& decode() const { return decode_; }

    SharedPins<Levels> pins;
    core::Activity activity() const override { return {calls_, 0, 0}; }

protected:
    enum class State { Idle, Waiting, Done };

    SharedSlave(sc_core::sc_module_name name, SharedWires<Levels>& bus, const std::string& agent, const Decode& decode,
                TargetPort& port)
        : sc_module(name), decode_(decode), port_(port) {
        bus.attach(pins, agent);
    }

    Decode decode_;
    TargetPort& port_;
    State state_ = State::Idle;
    Levels out_;
    std::uint64_t reads_ = 0, writes_ = 0;

private:
    void before_end_of_elaboration() override {
        SC_HAS_PROCESS(SharedSlave);
        SC_METHOD(on_change);
        sensitive << pins.bus << decoded_;
        for (const sc_core::sc_event* event : events_) sensitive << *event;
    }
    void on_change() {
        ++calls_;
        static_cast<Slave*>(this)->look(pins.bus->read());
        pins.drive->write(out_);
    }

    std::vector<const sc_core::sc_event*> events_;
    sc_core::sc_event decoded_;
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::bus
