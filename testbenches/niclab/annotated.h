/// @file  Copies of what `niclab check` reads: the buses with rows of words, and one wire a signal for sigrok.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/waveform_check.h"
#include "probe/wave/save_file.h"
#include "probe/wave/wave_file.h"

namespace niclab::cli {

/// The wires of all buses under niclab's names, with what happens on them in words, and the violations; a save file
/// beside it has a marker for each.
class AnnotatedCopy {
public:
    /// Throws core::ConfigError when no file can be made at `path`.
    AnnotatedCopy(const std::string& path, check::WaveformCheck& check);
    void violation(const check::Violation& violation);
    /// To be called for each point of time, once the buses have looked at it.
    void look(const check::WaveReader& wave);
    void finish();

private:
    struct Row {
        const check::WaveformBus& bus;
        std::size_t row, id;
        std::uint64_t code;
    };
    struct Violations {
        const check::WaveformBus& bus;
        std::size_t id;
        const check::Rule *now, *shown;
    };
    void declare(const check::WaveformCheck& check);
    void begin(const check::WaveReader& wave);

    std::string path_;
    std::unique_ptr<probe::WaveFile> file_;
    probe::SaveFile save_;
    std::vector<probe::WaveFile::Variable> variables_;
    std::vector<std::vector<std::size_t>> of_;  ///< Of each variable of the file read.
    std::vector<Row> rows_;
    std::vector<Violations> violations_;
    std::uint64_t first_ps_ = 0;
    bool begun_ = false;
};

/// Each bus as a VCD of its own of single wires in nanoseconds, which is what sigrok's reader takes: AD becomes AD0 to
/// AD31. First come those that traces/sigrok's decoder of it wants, in its order, so that it finds them unasked. Data changes stand one nanosecond late, so that a clock edge samples what was there before it. What floats or
/// is unknown reads as let go: high where asserted is low.
class SingleWires {
public:
    /// Makes FOLDER/BUS.vcd for each bus. Throws core::ConfigError.
    SingleWires(const std::string& folder, const check::WaveformCheck& check);
    void look(const check::WaveReader& wave);
    void finish();

private:
    struct Wire {
        std::string name;
        int variable;  ///< Of the file read; -1: never changes.
        unsigned bit;
        bool pulled_up, clock, level;
    };
    struct Bus {
        std::unique_ptr<probe::WaveFile> file;
        std::vector<Wire> wires;
        std::vector<std::vector<std::size_t>> of;  ///< Wires of each variable of the file read.
        std::vector<std::size_t> late;             ///< Wires that changed at the time before.
        std::uint64_t late_ns = 0;
    };
    static std::vector<Wire> wires_of(const check::WaveformBus& bus, const check::WaveReader& wave);
    void begin(const check::WaveReader& wave);
    static void flush(Bus& bus, std::uint64_t until_ns);

    std::vector<Bus> buses_;
    std::uint64_t last_ns_ = 0;
    bool begun_ = false;
};

}  // namespace niclab::cli
