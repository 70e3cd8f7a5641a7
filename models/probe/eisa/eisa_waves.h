/// @file The wires of an EISA bus as waveforms: electrical, a name that ends in _n is low when
/// asserted.
#pragma once

#include "eisa/bus.h"
#include "probe/wave/board_waves.h"

namespace niclab::probe {

class EisaWaves : public BoardWaves<eisa::Bus, eisa::Levels> {
public:
    /// `scope`: "a.eisa"; `halves`: the clock of the bus, one edge per half of BCLK. It shows the
    /// lines of IRQ and MREQ that a card uses by now.
    EisaWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope, const core::Clock& halves,
              eisa::Bus& bus);

private:
    void change(const eisa::Levels& now, const eisa::Levels& last) override;

    WaveSink::Id la_, d_, be_, aen_, mak_;
};

}  // namespace niclab::probe
