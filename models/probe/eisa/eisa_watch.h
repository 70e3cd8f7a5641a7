/// @file An observer that checks the pins of an EISA bus, at each half of BCLK.
///
/// Behaviour: passive: it reads wires, or the records that replace them, at the edges that are
///   delivered; nothing changes between them.
#pragma once

#include "check/eisa_checker.h"
#include "core/clock.h"
#include "eisa/bus.h"

namespace niclab::probe {

class EisaWatch : public sc_core::sc_module {
public:
    /// `halves`: the clock of the bus, one edge per half of BCLK.
    EisaWatch(sc_core::sc_module_name name, const core::Clock& halves, const eisa::Bus& bus,
              const std::string& bus_name, check::Report& report);
    /// Number of completed CMD#s.
    std::uint64_t commands() const { return checker_.commands(); }

private:
    void on_half();

    const core::Clock& halves_;
    const eisa::Bus& bus_;
    check::EisaChecker checker_;
};

}  // namespace niclab::probe
