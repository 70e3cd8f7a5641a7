/// @file  SystemC and an agenda under one clock: each step of the agenda happens inside the simulation, at its time.
///
/// A step may notify events; a process of SystemC that touches what lives on the agenda does so in a Visit. Steps of a moment come before
/// a visit in it, in their own order, so that a run repeats to the bit.
///
/// Where nothing moves in SystemC before the next step its clocks stand still up to then, as between the runs of a bench: an idle
/// second costs nothing.
#pragma once

#include <functional>
#include <systemc>

#include "base/agenda.h"
#include "core/dispatcher.h"

namespace niclab::core {

class Conductor : public sc_core::sc_module {
public:
    Conductor(sc_core::sc_module_name name, base::Agenda& agenda);

    /// What is now to the kernel is now to the agenda; nobody visits before.
    void begin();
    bool begun() const { return begun_; }
    /// Asked now and then: nothing moves, and nothing will before a step of the agenda acts.
    std::function<bool()> rests;
    /// Simulates up to the agenda's `end`, and is that then.
    void run(Femtoseconds end);
    base::Agenda& agenda() { return agenda_; }
    /// The agenda's time of now.
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

    static constexpr Femtoseconds kLook = 250 * base::kMicrosecond;  ///< From one look to the next.

    base::Agenda& agenda_;
    Femtoseconds origin_ = 0;  ///< The kernel's time of the agenda's 0; less and less where clocks stood still.
    bool begun_ = false;
    Due due_ = Due::of<&Conductor::on_due>(*this);
};

}  // namespace niclab::core
