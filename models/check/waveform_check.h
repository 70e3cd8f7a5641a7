/// @file The PCI and UTOPIA checkers applied to a waveform file of any origin.
///
/// Behaviour: a mapping (waveform_map.h) names the signals. Without one every scope that has
///   niclab's own names is used. Signals are sampled just before each rising edge of their clock.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "check/report.h"
#include "check/wave_reader.h"
#include "check/waveform_map.h"

namespace niclab::check {

/// A bus found in the file.
class WaveformBus {
public:
    virtual ~WaveformBus() = default;
    /// To be called for each point of time, before its changes are applied.
    virtual void look(const WaveReader& wave) = 0;
    virtual std::string name() const = 0;
    /// Transactions or cells.
    virtual std::uint64_t checked() const = 0;
    /// A file may begin during a transfer: time from which on rules are checked, once
    /// synchronised() is true.
    core::Femtoseconds judged_from() const { return judged_from_; }
    bool synchronised() const { return judged_from_ != kNever; }
    /// The event for which it waits until then.
    virtual const char* awaited() const = 0;

    /// A signal of the file, under niclab's name for it.
    struct Signal {
        std::string name;
        unsigned variable;
    };
    const std::vector<Signal>& signals() const { return signals_; }
    /// The activity of the bus as text; the code is that of the last look().
    struct Row {
        std::string name;
        std::function<std::string(std::uint64_t)> describe;
        std::uint64_t code = 0;
    };
    const std::vector<Row>& rows() const { return rows_; }
    /// The last look() found a rising edge of its clock.
    bool clocked() const { return clocked_; }
    /// Signals that were assembled from parts, as text.
    const std::vector<std::string>& assembled() const { return assembled_; }
    /// All variables that it reads.
    const std::vector<unsigned>& variables() const { return variables_; }
    /// One of its wires was unknown or undriven at some time.
    bool seen_unknown() const { return seen_unknown_; }

protected:
    std::vector<Signal> signals_;
    std::vector<Row> rows_;
    std::vector<std::string> assembled_;
    std::vector<unsigned> variables_;
    bool clocked_ = false, seen_unknown_ = false;

    /// A checker has checked the clock of time `now`.
    void judged(core::Femtoseconds now) {
        if (!synchronised()) judged_from_ = now;
    }

private:
    static constexpr core::Femtoseconds kNever = ~core::Femtoseconds{0};
    core::Femtoseconds judged_from_ = kNever;
};

class WaveformCheck {
public:
    /// Opens `file`; `map` is the path of a mapping or empty. Throws core::ConfigError.
    WaveformCheck(const std::string& file, const std::string& map);
    /// Reads to the end of the file, or until `go_on(progress)` returns false. `looked` is called
    /// for each time, after all buses have processed it.
    void run(const std::function<bool(double)>& go_on, const std::function<void(const WaveReader&)>& looked);

    const WaveReader& wave() const { return *wave_; }
    const Report& report() const { return report_; }
    Report& report() { return report_; }
    const std::vector<std::unique_ptr<WaveformBus>>& buses() const { return buses_; }
    /// Scopes with niclab's names of buses and MACs that are checked only in the run that has their
    /// pins.
    std::vector<std::string> not_judged() const { return not_judged_; }
    /// The data that the program that wrote the file is known to have lost, and a remedy; empty:
    /// nothing is known.
    std::string lost() const;
    /// No wire of the buses was ever unknown or undriven.
    bool two_valued() const;

private:
    void add_mapped(core::ConfigTable& table, WaveNames& names);
    void add_found(const std::string& file, WaveNames& names);

    std::unique_ptr<WaveReader> wave_;
    std::vector<std::string> not_judged_;
    Report report_;
    std::vector<std::unique_ptr<WaveformBus>> buses_;
};

std::unique_ptr<WaveformBus> pci_bus(const PciMap& map, Report& report);
std::unique_ptr<WaveformBus> utopia_bus(const UtopiaMap& map, Report& report);

}  // namespace niclab::check
