/// @file The observers of the pins of a bench. PCI buses have accounts and checkers. Buses of other
/// kinds, the cards' UTOPIA wires and launched lines, and the MACs of Ethernet cards have checkers.
#pragma once

#include <deque>
#include <map>
#include <memory>

#include "lab/bench/bench.h"
#include "lab/bench/observed_parts.h"
#include "lab/results/results.h"
#include "lab/watch/counter_map.h"
#include "probe/account/bus_log.h"
#include "probe/account/pci_csv.h"
#include "probe/account/pin_watch.h"
#include "probe/ether/mac_watch.h"

namespace niclab::lab {

class Checkers {
public:
    /// Without `check` only the clocks of the buses are counted. `pci_csv`: file for the transactions,
    /// or empty. `tables`: folder for the tables of the other kinds of buses in the bench, or empty.
    Checkers(Bench& bench, bool check, const std::string& pci_csv, const std::string& tables = "");
    /// Of the buses and cards of hosts, and of MACs.
    Checkers(const ObservedParts& parts, bool check);
    /// The observer of a single MAC of the constructor.
    ether::SymbolWatch& mac_watch(std::size_t mac) { return *macs_[first_mac_ + mac]; }
    /// The observer of the bus of a host; and of the wires of a card, if rules are checked for
    /// them.
    probe::PciWatch& watch(const Node& node);
    probe::CardWatch* watch(const End& end);
    /// `heard` is called for every violation.
    void hear(const std::function<void(const check::Violation&)>& heard);
    /// Excludes a connection that has another payload than AAL5.
    void exclude_from_aal5(std::uint8_t vpi, std::uint16_t vci);
    /// The recent owners of the bus of a host.
    const probe::BusLog& log(const Node& node) const;
    /// All reports up to now were made.
    void settle() {
        if (csv_) csv_->settle();
        for (const auto& [name, table] : tables_) table->settle();
    }
    /// The tables of transactions that are written.
    std::vector<core::SortedRows*> tables();
    /// Writes the results of the parts of the bench from `first` on that are before `end` to an
    /// archive or reads them: lab/parallel/archive.h.
    template <class Archive>
    void transfer(Archive& archive, std::size_t first, std::size_t end);
    /// Counts the last clocks; nothing is observed afterwards.
    void end_observation();
    /// Completes the files of transactions.
    void finish();
    /// Throws core::ConfigError if a file could not be written.
    void check_output() const;
    /// Adds the clocks of all buses up to now to the counters.
    void count(CounterMap& counters) const;
    /// Writes the results into `results.checks`: pci; the other kinds of buses by their names; for lines
    /// with cells utopia, sonet and aal5, for Ethernet csma. Writes the accounts into `results.pci`.
    void report(Results& results) const { report(results.checks), report_buses(results); }
    void report(Checks& checks) const;

private:
    struct Reports {
        check::Report pci, utopia, line, aal5, csma;
        std::map<std::string, check::Report> others;  ///< By the name of the bus.
    };
    using Kind = check::Report Reports::*;
    void add_to(Check& check, Kind kind) const;
    static void add_to(Check& check, const std::vector<const check::Report*>& parts);
    void add_bus(Node& node, const std::vector<std::string>& cards);
    /// `tables`: see the constructor.
    void add_others(Node& node, const std::string& tables);
    core::SortedRows* table_of(const buses::Kind& kind, const std::string& folder);
    void report_buses(Results& results) const;
    void add_mac(const SingleMac& mac, std::size_t part);
    void add_mac(const End& end);
    void add_switches(Bench& bench);
    void report_cells(Checks& checks) const;
    probe::CardWatch& add_card(const std::string& name, const AtmEnd& end, Reports& reports);

    bool observes(const Node& node) const { return !bench_ || bench_->simulates(node.part); }

    const Bench* bench_ = nullptr;  ///< nullptr: everything is simulated.
    bool check_;
    std::map<std::string, std::uint64_t> checked_elsewhere_;  ///< Number of items that another process checked.
    std::unique_ptr<probe::PciCsv> csv_;
    struct Bus {
        const Node& node;
        probe::BusLog log;
        std::unique_ptr<probe::PciWatch> watch;
    };
    std::deque<Bus> buses_;
    /// One per part of the bench, or per single MAC: each reports in the order of time.
    std::deque<Reports> reports_;
    std::vector<std::unique_ptr<probe::CardWatch>> cards_;
    std::map<const End*, probe::CardWatch*> card_of_end_;
    std::vector<std::unique_ptr<probe::MacWatch>> macs_;
    std::size_t first_mac_ = 0;  ///< Of no card.
    struct Other {
        const Node& node;
        std::unique_ptr<buses::Watch> watch;
    };
    std::map<std::string, std::vector<Other>> others_;                 ///< By the name of the bus.
    std::map<std::string, std::unique_ptr<core::SortedRows>> tables_;  ///< By the name of the bus.
};

}  // namespace niclab::lab
