#include "system/checkers.h"

namespace niclab::system {

namespace {

void add_to(Check& check, const check::Report& report) {
    check.violations_seen += report.total();
    for (const check::Violation& v : report.violations())
        check.violations.push_back(
            {v.rule->id, v.where, std::string(v.rule->sentence) + "; seen: " + v.seen, double(v.at) * 1e-6});
}

}  // namespace

Checkers::Checkers(Bench& bench) {
    add_side(bench.client, bench.client_launch);
    add_side(bench.server, bench.server_launch);
}

void Checkers::add_side(Side& side, LineNet& launch) {
    const std::string n = side.basename();
    buses_.push_back(std::make_unique<probe::PciWatch>((n + "_pci_watch").c_str(), side.pci_clock, side.pci, n + ".pci",
                                                       "host", pci_));
    cards_.push_back(std::make_unique<probe::CardWatch>((n + "_card_watch").c_str(), side.nic.atm_tx.clock(),
                                                        n + ".nic", side.nic.utopia_tx, side.nic.utopia_rx, launch.pins,
                                                        probe::CardWatch::Reports{utopia_, aal5_, line_}));
}

void Checkers::report(Results& results) const {
    Check &pci = results.checks["pci"], &utopia = results.checks["utopia"], &line = results.checks["sonet"],
          &aal5 = results.checks["aal5"];
    for (const auto& bus : buses_) pci.checked += bus->transactions();
    for (const auto& card : cards_) {
        utopia.checked += card->utopia_cells();
        line.checked += card->frames();
        aal5.checked += card->pdus();
    }
    add_to(pci, pci_);
    add_to(utopia, utopia_);
    add_to(line, line_);
    add_to(aal5, aal5_);
}

}  // namespace niclab::system
