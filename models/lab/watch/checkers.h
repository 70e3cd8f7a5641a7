/// @file  What watches the pins of a bench: accounts and checkers of the PCI buses, checkers of ISA and EISA buses, of the cards' UTOPIA
///        wires and launched lines, and of the MACs of Ethernet cards.
#pragma once

#include <deque>
#include <map>
#include <memory>

#include "lab/bench/bench.h"
#include "lab/results/results.h"
#include "probe/account/bus_log.h"
#include "probe/account/pci_csv.h"
#include "probe/account/pin_watch.h"
#include "probe/eisa/eisa_watch.h"
#include "probe/ether/mac_watch.h"
#include "probe/isa/isa_watch.h"

namespace niclab::lab {

class Checkers {
public:
    /// Without `check` only the clocks of the buses are counted. `pci_csv`: file for the transactions, or empty.
    Checkers(Bench& bench, bool check, const std::string& pci_csv);
    /// What looks at the bus of a host; at the wires of a card, none where no rule is held of them.
    probe::PciWatch& watch(const Node& node);
    probe::CardWatch* watch(const End& end);
    /// `heard` is told of every violation.
    void hear(const std::function<void(const check::Violation&)>& heard);
    /// A connection that carries something else than AAL5.
    void exclude_from_aal5(std::uint8_t vpi, std::uint16_t vci);
    /// Who had the bus of a host of late.
    const probe::BusLog& log(const Node& node) const;
    /// All that happened up to now was told.
    void settle() {
        if (csv_) csv_->settle();
    }
    /// Puts the file of transactions in place and counts the last clocks.
    void finish();
    /// Throws core::ConfigError when pci.csv could not be written.
    void check_output() const;
    /// Adds the clocks of all buses so far to some counters.
    void count(std::map<std::string, std::uint64_t>& counters, std::map<std::string, CounterNote>& notes) const;
    /// Puts the verdicts into `results.checks`: pci; where there is one, isa or eisa; of lines with cells utopia, sonet and aal5, of
    /// Ethernet csma; and the accounts into `results.pci`.
    void report(Results& results) const;

private:
    struct Reports {
        check::Report pci, isa, eisa, utopia, line, aal5, csma;
    };
    using Kind = check::Report Reports::*;
    void add_to(Check& check, Kind kind) const;
    void add_bus(Node& node, const std::vector<std::string>& cards);
    void add_boards(Node& node);
    template <class Watches>
    void report_boards(Results& results, const char* bus, const Watches& watches, Kind kind) const;
    void add_mac(const End& end);
    void add_switches(Bench& bench);
    void report_cells(Results& results) const;
    probe::CardWatch& add_card(const std::string& name, const AtmEnd& end, Reports& reports);

    bool check_;
    std::unique_ptr<probe::PciCsv> csv_;
    struct Bus {
        const Node& node;
        probe::BusLog log;
        std::unique_ptr<probe::PciWatch> watch;
    };
    std::deque<Bus> buses_;
    std::deque<Reports> reports_;  ///< One a part of the bench: each tells in the order of time.
    std::vector<std::unique_ptr<probe::CardWatch>> cards_;
    std::map<const End*, probe::CardWatch*> card_of_end_;
    std::vector<std::unique_ptr<probe::MacWatch>> macs_;
    std::vector<std::unique_ptr<probe::IsaWatch>> isas_;
    std::vector<std::unique_ptr<probe::EisaWatch>> eisas_;
};

}  // namespace niclab::lab
