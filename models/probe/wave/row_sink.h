/// @file  Who takes rows of words, what is made of other signals: a waveform file.
#pragma once

#include <functional>

#include "probe/wave/wave_sink.h"

namespace niclab::probe {

class RowSink {
public:
    using Id = WaveSink::Id;
    /// Words without blanks of a code.
    using Describe = std::function<std::string(std::uint64_t code)>;

    virtual ~RowSink() = default;
    /// It begins with code 0. WaveSink::kUnwanted: no change need be told.
    virtual Id add_row(const std::string& scope, const std::string& name, Describe describe) = 0;
    /// What a row says from `at` on, which is not past: the clock edge that sampled it, not 2 ns later as data.
    void row(Id id, std::uint64_t code, core::Femtoseconds at) {
        if (id != WaveSink::kUnwanted) take_row(id, code, at);
    }

protected:
    virtual void take_row(Id id, std::uint64_t code, core::Femtoseconds at) = 0;
};

}  // namespace niclab::probe
