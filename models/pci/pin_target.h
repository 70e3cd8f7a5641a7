/// @file  A target whose pins a model of one's own drives: Verilog through Verilator, or anything that thinks in levels.
///
/// At each rising edge the model gets what the wires carried just before it and says what it drives after it: outputs are
/// registered. Levels are electrical, a name that ends in _n is low when asserted. The bus of 32 bits only.
///
/// Not modelled:  paths from a pin to another inside a clock; INTA#, which is `bus.inta(agent)`.
#pragma once

#include <functional>

#include "core/clock.h"
#include "pci/bus.h"

namespace niclab::pci {

/// What a target's pins carry just before a clock edge.
struct TargetInputs {
    std::uint32_t ad = 0;
    std::uint8_t cbe_n = 0xF;
    bool par = false, frame_n = true, irdy_n = true, trdy_n = true, devsel_n = true, stop_n = true;
    bool idsel = false, rst_n = true;
};

/// What it drives after the edge. Where an enable is false the wires beside it are let go.
struct TargetOutputs {
    std::uint32_t ad = 0;
    bool ad_enable = false;
    bool par = false, par_enable = false;
    bool devsel_n = true, trdy_n = true, stop_n = true, control_enable = false;
    bool perr_n = true, perr_enable = false;
    bool serr_n = true;  ///< Open drain: low drives, high lets go.
};

class PinTarget : public sc_core::sc_module {
public:
    using Model = std::function<TargetOutputs(const TargetInputs&)>;
    /// `slot`: device number, IDSEL = AD[11 + slot], 0 to 20. The clock runs as long as there is such a target.
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
