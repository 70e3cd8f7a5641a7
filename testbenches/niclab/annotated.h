/// @file Copies of a waveform that `niclab check` reads: the buses with rows of text, and one wire
/// per signal for sigrok.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/waveform_check.h"
#include "probe/wave/save_file.h"
#include "probe/wave/wave_file.h"

namespace niclab::cli {

/// The wires of all buses under niclab's names, with rows of text for their activity, and the
/// violations. A save file next to it has a marker for each violation.
class AnnotatedCopy {
public:
    /// Throws core::ConfigError if no file can be created at `path`.
    AnnotatedCopy(const std::string& path, check::WaveformCheck& check);
    void violation(const check::Violation& violation);
    /// To be called for each time, after the buses have processed it.
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

/// Each bus as a separate VCD of single wires in nanoseconds, the form that sigrok's reader
/// accepts: AD becomes AD0 to AD31. The wires that traces/sigrok's decoder of the bus uses come
/// first, in its order, so that it finds them without options. Data changes are one nanosecond
/// late, so that a clock edge samples the values before it. Undriven and unknown wires have the
/// level of a released wire: high if asserted is low.
class SingleWires {
public:
    /// Writes FOLDER/BUS.vcd for each bus. Throws core::ConfigError.
    SingleWires(const std::string& folder, const check::WaveformCheck& check);
    void look(const check::WaveReader& wave);
    void finish();

private:
    struct Wire {
        std::string name;
        int variable;  ///< Of the input file; -1: never changes.
        unsigned bit;
        bool pulled_up, clock, level;
    };
    struct Bus {
        std::unique_ptr<probe::WaveFile> file;
        std::vector<Wire> wires;
        std::vector<std::vector<std::size_t>> of;  ///< Wires of each variable of the input file.
        std::vector<std::size_t> late;             ///< Wires that changed at the previous time.
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
