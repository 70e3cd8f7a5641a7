/// @file  SystemC and an agenda under one clock: each step of the agenda happens inside the simulation, at its time.
///
/// A step may notify events; a process of SystemC that touches what lives on the agenda does so in a Visit. Steps of a moment come before
/// a visit in it, in their own order, so that a run repeats to the bit.
#pragma once

#include <systemc>

#include "base/agenda.h"
#include "core/time.h"

namespace niclab::core {

class Conductor : public sc_core::sc_module {
public:
    Conductor(sc_core::sc_module_name name, base::Agenda& agenda);

    /// What is now to the kernel is now to the agenda; nobody visits before.
    void begin();
    bool begun() const { return begun_; }
    /// Simulates up to the agenda's `end`, and is that then.
    void run(Femtoseconds end);
    base::Agenda& agenda() { return agenda_; }
    /// The agenda's time of now.
    Femtoseconds now() const { return now_fs() - origin_; }
    /// Another moment of the agenda, in the kernel's time.
    sc_core::sc_time until(Femtoseconds when) const { return from_fs(when - now()); }

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

    base::Agenda& agenda_;
    Femtoseconds origin_ = 0;
    bool begun_ = false;
    sc_core::sc_event due_;
};

}  // namespace niclab::core
