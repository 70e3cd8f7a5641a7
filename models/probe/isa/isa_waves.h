/// @file  The wires of an ISA bus as waveforms: electrical, a name that ends in _n is low when asserted.
#pragma once

#include <vector>

#include "core/clock.h"
#include "isa/bus.h"
#include "probe/wave/wave_sink.h"

namespace niclab::probe {

class IsaWaves : public sc_core::sc_module {
public:
    /// `scope`: "a.isa"; `halves`: the clock of the bus, whose every other edge is one of BCLK that rises. Lines of IRQ and DRQ are those
    /// that some card has by now.
    IsaWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope, const core::Clock& halves,
             isa::Bus& bus);

private:
    struct Line {
        WaveSink::Id id;
        const core::Wire<bool>* wire;
    };
    void add_lines(const std::string& scope);
    void on_levels();
    void on_lines();

    WaveSink& sink_;
    isa::Bus& bus_;
    isa::Levels last_;
    WaveSink::Id la_, sa_, sd_, dack_;
    /// A wire of one bit: what it is in the record, and its level there that is shown as high.
    struct Bit {
        WaveSink::Id id;
        bool isa::Levels::*level;
        bool high;
    };
    std::vector<Bit> bits_;
    std::vector<Line> lines_;
};

}  // namespace niclab::probe
