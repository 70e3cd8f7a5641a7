/// @file A card's decoder on wires that all agents share, without a clock: it evaluates each change
/// of the wires, and of the state of its port.
///
/// Behaviour: an evaluation drives the card's outputs, which may be a change to evaluate again. It
///   ends when nothing changes any more.
#pragma once

#include <string>
#include <vector>

#include "bus/shared_wires.h"
#include "bus/target_if.h"
#include "core/mailbox.h"

namespace niclab::bus {

/// `Slave` has evaluate(levels), which writes the driven levels to `out_`. `Decode`: its addresses.
template <class Slave, class Levels, class Decode>
class SharedSlave : public sc_core::sc_module, public core::ActivitySource, SharedWires<Levels>::LevelListener {
public:
    /// Evaluates the port again when `event` fires, or after one of the following calls. To be
    /// called before the simulation begins.
    void ready_with(const sc_core::sc_event& event) { events_.push_back(&event); }
    template <class T>
    void ready_with_post(core::Mailbox<T>& mailbox) {
        mailbox.call_at_post(&again_);
    }
    template <class T>
    void ready_with_take(core::Mailbox<T>& mailbox) {
        mailbox.call_at_take(&again_);
    }
    /// The port changes only at edges of this clock. At transaction level the decoder is then
    /// evaluated at once, except at such an edge.
    void set_port_clock(const core::Clock& clock) { port_clock_ = &clock; }
    /// To be called between two cycles, from a method of the card.
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
        static_cast<Slave*>(this)->evaluate(pins.present());
        pins.put(out_);
    }
    /// At an edge of that clock the edge is processed first, as it is before the wires change.
    void levels_changed() override {
        if (!port_clock_ || port_clock_->is_edge(core::now_fs())) return again_.in(0);
        const core::CalledModule caller = core::called;
        if constexpr (core::kCheckWriters) core::called = {true, this};
        on_change();
        if constexpr (core::kCheckWriters) core::called = caller;
    }

    std::vector<const sc_core::sc_event*> events_;
    const core::Clock* port_clock_ = nullptr;
    core::Timer again_ = core::Timer::of<&SharedSlave::on_change>(*this);
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::bus
