/// @file  Holds the pins of an EISA bus against its rules, half a BCLK after the other.
///
/// Passive: reads wires, or what is in their place, at the edges that are delivered; between them nothing moves.
#pragma once

#include "check/eisa_checker.h"
#include "core/clock.h"
#include "eisa/bus.h"

namespace niclab::probe {

class EisaWatch : public sc_core::sc_module {
public:
    /// `halves`: the clock of the bus, an edge each half of BCLK.
    EisaWatch(sc_core::sc_module_name name, const core::Clock& halves, const eisa::Bus& bus,
              const std::string& bus_name, check::Report& report);
    /// CMD#s that ended.
    std::uint64_t commands() const { return checker_.commands(); }

private:
    void on_half();

    const core::Clock& halves_;
    const eisa::Bus& bus_;
    check::EisaChecker checker_;
};

}  // namespace niclab::probe
