/// @file  The PCI and UTOPIA checkers over a waveform file, whoever wrote it.
///
/// A mapping names the signals: tables [pci.NAME] and [utopia.NAME]. Without a mapping every scope that carries
/// niclab's own names is taken. Signals are sampled just before each rising edge of their clock.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "check/report.h"
#include "check/wave_reader.h"

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
    /// A file may begin in the middle: time from which on rules are held, once synchronised() is true.
    core::Femtoseconds judged_from() const { return judged_from_; }
    bool synchronised() const { return judged_from_ != kNever; }
    /// What it waits for till then.
    virtual const char* awaited() const = 0;

    /// A signal of the file, under niclab's name for it.
    struct Signal {
        std::string name;
        unsigned variable;
    };
    const std::vector<Signal>& signals() const { return signals_; }
    /// What happens on it, in words; the code is that of the last look.
    struct Row {
        std::string name;
        std::function<std::string(std::uint64_t)> describe;
        std::uint64_t code = 0;
    };
    const std::vector<Row>& rows() const { return rows_; }
    /// The last look saw a rising edge of its clock.
    bool clocked() const { return clocked_; }

protected:
    std::vector<Signal> signals_;
    std::vector<Row> rows_;
    bool clocked_ = false;

    /// A checker that judges has looked at the clock of time `now`.
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
    /// Reads to the end of the file, or until `go_on(progress)` says no. `looked` is told of each point of time, once all
    /// buses have looked at it.
    void run(const std::function<bool(double)>& go_on, const std::function<void(const WaveReader&)>& looked);

    const WaveReader& wave() const { return *wave_; }
    const Report& report() const { return report_; }
    Report& report() { return report_; }
    const std::vector<std::unique_ptr<WaveformBus>>& buses() const { return buses_; }
    /// Scopes with niclab's names of buses and MACs that are checked only in the run that has their pins.
    std::vector<std::string> not_judged() const;

private:
    void add_mapped(core::ConfigTable& table);
    void add_found();

    std::unique_ptr<WaveReader> wave_;
    Report report_;
    std::vector<std::unique_ptr<WaveformBus>> buses_;
};

/// What a mapping says of a PCI bus. Signal names are full; empty: not there.
struct PciMap {
    std::string name, clk, rst, ad, cbe, par, frame, irdy, trdy, devsel, stop, perr, serr, req, gnt, req64, ack64,
        par64, m66en, ad_high, cbe_high;  // of 64 bits: AD[63:32], C/BE[7:4]#
    std::vector<std::string> agents;      ///< Each with an optional scope of output enables.
    std::vector<std::string> enables;     ///< Scope of each agent's enables; none: no enables at all.
    std::vector<std::string> masters;     ///< Agents of the bits of REQ_n and GNT_n.
    std::string host;
    bool stepped_configuration = true, ordered_retry = true;
    unsigned first_data_clocks = 16;
};
struct UtopiaMap {
    std::string name, clk, data, soc, enb, clav, prty;
    bool receive = false, octet_level = false, timing = false;
    unsigned width = 8;
};
/// Throw core::ConfigError when a signal is not in the file.
std::unique_ptr<WaveformBus> pci_bus(const WaveReader& wave, const PciMap& map, Report& report);
std::unique_ptr<WaveformBus> utopia_bus(const WaveReader& wave, const UtopiaMap& map, Report& report);

}  // namespace niclab::check
