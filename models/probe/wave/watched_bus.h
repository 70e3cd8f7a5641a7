/// @file Observers of a PCI bus for tests of a design. They check the rules and split the latency
///   of each transaction into its parts. The waveform has the pins, rows of text for the activity,
///   and a marker at each violation.
#pragma once

#include <memory>

#include "probe/account/pci_csv.h"
#include "probe/wave/pci_row_waves.h"
#include "probe/wave/wave_writer.h"
#include "probe/wave/waveforms.h"

namespace niclab::probe {

class WatchedBus : public sc_core::sc_module {
public:
    /// All agents must be attached to `bus`; its agent "host" is used as the host bridge. `path`:
    /// .vcd or .fst. A save file for GTKWave and a command file for Surfer are written next to it.
    /// `transactions`: path of a table in the form of pci.csv, empty for none. Throws
    /// core::ConfigError if a file cannot be written.
    WatchedBus(sc_core::sc_module_name name, const core::Clock& clock, pci::Bus& bus, const std::string& path,
               const std::string& transactions = "");

    const check::Report& report() const { return report_; }
    std::uint64_t transactions() const { return watch_.transactions(); }
    /// Completes the files. Throws core::ConfigError.
    void finish();
    /// A line for each violation, and their number.
    std::string verdict() const;
    /// A line for each initiator that had a transaction: the mean latency of its transactions by part.
    std::string latencies();

private:
    check::Report report_;
    WaveWriter writer_;
    PciRowWaves rows_;
    ViolationRow violations_;
    PciWaves waves_;
    PciWatch watch_;
    std::unique_ptr<PciCsv> csv_;
};

}  // namespace niclab::probe
