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

namespace niclab::pci {

/// Levels at a target's pins just before a clock edge.
struct TargetInputs {
    std::uint32_t ad = 0;
    std::uint8_t cbe_n = 0xF;
    bool par = false, frame_n = true, irdy_n = true, trdy_n = true, devsel_n = true, stop_n = true;
    bool idsel = false, rst_n = true;
};

/// Outputs after the edge. If an enable is false, the wires next to it in this list are not driven.
struct TargetOutputs {
    std::uint32_t ad = 0;
    bool ad_enable = false;
    bool par = false, par_enable = false;
    bool devsel_n = true, trdy_n = true, stop_n = true, control_enable = false;
    bool perr_n = true, perr_enable = false;
    bool serr_n = true;  ///< Open drain: low drives the wire, high releases it.
};

class PinTarget : public sc_core::sc_module {
public:
    using Model = std::function<TargetOutputs(const TargetInputs&)>;
    /// `slot`: device number, IDSEL = AD[11 + slot], 0 to 20. The clock never stops while such a
    /// target exists.
    PinTarget(sc_core::sc_module_name name, core::Clock& clock, unsigned slot, Model model);

    TargetPins pins;

private:
    void on_clock();
    TargetInputs inputs(const Levels& bus);

    unsigned slot_;
    Model model_;
    bool frame_before_ = false, second_address_ = false;
};

}  // namespace niclab::pci
