/// @file  What watches the pins of a bench: accounts and checkers of both PCI buses, checkers of both cards' UTOPIA
///        wires and launched lines.
#pragma once

#include <array>
#include <memory>

#include "lab/bench/bench.h"
#include "lab/results/results.h"
#include "probe/account/bus_log.h"
#include "probe/account/pci_csv.h"
#include "probe/account/pin_watch.h"

namespace niclab::lab {

class Checkers {
public:
    /// Without `check` only the clocks of the buses are counted. `pci_csv`: file for the transactions, or empty.
    Checkers(Bench& bench, bool check, const std::string& pci_csv);
    /// A connection that carries something else than AAL5.
    void exclude_from_aal5(std::uint8_t vpi, std::uint16_t vci);
    /// Who had the bus of the client (0) or the server (1) of late.
    const probe::BusLog& log(unsigned side) const { return logs_[side]; }
    /// Puts the file of transactions in place and counts the last clocks.
    void finish();
    /// Throws core::ConfigError when pci.csv could not be written.
    void check_output() const;
    /// Adds the clocks of both buses so far to some counters.
    void count(std::map<std::string, std::uint64_t>& counters, std::map<std::string, CounterNote>& notes) const;
    /// Puts the verdicts into `results.checks`: pci, utopia, sonet and aal5, and the accounts into `results.pci`.
    void report(Results& results) const;

private:
    void add_bus(Side& side);
    void add_card(Side& side, LineNet& launch);

    bool check_;
    std::unique_ptr<probe::PciCsv> csv_;
    std::array<probe::BusLog, 2> logs_;
    check::Report pci_, utopia_, line_, aal5_;
    std::vector<std::unique_ptr<probe::PciWatch>> buses_;
    std::vector<std::unique_ptr<probe::CardWatch>> cards_;
};

}  // namespace niclab::lab
