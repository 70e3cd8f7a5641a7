#include "lab/watch/checkers.h"

#include <algorithm>

#include "cards/ether_board/station.h"
#include "lab/watch/record_parts.h"

namespace niclab::lab {

namespace {

/// MII is used for 100 Mb/s here, and GMII for 1000: neither has an SQE test.
check::CsmaConfig csma(const std::string& of, unsigned width, bool full_duplex,
                       unsigned most_octets = ether::kMaxOctets) {
    check::CsmaConfig c{of + ".mac", width, full_duplex, {}};
    c.limits.most_octets = most_octets;
    c.sqe_test = width == 1;
    return c;
}

}  // namespace

void Checkers::add_to(Check& check, Kind kind) const {
    std::vector<const check::Report*> parts;
    for (const Reports& r : reports_) parts.push_back(&(r.*kind));
    add_to(check, parts);
}

void Checkers::add_to(Check& check, const std::vector<const check::Report*>& parts) {
    for (const check::Report* report : parts) check.violations_seen += report->total();
    for (const check::Violation& v : check::merged(parts))
        check.violations.push_back(
            {v.rule->id, v.where, std::string(v.rule->sentence) + "; seen: " + v.seen, double(v.at) * 1e-6});
}

Checkers::Checkers(Bench& bench, bool check, const std::string& pci_csv, const std::string& tables)
    : bench_(&bench), check_(check), reports_(bench.parts()) {
    if (!pci_csv.empty()) csv_ = std::make_unique<probe::PciCsv>(pci_csv);
    for (const auto& node : bench.nodes()) {
        std::vector<std::string> cards;
        for (const End* end : bench.ends_of(*node)) cards.emplace_back(end->card().basename());
        bench.enter(*node);  // A watch is a module of the part that it observes.
        add_bus(*node, cards);
    }
    for (const auto& node : bench.nodes()) bench.enter(*node), add_others(*node, tables);
    if (!check) return;
    add_switches(bench);
    for (const auto& end : bench.ends()) {
        bench.enter(end->node);
        add_mac(*end);
        if (!end->atm) continue;
        probe::CardWatch& watch = add_card(end->name, *end->atm, reports_[end->node.part]);
        card_of_end_[end.get()] = &watch;
    }
}

Checkers::Checkers(const ObservedParts& parts, bool check) : check_(check), reports_(1 + parts.macs.size()) {
    for (const End* end : parts.ends) add_bus(end->node, {end->card().basename()});
    if (!check) return;
    for (const End* end : parts.ends) {
        add_others(end->node, "");
        add_mac(*end);
        if (end->atm) add_card(end->name, *end->atm, reports_.front());
    }
    first_mac_ = macs_.size();
    for (std::size_t k = 0; k < parts.macs.size(); ++k) add_mac(parts.macs[k], 1 + k);
}

void Checkers::add_switches(Bench& bench) {
    for (const Bench::SwitchedPart& s : bench.switches()) {
        bench.enter(s.part);
        for (std::size_t p = 0; p < s.net->hub().ports(); ++p) {
            medium::SwitchPort& port = s.net->hub().port(p);
            const ether_board::LineKind& kind = s.net->kind(p);
            const std::string name = std::string(s.net->hub().basename()) + "." + port.basename();
            add_mac({name, port.txc, port.rxc, port.wires, kind.width(), kind.full_duplex}, s.part);
        }
    }
}

void Checkers::add_mac(const SingleMac& mac, std::size_t part) {
    std::string module = mac.module() + "_watch";
    std::replace(module.begin(), module.end(), '.', '_');
    macs_.push_back(std::make_unique<probe::MacWatch>(module.c_str(), mac.txc, mac.rxc, mac.wires,
                                                      csma(mac.name, mac.width, mac.full_duplex, mac.most_octets),
                                                      reports_[part].csma));
}

void Checkers::add_bus(Node& node, const std::vector<std::string>& cards) {
    const std::string n = node.basename();
    Bus& bus = buses_.emplace_back(Bus{node, {}, nullptr});
    bus.watch = std::make_unique<probe::PciWatch>((n + "_pci_watch").c_str(), node.pci_clock, node.pci, n + ".pci",
                                                  cards, check_ ? &reports_[node.part].pci : nullptr);
    const std::vector<std::string>& masters = node.pci.masters();
    const core::Femtoseconds clock_fs = node.pci_clock.period_fs();
    bus.watch->account().done = [this, n, &masters, &log = bus.log, clock_fs](const probe::PciTransaction& t) {
        if (t.master >= 0) log.add(masters[static_cast<std::size_t>(t.master)], t.at, t.at + t.clocks * clock_fs);
        if (csv_) csv_->row(n, t.master < 0 ? "" : masters[static_cast<std::size_t>(t.master)], t);
    };
}

core::SortedRows* Checkers::table_of(const buses::Kind& kind, const std::string& folder) {
    if (!kind.table || folder.empty()) return nullptr;
    std::unique_ptr<core::SortedRows>& table = tables_[kind.name];
    if (!table) table = kind.table->make(folder + "/" + kind.table->file);
    return table.get();
}

void Checkers::add_others(Node& node, const std::string& tables) {
    const std::string n = node.basename();
    for (const Node::OtherBus& other : node.others) {
        const std::string name = other.kind.name;
        check::Report* const report = check_ ? &reports_[node.part].others[name] : nullptr;
        if (auto watch =
                other.bus->make_watch(n + "_" + name + "_watch", n + "." + name, report, table_of(other.kind, tables)))
            others_[name].push_back({node, std::move(watch)});
    }
}

void Checkers::add_mac(const End& end) {
    auto* station = dynamic_cast<ether_board::Station*>(&end.card());
    if (!station) return;
    macs_.push_back(std::make_unique<probe::MacWatch>(
        (end.name + "_mac_watch").c_str(), station->txc, station->rxc, station->wires,
        csma(end.name, station->width(), station->full_duplex()), reports_[end.node.part].csma));
    station->set_watch(*macs_.back());
}

probe::CardWatch& Checkers::add_card(const std::string& name, const AtmEnd& end, Reports& reports) {
    board::Nic& nic = end.nic;
    const probe::CardWatch::Formats formats{nic.utopia_config(), nic.phy.format().sts};
    const probe::CardWatch::Clocks clocks{nic.utopia_clock(), nic.phy.clock()};
    cards_.push_back(std::make_unique<probe::CardWatch>(
        (name + "_card_watch").c_str(), clocks, formats, nic.name(), nic.utopia_tx, nic.utopia_rx, end.launch.pins,
        probe::CardWatch::Reports{reports.utopia, reports.aal5, reports.line}));
    probe::CardWatch& watch = *cards_.back();
    nic.handshake_set.listen(
        [&watch](core::Femtoseconds, const bool& octet_level) { watch.set_octet_level(octet_level); });
    if (end.line_from) watch.watch(*end.utopia_tx, *end.utopia_rx, *end.line_from);
    return watch;
}

const probe::BusLog& Checkers::log(const Node& node) const {
    return std::find_if(buses_.begin(), buses_.end(), [&node](const Bus& b) { return &b.node == &node; })->log;
}

probe::PciWatch& Checkers::watch(const Node& node) {
    return *std::find_if(buses_.begin(), buses_.end(), [&node](const Bus& b) { return &b.node == &node; })->watch;
}

probe::CardWatch* Checkers::watch(const End& end) {
    const auto at = card_of_end_.find(&end);
    return at == card_of_end_.end() ? nullptr : at->second;
}

void Checkers::hear(const std::function<void(const check::Violation&)>& heard) {
    for (Reports& r : reports_) {
        for (check::Report* report : {&r.pci, &r.utopia, &r.line, &r.aal5, &r.csma}) report->heard = heard;
        for (auto& [name, report] : r.others) report.heard = heard;
    }
}

void Checkers::exclude_from_aal5(std::uint8_t vpi, std::uint16_t vci) {
    for (const auto& card : cards_) card->aal5().exclude(vpi, vci);
}

std::vector<core::SortedRows*> Checkers::tables() {
    std::vector<core::SortedRows*> tables;
    if (csv_) tables.push_back(csv_.get());
    for (const auto& [name, table] : tables_) tables.push_back(table.get());
    return tables;
}

void Checkers::check_output() const {
    if (csv_) csv_->check();
    for (const auto& [name, table] : tables_) table->check();
}

void Checkers::end_observation() {
    for (const Bus& bus : buses_)
        if (observes(bus.node)) bus.watch->finish();
}

void Checkers::finish() {
    for (core::SortedRows* table : tables()) table->finish();
}

void Checkers::count(CounterMap& counters) const {
    for (const Bus& bus : buses_) {
        if (!observes(bus.node)) continue;
        const auto put = [&](const char* name, std::uint64_t value, const char* what) {
            counters.add(std::string(bus.node.basename()) + ".pci." + name, value, "clocks", what);
        };
        put("clocks", bus.watch->clocks(), "Clocks of the bus.");
        put("busy_clocks", bus.watch->account().busy_clocks(), "Bus clocks with FRAME# or IRDY# asserted.");
        put("data_clocks", bus.watch->account().data_clocks(), "Bus clocks with a data transfer.");
    }
    for (const auto& [name, watches] : others_)
        for (const Other& other : watches)
            if (observes(other.node))
                other.watch->count([&](const std::string& full, std::uint64_t value, const char* unit,
                                       const char* what) { counters.add(full, value, unit, what); });
}

void Checkers::report_buses(Results& results) const {
    for (const Bus& bus : buses_) results.pci.emplace_back(bus.node.basename(), bus.watch->account());
}

void Checkers::report(Checks& checks) const {
    if (!check_) return;
    // A host with a card on another bus may have no device on PCI.
    const auto used = [](const Bus& bus) { return bus.node.others.empty() || bus.watch->transactions() > 0; };
    if (std::any_of(buses_.begin(), buses_.end(), used) || checked_elsewhere_.count("pci") > 0) {
        Check& pci = checks["pci"];
        for (const Bus& bus : buses_) pci.checked += bus.watch->transactions();
        add_to(pci, &Reports::pci);
    }
    for (const auto& [name, watches] : others_) {
        for (const Other& other : watches) checks[name].checked += other.watch->checked();
        std::vector<const check::Report*> parts;
        for (const Reports& r : reports_)
            if (const auto report = r.others.find(name); report != r.others.end()) parts.push_back(&report->second);
        add_to(checks[name], parts);
    }
    if (!cards_.empty()) report_cells(checks);
    if (!macs_.empty()) {
        Check& csma = checks["csma"];
        for (const auto& mac : macs_) csma.checked += mac->transmit().attempts();
        add_to(csma, &Reports::csma);
    }
    for (const auto& [name, items] : checked_elsewhere_) checks[name].checked += items;
}

template <class Archive>
void Checkers::transfer(Archive& archive, std::size_t first, std::size_t end) {
    for (const Bus& bus : buses_)
        if (bus.node.part >= first && bus.node.part < end) bus.watch->account().transfer(archive);
    for (std::size_t part = first; part < end; ++part) {
        Reports& r = reports_[part];
        transfer_all(archive, r.pci, r.utopia, r.line, r.aal5, r.csma);
        for (auto& [name, report] : r.others) transfer_all(archive, report);
    }
    std::map<std::string, std::uint64_t> items;
    if constexpr (!Archive::kReads) {
        Checks checks;
        report(checks);
        for (const auto& [name, check] : checks) items[name] = check.checked;
    }
    lab::transfer(archive, items);
    if constexpr (Archive::kReads)
        for (const auto& [name, n] : items) checked_elsewhere_[name] += n;
}
template void Checkers::transfer(ArchiveWriter&, std::size_t, std::size_t);
template void Checkers::transfer(ArchiveReader&, std::size_t, std::size_t);

void Checkers::report_cells(Checks& checks) const {
    Check &utopia = checks["utopia"], &line = checks["sonet"], &aal5 = checks["aal5"];
    for (const auto& card : cards_) {
        utopia.checked += card->utopia_cells();
        line.checked += card->frames();
        aal5.checked += card->pdus();
    }
    add_to(utopia, &Reports::utopia);
    add_to(line, &Reports::line);
    add_to(aal5, &Reports::aal5);
}

}  // namespace niclab::lab
