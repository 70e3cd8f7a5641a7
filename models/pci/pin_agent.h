/// @file  A core of the user on a bus, at signal level: an initiator, a target, or both.
///
/// It has a REQ#/GNT# pair, INTA# and all shared signals; else it is as PinTarget (pin_target.h).
/// All that the core drives is the drive record of one half of the bus. Its violations and
/// transactions have the name of the module.
///
/// Not modelled:  paths from a pin to another inside a clock.
#pragma once

#include <functional>

#include "core/clock.h"
#include "pci/bus.h"
#include "pci/pin_levels.h"

namespace niclab::pci {

class PinAgent : public sc_core::sc_module {
public:
    using Model = std::function<PinOutputs(const PinInputs&)>;
    /// Attaches itself to `bus`. `slot`: device number, IDSEL = AD[11 + slot], 0 to 20. The clock
    /// runs as long as there is such an agent.
    PinAgent(sc_core::sc_module_name name, core::Clock& clock, Bus& bus, unsigned slot, Model model);

    InitiatorPins pins;

private:
    void on_clock();

    PinConverter converter_;
    Model model_;
    core::Wire<bool>& inta_;
};

}  // namespace niclab::pci
