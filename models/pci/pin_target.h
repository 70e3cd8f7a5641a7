/// @file A target that a user's model drives at signal level: Verilog through Verilator, or any
/// other model.
///
/// Timing: at each rising edge the model receives the levels of the wires just before the edge and
///   returns its outputs after it: outputs are registered. Levels are electrical; a name that ends
///   in _n is low when asserted. The bus has 32 bits.
/// Not modelled: combinational paths between pins; INTA#, which is `bus.inta(agent)`.
#pragma once

#include <functional>

#include "core/clock.h"
#include "pci/bus.h"
#include "pci/pin_levels.h"

namespace niclab::pci {

class PinTarget : public sc_core::sc_module {
public:
    using Model = std::function<PinOutputs(const PinInputs&)>;
    /// `slot`: device number, IDSEL = AD[11 + slot], 0 to 20. The clock never stops while such a
    /// target exists.
    PinTarget(sc_core::sc_module_name name, core::Clock& clock, unsigned slot, Model model);

    TargetPins pins;

private:
    void on_clock();

    PinConverter converter_;
    Model model_;
};

}  // namespace niclab::pci
