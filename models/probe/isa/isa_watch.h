/// @file An observer that checks the pins of an ISA bus, at each half of BCLK.
///
/// Behaviour: passive: it reads wires at the edges that are delivered; nothing changes between
///   them.
#pragma once

#include "check/isa_checker.h"
#include "core/clock.h"
#include "isa/bus.h"

namespace niclab::probe {

class IsaWatch : public sc_core::sc_module {
public:
    /// `halves`: the clock of the bus, one edge per half of BCLK.
    IsaWatch(sc_core::sc_module_name name, const core::Clock& halves, const isa::Bus& bus, const std::string& bus_name,
             check::Report& report);
    /// Number of completed commands.
    std::uint64_t commands() const { return checker_.commands(); }

private:
    void on_half();

    const core::Clock& halves_;
    const isa::Bus& bus_;
    check::IsaChecker checker_;
};

}  // namespace niclab::probe
