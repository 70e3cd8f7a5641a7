/// @file  Everything one wants of a PCI bus while trying a design on it: its rules held, and a waveform with the pins, what
///        happens on them in words, and a marker where a rule was broken.
#pragma once

#include "probe/wave/pci_row_waves.h"
#include "probe/wave/wave_writer.h"
#include "probe/wave/waveforms.h"

namespace niclab::probe {

class WatchedBus : public sc_core::sc_module {
public:
    /// All agents must be attached to `bus`; its agent "host" is taken for the host bridge. `path`: .vcd or .fst, a save
    /// file for GTKWave and a command file for Surfer lie beside it. Throws core::ConfigError when it cannot be written.
    WatchedBus(sc_core::sc_module_name name, const core::Clock& clock, pci::Bus& bus, const std::string& path);

    const check::Report& report() const { return report_; }
    std::uint64_t transactions() const { return watch_.transactions(); }
    /// Puts the files in place. Throws core::ConfigError.
    void finish();
    /// A line for each violation, and how many there were.
    std::string verdict() const;

private:
    check::Report report_;
    WaveWriter writer_;
    PciRowWaves rows_;
    ViolationRow violations_;
    PciWaves waves_;
    PciWatch watch_;
};

}  // namespace niclab::probe
