/// @file The coupling of the SystemC kernel with an event queue (agenda): each event of the queue
/// is executed inside the simulation, at its time.
///
/// Behaviour: an event of the queue may notify SystemC events. A SystemC process that uses objects
///   of the queue does so within a Visit. At equal times the events of the queue come before a
///   visit, in their own order, so that a run is reproducible bit by bit.
/// Timing: if nothing happens in SystemC before the next event of the queue, the clocks of SystemC
///   are stopped up to then. An idle second costs nothing.
#pragma once

#include <functional>
#include <systemc>

#include "base/agenda.h"
#include "core/dispatcher.h"

namespace niclab::core {

class Conductor : public sc_core::sc_module {
public:
    Conductor(sc_core::sc_module_name name, base::Agenda& agenda);

    /// Sets the agenda's time 0 to the present time of the kernel; no Visit is allowed before.
    void begin();
    bool begun() const { return begun_; }
    /// Polled at intervals: true if the model is idle, and remains idle until an event of the queue
    /// acts on it.
    std::function<bool()> rests;
    /// Simulates up to time `end` of the agenda; the agenda's time is `end` on return.
    void run(Femtoseconds end);
    base::Agenda& agenda() { return agenda_; }
    /// The present time in the agenda's time.
    Femtoseconds now() const { return now_fs() - origin_; }

    class Visit {
    public:
        explicit Visit(Conductor& conductor) : conductor_(conductor) { conductor_.enter(); }
        ~Visit() { conductor_.plan(); }
        Visit(const Visit&) = delete;

    private:
        Conductor& conductor_;
    };

private:
    void on_due() { const Visit visit(*this); }
    void enter();
    void plan();

    static constexpr Femtoseconds kLook = 250 * base::kMicrosecond;  ///< Interval between two polls of `rests`.

    base::Agenda& agenda_;
    Femtoseconds origin_ = 0;  ///< Kernel time of the agenda's time 0; it decreases when clocks are stopped.
    bool begun_ = false;
    Due due_ = Due::of<&Conductor::on_due>(*this);
};

}  // namespace niclab::core
