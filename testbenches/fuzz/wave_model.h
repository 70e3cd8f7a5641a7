/// @file  A waveform in memory, read from niclab's own VCD line by line and independent of the
/// reader under test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace niclab::fuzz {

struct WaveModel {
    struct Signal {
        std::string scope, name;  ///< Dotted scope; name without range.
        unsigned bits;
    };
    struct Change {
        std::size_t signal;
        std::string digits;  ///< As many as the signal has bits.
    };
    struct Point {
        std::uint64_t time;  ///< In picoseconds.
        std::vector<Change> changes;
    };
    std::vector<Signal> signals;
    std::vector<Point> points;

    /// Reads a file that niclab wrote. Throws std::runtime_error. Text variables are omitted; an
    /// alias is a signal of its own.
    static WaveModel read(const std::string& path);
    /// In the form of niclab's files: one change per line, whole vectors.
    std::string plain() const;
};

}  // namespace niclab::fuzz
