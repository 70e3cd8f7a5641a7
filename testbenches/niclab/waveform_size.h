/// @file  How large the waveform of a run is or will be, and what a window would cost.
#pragma once

#include <functional>
#include <string>

#include "lab/results/results.h"
#include "lab/run/runner.h"

namespace niclab::cli {

/// Reports once, soon after the begin of a long run, that its waveform will be large.
class WaveformWatch {
public:
    /// `warn` may be empty.
    WaveformWatch(const lab::RunOptions& options, std::function<void(const std::string& sentence)> warn)
        : path_(options.vcd), from_us_(options.vcd_from_us), to_us_(options.vcd_to_us), warn_(std::move(warn)) {}
    /// To be called during the simulation, of which `fraction` of the packets are done.
    void look(double fraction);

private:
    std::string path_;
    double from_us_, to_us_;
    std::function<void(const std::string& sentence)> warn_;
    double runs_from_us_ = 0;  ///< Simulated time of the begin of the first run.
    bool warned_ = false;
};

/// Size of the waveform of a finished run; `event` is the one for which its window was chosen, or
/// empty. Of a large one without a window also the window of the first packet, and its size. Empty:
/// it is no regular file.
std::string waveform_in_words(const lab::RunOptions& options, const lab::Results& results, const std::string& event);

}  // namespace niclab::cli
