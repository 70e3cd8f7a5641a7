/// @file  All waveforms of a bench, and their names.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lab/bench/bench.h"
#include "lab/bench/observed_parts.h"
#include "lab/run/runner.h"
#include "lab/watch/rows.h"
#include "probe/wave/wave_writer.h"
#include "probe/wave/waveforms.h"

namespace niclab::lab {

/// Modules that report signals to a sink, and the bundles of wires that contain them.
struct Probes {
    std::vector<std::unique_ptr<sc_core::sc_module>> modules;
    SignalGroupSet signal_groups;            ///< At signal level while they report.
    std::vector<probe::Recorded*> recorded;  ///< Those of the modules that need no wires.
};
/// Offers every signal of the bench to `sink`; the modules' names begin with `prefix`. `record`:
/// ATM lines, UTOPIA, PCI and SRAM are recorded at transaction level.
Probes probe_signals(Bench& bench, probe::WaveSink& sink, const std::string& prefix, bool record = false);

/// The same for parts that stay at signal level.
Probes probe_signals(const ObservedParts& parts, probe::WaveSink& sink, const std::string& prefix);

/// Puts every signal of the bench into one waveform file.
class Waves {
public:
    /// Of parts that stay at signal level.
    Waves(const ObservedParts& parts, const RunOptions& options);
    /// With rows of text, which `checkers` fill if given.
    Waves(Bench& bench, const RunOptions& options, Checkers* checkers);
    /// A second file in addition to the first, without rows; its modules' names begin with
    /// `prefix`.
    Waves(Bench& bench, const RunOptions& options, const std::string& prefix);
    void finish() { vcd_.finish(); }
    void check_output() const { vcd_.check_output(); }
    probe::WaveWriter& writer() { return vcd_; }
    const probe::WaveWriter& writer() const { return vcd_; }
    const SignalGroupSet& signal_groups() const { return probes_.signal_groups; }
    /// Starts or ends the recording at transaction level. Returns false if a part cannot start now;
    /// to be called again soon.
    bool set_recording(bool on);
    std::vector<std::string> names() const { return vcd_.names(); }

private:
    probe::WaveWriter vcd_;
    Probes probes_;
    bool recording_ = false;
    std::unique_ptr<Rows> rows_;
};

}  // namespace niclab::lab
