#include "lab/watch/checkers.h"

namespace niclab::lab {

namespace {

void add_to(Check& check, const check::Report& report) {
    check.violations_seen += report.total();
    for (const check::Violation& v : report.violations())
        check.violations.push_back(
            {v.rule->id, v.where, std::string(v.rule->sentence) + "; seen: " + v.seen, double(v.at) * 1e-6});
}

}  // namespace

Checkers::Checkers(Bench& bench, bool check, const std::string& pci_csv) : check_(check) {
    if (!pci_csv.empty()) csv_ = std::make_unique<probe::PciCsv>(pci_csv);
    add_bus(bench.client);
    add_bus(bench.server);
    if (!check) return;
    add_card(bench.client, bench.client_launch);
    add_card(bench.server, bench.server_launch);
}

void Checkers::add_bus(Side& side) {
    const std::string n = side.basename();
    buses_.push_back(std::make_unique<probe::PciWatch>((n + "_pci_watch").c_str(), side.pci_clock, side.pci, n + ".pci",
                                                       check_ ? &pci_ : nullptr));
    const std::vector<std::string>& masters = side.pci.masters();
    probe::BusLog& log = logs_[buses_.size() - 1];
    const core::Femtoseconds clock_fs = side.pci_clock.period_fs();
    buses_.back()->account().done = [this, n, &masters, &log, clock_fs](const probe::PciTransaction& t) {
        if (t.master >= 0) log.add(masters[static_cast<std::size_t>(t.master)], t.at, t.at + t.clocks * clock_fs);
        if (csv_) csv_->row(n, t.master < 0 ? "" : masters[static_cast<std::size_t>(t.master)], t);
    };
}

void Checkers::add_card(Side& side, LineNet& launch) {
    const std::string n = side.basename();
    const probe::CardWatch::Formats formats{side.nic.utopia_config(), side.nic.phy.format().sts};
    const probe::CardWatch::Clocks clocks{side.nic.utopia_clock(), side.nic.phy.clock()};
    cards_.push_back(std::make_unique<probe::CardWatch>((n + "_card_watch").c_str(), clocks, formats, n + ".nic",
                                                        side.nic.utopia_tx, side.nic.utopia_rx, launch.pins,
                                                        probe::CardWatch::Reports{utopia_, aal5_, line_}));
    probe::CardWatch& watch = *cards_.back();
    side.nic.handshake_set.listen(
        [&watch](core::Femtoseconds, const bool& octet_level) { watch.set_octet_level(octet_level); });
}

void Checkers::exclude_from_aal5(std::uint8_t vpi, std::uint16_t vci) {
    for (const auto& card : cards_) card->aal5().exclude(vpi, vci);
}

void Checkers::check_output() const {
    if (csv_) csv_->check_output();
}

void Checkers::finish() {
    for (const auto& bus : buses_) bus->finish();
    if (csv_) csv_->finish();
}

void Checkers::count(std::map<std::string, std::uint64_t>& counters, std::map<std::string, CounterNote>& notes) const {
    for (std::size_t i = 0; i < buses_.size(); ++i) {
        const auto put = [&](const char* name, std::uint64_t value, const char* what) {
            const std::string full = (i == 0 ? "client.pci." : "server.pci.") + std::string(name);
            counters[full] = value;
            notes[full] = {"clocks", what};
        };
        put("clocks", buses_[i]->clocks(), "Clocks of the bus.");
        put("busy_clocks", buses_[i]->account().busy_clocks(), "Those of them with FRAME# or IRDY# asserted.");
        put("data_clocks", buses_[i]->account().data_clocks(), "Those on which data move.");
    }
}

void Checkers::report(Results& results) const {
    for (std::size_t i = 0; i < buses_.size(); ++i)
        results.pci.emplace_back(i == 0 ? "client" : "server", buses_[i]->account());
    if (!check_) return;
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

}  // namespace niclab::lab
