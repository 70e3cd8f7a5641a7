/// @file  All waveforms of a bench, and their names.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lab/bench/bench.h"
#include "lab/run/runner.h"
#include "lab/watch/rows.h"
#include "probe/wave/wave_writer.h"
#include "probe/wave/waveforms.h"

namespace niclab::lab {

/// Modules that tell `sink` of every signal of the bench; their names begin with `prefix`.
std::vector<std::unique_ptr<sc_core::sc_module>> probe_signals(Bench& bench, probe::WaveSink& sink,
                                                               const std::string& prefix);

/// Puts every signal of the bench into one waveform file.
class Waves {
public:
    /// With rows of words, which `checkers` fill where they are given.
    Waves(Bench& bench, const RunOptions& options, Checkers* checkers);
    /// A second one beside the first, without rows; its modules' names begin with `prefix`.
    Waves(Bench& bench, const RunOptions& options, const std::string& prefix);
    void finish() { vcd_.finish(); }
    void check_output() const { vcd_.check_output(); }
    /// The window lies in the past: no wire is looked at any more.
    bool over() const { return vcd_.over(); }
    probe::WaveWriter& writer() { return vcd_; }
    std::vector<std::string> names() const { return vcd_.names(); }

private:
    probe::WaveWriter vcd_;
    std::vector<std::unique_ptr<sc_core::sc_module>> bundles_;
    std::unique_ptr<Rows> rows_;
};

/// Full names, `a.pci.FRAME_n` and so on, in the order of a waveform file. Builds a bench: once a process.
std::vector<std::string> signal_names(const Experiment& experiment);

}  // namespace niclab::lab
