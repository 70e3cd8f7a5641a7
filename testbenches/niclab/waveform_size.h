/// @file  How large the waveform of a run is, and which window would have been enough.
#pragma once

#include <functional>
#include <string>

#include "lab/results/results.h"
#include "lab/run/runner.h"

namespace niclab::cli {

/// Reports once, while a waveform is written, that it has become large.
class WaveformWatch {
public:
    /// `path` may be empty. `warn` may be empty.
    WaveformWatch(std::string path, std::function<void(const std::string& sentence)> warn)
        : path_(std::move(path)), warn_(std::move(warn)) {}
    void look();

private:
    std::string path_;
    std::function<void(const std::string& sentence)> warn_;
    bool warned_ = false;
};

/// Size of the waveform of a finished run. Of a large one without a window also the window of the
/// first packet, and its size. Empty: it is no regular file.
std::string waveform_in_words(const lab::RunOptions& options, const lab::Results& results);

}  // namespace niclab::cli
