/// @file  How large the waveform of a run is or will be, and what a window would cost.
#pragma once

#include <functional>
#include <optional>
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

/// What a waveform of a finished run may show.
struct WaveformContent {
    double simulated_us = 0;
    std::string event;  ///< The one for which its window was chosen, or empty.
    /// Whole microseconds of simulated time.
    struct Window {
        double from_us = 0, to_us = 0;
    };
    std::optional<Window> packet{};  ///< In which the cards work for the first packet of the waveform.
};
/// Of the packet that begins first after `from_us`: from its first event at the sending card to the
/// last one at the receiving card.
std::optional<WaveformContent::Window> window_of_packet(const lab::Results& results, double from_us);

/// Size of a waveform. Of a large one up to the end of the run also the window of its first packet,
/// and the size of that. Empty: it is no regular file.
std::string waveform_in_words(const lab::RunOptions& options, const WaveformContent& content);

}  // namespace niclab::cli
