/// @file  A card's decoder on wires that all agents share, without a clock: looks at every change of them, and at what its port waits for.
///
/// Looking puts out what the card drives, which may be a change to look at again: done when nothing changes any more.
#pragma once

#include <string>
#include <vector>

#include "bus/shared_wires.h"
#include "bus/target_if.h"
#include "core/mailbox.h"

namespace niclab::bus {

/// `Slave` has look(levels), which says in `out_` what it drives then. `Decode`: what is its own.
template <class Slave, class Levels, class Decode>
class SharedSlave : public sc_core::sc_module, public core::ActivitySource, SharedWires<Levels>::Looker {
public:
    /// Looks again whether the port is ready when this fires, or one of these is done. Before the simulation begins.
    void ready_with(const sc_core::sc_event& event) { events_.push_back(&event); }
    template <class T>
    void ready_with_post(core::Mailbox<T>& mailbox) {
        mailbox.call_at_post(again_);
    }
    template <class T>
    void ready_with_take(core::Mailbox<T>& mailbox) {
        mailbox.call_at_take(again_);
    }
    /// What is behind the port moves at edges of this clock alone. Off the wires it is then asked at once, but at such an edge.
    void beside(const core::Clock& clock) { beside_ = &clock; }
    /// Between two cycles, from a method of the card's own.
    void set_decode(const Decode& decode) {
        decode_ = decode;
        again_.in(0);
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
        bus.add(*this);
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
        sensitive << pins.bus;
        for (const sc_core::sc_event* event : events_) sensitive << *event;
    }
    void on_change() {
        ++calls_;
        static_cast<Slave*>(this)->look(pins.present());
        pins.put(out_);
    }
    /// At an edge of the clock beside it what that edge does comes first, as it does before wires change.
    void levels_changed() override {
        if (!beside_ || beside_->is_edge(core::now_fs())) return again_.in(0);
        const core::CalledModule caller = core::called;
        if constexpr (core::kCheckWriters) core::called = {true, this};
        on_change();
        if constexpr (core::kCheckWriters) core::called = caller;
    }

    std::vector<const sc_core::sc_event*> events_;
    const core::Clock* beside_ = nullptr;
    core::Due again_ = core::Due::of<&SharedSlave::on_change>(*this);
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::bus
