/// @file The wires of an ISA bus as waveforms: electrical, a name that ends in _n is low when
/// asserted.
#pragma once

#include "isa/bus.h"
#include "probe/wave/board_waves.h"

namespace niclab::probe {

class IsaWaves : public BoardWaves<isa::Bus, isa::Levels> {
public:
    /// `scope`: "a.isa"; `halves`: the clock of the bus, where every second edge is a rising one of
    /// BCLK. It shows the lines of IRQ and DRQ that a card uses by now.
    IsaWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope, const core::Clock& halves,
             isa::Bus& bus);

private:
    void change(const isa::Levels& now, const isa::Levels& last) override;

    WaveSink::Id la_, sa_, sd_, dack_;
};

}  // namespace niclab::probe
