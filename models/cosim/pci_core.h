/// @file  A PCI core in GHDL or Icarus Verilog, as the model of a PinTarget or PinAgent.
///
/// The simulator loads the VPI module niclab_pci. It gets the levels of the other agents before each
/// clock edge, and sends what the core drives after it (niclab_pci.c).
///
/// Values of std_logic: 0 and 1 are driven. Z, H, L and W are not: niclab's bus has pull-ups. X, U
/// and - are unknown, as is a bus of which the core drives a part; rule P1 reports them. During RST#
/// an unknown value counts as not driven.
#pragma once

#include <string>

#include "core/clock.h"
#include "cosim/simulator.h"
#include "pci/pin_levels.h"

namespace niclab::cosim {

class PciCore {
public:
    /// `command` starts the simulation; `clock` is that of the bus. Throws core::ConfigError.
    PciCore(std::vector<std::string> command, const core::Clock& clock,
            std::chrono::milliseconds answer = std::chrono::seconds(60));

    /// One clock edge. Throws core::ConfigError when the simulator ends or does not answer in time,
    /// or when REQ# or INTA# is unknown outside of reset.
    pci::PinOutputs clock(const pci::PinInputs& in);

private:
    std::string request(const pci::PinInputs& in) const;

    Simulator simulator_;
    std::string driven_;  ///< The last answer: the pins that the core drives are left to it.
};

}  // namespace niclab::cosim
