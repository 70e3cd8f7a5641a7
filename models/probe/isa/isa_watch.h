/// @file  Holds the pins of an ISA bus against its rules, half a BCLK after the other.
///
/// Passive: reads wires at the edges that are delivered; between them nothing moves.
#pragma once

#include "check/isa_checker.h"
#include "core/clock.h"
#include "isa/bus.h"

namespace niclab::probe {

class IsaWatch : public sc_core::sc_module {
public:
    /// `halves`: the clock of the bus, an edge each half of BCLK.
    IsaWatch(sc_core::sc_module_name name, const core::Clock& halves, const isa::Bus& bus, const std::string& bus_name,
             check::Report& report);
    /// Commands that ended.
    std::uint64_t commands() const { return checker_.commands(); }

private:
    void on_half();

    const core::Clock& halves_;
    const isa::Bus& bus_;
    check::IsaChecker checker_;
};

}  // namespace niclab::probe
