/// @file The receiver of rows of text that are derived from other signals: a waveform file.
#pragma once

#include "probe/wave/wave_file.h"
#include "probe/wave/wave_sink.h"

namespace niclab::probe {

class RowSink {
public:
    using Id = WaveSink::Id;
    using Describe = WaveFile::Describe;

    virtual ~RowSink() = default;
    /// Adds a row, which begins with code 0. WaveSink::kUnwanted: changes need not be reported.
    /// A second thread calls `describe`, which may still occur when the caller no longer exists.
    virtual Id add_row(const std::string& scope, const std::string& name, Describe describe) = 0;
    /// Sets a row's code from `at` on, which is not in the past: the clock edge that sampled it,
    /// not 2 ns later as data.
    void row(Id id, std::uint64_t code, core::Femtoseconds at) {
        if (id != WaveSink::kUnwanted) take_row(id, code, at);
    }

protected:
    virtual void take_row(Id id, std::uint64_t code, core::Femtoseconds at) = 0;
};

}  // namespace niclab::probe
