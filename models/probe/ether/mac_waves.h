/// @file  The wires between a MAC and its transceiver as waveforms: seven wires, or MII.
#pragma once

#include <array>

#include "ether/pins.h"
#include "probe/wave/wave_sink.h"

namespace niclab::probe {

class MacWaves : public sc_core::sc_module {
public:
    /// `scope`: "a.nic.mac"; `width`: of TXD and RXD, 1, 4 or 8.
    MacWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope,
             const ether::MacPins<core::Net>& pins, unsigned width);

private:
    void on_change();

    WaveSink& sink_;
    const ether::MacPins<core::Net>& pins_;
    std::array<WaveSink::Id, 6> ids_{};
};

}  // namespace niclab::probe
