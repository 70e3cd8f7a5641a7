#include "lab/watch/observers.h"

#include <algorithm>

#include "cards/board/atm_device.h"
#include "lab/watch/packet_cards.h"

namespace niclab::lab {

/// One direction and the modules its cells pass.
struct Observers::Direction {
    std::string name;
    const Side& sender;
    const Side& receiver;
    probe::PduTracker tracker;
    probe::LifeRecorder life;
    std::unique_ptr<LineObserver> line;
    std::uint64_t checked_pdus = 0;
};

namespace {

/// Collects the counters of every module that tells some.
class CounterMap : public core::StatsVisitor {
public:
    using Counters = std::map<std::string, std::uint64_t>;
    using Notes = std::map<std::string, CounterNote>;
    CounterMap(Counters& counters, Notes& notes) : counters_(counters), notes_(notes) {}
    void counter(std::string_view name, std::uint64_t value, std::string_view unit, std::string_view what) override {
        const std::string full = module_ + "." + std::string(name);
        counters_[full] = value;
        notes_[full] = {std::string(unit), std::string(what)};
    }
    void visit(const std::vector<sc_core::sc_object*>& objects) {
        for (sc_core::sc_object* object : objects) {
            module_ = object->name();
            if (const auto* source = dynamic_cast<const core::StatsSource*>(object)) source->describe(*this);
            visit(object->get_child_objects());
        }
    }

private:
    Counters& counters_;
    Notes& notes_;
    std::string module_;
};

const char* to_string(host::PacketStatus status) {
    switch (status) {
        case host::PacketStatus::Ok:
            return "ok";
        case host::PacketStatus::CrcError:
            return "crc_error";
        default:
            return "length_error";
    }
}

}  // namespace

Observers::Observers(Bench& bench, const Experiment& experiment, const RunOptions& options)
    : bench_(bench),
      experiment_(experiment),
      to_server_(new Direction{"client_to_server", bench.client, bench.server, {}, {}, {}, 0}),
      to_client_(new Direction{"server_to_client", bench.server, bench.client, {}, {}, {}, 0}) {
    for (Direction* d : {to_server_.get(), to_client_.get()})
        d->tracker.set_chain(
            std::make_shared<const card::Chain>(d->sender.nic.engine().chain(), d->receiver.nic.engine().chain()));
    connect(*to_server_, bench.client, bench.server);
    connect(*to_client_, bench.server, bench.client);
    connect_life(*to_server_, bench.client, bench.server);
    connect_life(*to_client_, bench.server, bench.client);
    connect_packet_cards(to_server_->tracker, to_server_->life, bench.client, bench.server);
    connect_packet_cards(to_client_->tracker, to_client_->life, bench.server, bench.client);
    to_server_->line = std::make_unique<LineObserver>(bench.client, bench.server, bench.to_server,
                                                      experiment.lines.to_server, to_server_->tracker);
    to_client_->line = std::make_unique<LineObserver>(bench.server, bench.client, bench.to_client,
                                                      experiment.lines.to_client, to_client_->tracker);
    listen_to_alarms(bench.client);
    listen_to_alarms(bench.server);
    if (!options.pcap.empty()) {
        capture_ = std::make_unique<Capture>(experiment, options);
        capture_->add(to_server_->name, bench.client, bench.server, bench.to_server, bench.server_arrive,
                      to_server_->tracker);
        capture_->add(to_client_->name, bench.server, bench.client, bench.to_client, bench.client_arrive,
                      to_client_->tracker);
    }
    checkers_ = std::make_unique<Checkers>(bench, options.check, options.pci_csv);
    const probe::BusLog &client_bus = checkers_->log(0), &server_bus = checkers_->log(1);
    to_server_->life.look_at(life_sources(bench.client, bench.server, client_bus, server_bus));
    to_client_->life.look_at(life_sources(bench.server, bench.client, server_bus, client_bus));
    if (experiment.analyzer.on)
        analyzer_ = std::make_unique<BenchAnalyzer>(bench, experiment.analyzer, experiment.seed);
    if (options.occupancy) occupancy_ = std::make_unique<OccupancyObserver>(bench);
    if (!options.first_packet.empty())
        first_packet_ = std::make_unique<FirstPacketWaves>(bench, to_server_->tracker, options.first_packet);
    if (!options.vcd.empty()) {
        waves_ = std::make_unique<Waves>(bench, options);
        for (Side* side : {&bench.client, &bench.server})
            side->host.driver.posted.listen(
                [this](core::Femtoseconds at, const host::NetDevice::Posted&) { waves_->writer().open_at(at); });
    }
    if (!options.vcd_trigger.empty()) {
        trigger_setup_ = read_vcd_trigger(options.vcd_trigger);
        trigger_ = std::make_unique<BenchAnalyzer>(bench, trigger_setup_.analyzer, experiment.seed, "vcd_trigger");
        trigger_->control(waves_->writer(), trigger_setup_.start, trigger_setup_.stop);
    }
}

Observers::~Observers() = default;

void Observers::connect(Direction& d, Side& sender, Side& receiver) {
    probe::PduTracker& t = d.tracker;
    const std::size_t header = experiment_.workload.format.header_octets();
    const std::uint16_t vci = board::vci_of(sender.host.application.send_channel());
    sender.host.application.send_called.listen(
        [&t, header, vci](core::Femtoseconds at, const host::Application::Send& s) {
            t.send_called(s.pdu, at, vci, s.sdu.size() > header ? s.sdu.size() - header : s.sdu.size(), s.sdu);
        });
    sender.host.application.handed_down.listen(
        [&t](core::Femtoseconds at, const std::uint32_t& pdu) { t.handed_down(pdu, at); });
    sender.host.driver.posted.listen(
        [&t](core::Femtoseconds at, const host::NetDevice::Posted& p) { t.posted(p.pdu, p.first_access, at); });
    sender.nic.initiator.finished.listen([&t](core::Femtoseconds, const bus::Burst& b) { t.sender_burst(b); });
    sender.nic.atm_tx.started.listen(
        [&t](core::Femtoseconds, const atm::Cell& c, const core::Femtoseconds& soc) { t.cell_sent(c, soc); });
    receiver.nic.atm_rx.received.listen([&t](core::Femtoseconds at, const atm::Cell& c, const core::Femtoseconds& soc) {
        t.cell_received(c, soc, at);
    });
    receiver.nic.engine().unit_fate().listen([&t](core::Femtoseconds at, const card::Unit&, const card::Fate& fate) {
        const bool newest = fate == card::Fate::FifoOverflow || fate == card::Fate::ReceiveDisabled;
        t.cell_fate(fate == card::Fate::Stored, newest, at);
    });
    receiver.nic.initiator.finished.listen([&t](core::Femtoseconds, const bus::Burst& b) { t.receiver_burst(b); });
    sender.nic.engine().sending_reached.listen(
        [&t](core::Femtoseconds at, const unsigned& told, const host::Channel& c) {
            t.sending_reached(told, {board::vpi_of(c), board::vci_of(c)}, at);
        });
    receiver.nic.engine().receiving_reached.listen(
        [&t](core::Femtoseconds at, const unsigned& told, const host::Channel& c) {
            t.receiving_reached(told, {board::vpi_of(c), board::vci_of(c)}, at);
        });
    receiver.host.application.delivered.listen([&d](core::Femtoseconds at, const host::NetDevice::Received& r) {
        ++d.checked_pdus;
        d.life.taken_up();
        d.tracker.delivered(r.status == host::PacketStatus::Ok, to_string(r.status), r.sdu, at);
    });
}

void Observers::connect_life(Direction& d, Side& sender, Side& receiver) {
    probe::LifeRecorder& life = d.life;
    d.tracker.listen(life);
    sender.nic.engine().doorbell().listen([&life](core::Femtoseconds at, const std::uint32_t&) { life.doorbell(at); });
    sender.nic.initiator.finished.listen([&life](core::Femtoseconds, const bus::Burst& b) { life.sender_burst(b); });
    sender.nic.engine().segmented().listen(
        [&life](core::Femtoseconds at, const card::Unit& cell, const unsigned& ahead) {
            life.segmented({0, board::vpi_of(cell.channel), board::vci_of(cell.channel),
                            cell.last ? std::uint8_t{1} : std::uint8_t{0}, false},
                           ahead, at);
        });
    sender.nic.phy.launched().listen(
        [&life](core::Femtoseconds at, const atm::Header& header) { life.launched(header, at); });
    receiver.nic.initiator.finished.listen(
        [&life](core::Femtoseconds, const bus::Burst& b) { life.receiver_burst(b); });
    receiver.nic.engine().rx_fifo_filled().listen(
        [&life](core::Femtoseconds at, const unsigned& cells) { life.receive_fifo(cells, at); });
    receiver.host.driver.handed_up.listen([&life](core::Femtoseconds at) { life.handed_up(at); });
    receiver.host.driver.handling.listen(
        [&life](core::Femtoseconds at, const std::uint64_t&) { life.handler_begins(at); });
}

std::vector<PduChain> Observers::chains(const Direction& d) const {
    const bool client = &d.sender == &bench_.client;
    const host::Config& host = (client ? experiment_.client : experiment_.server).host;
    probe::AttributionConfig config;
    if (host.application.serial_marker)
        config.serial_fs = static_cast<core::Femtoseconds>(host.profile.serial_us * 1e9);
    config.octet_fs = d.sender.nic.phy.clock().period_fs();
    config.utopia_cell_fs =
        utopia::words_of_cell(d.sender.nic.utopia_config().width) * d.sender.nic.atm_tx.clock().period_fs();
    config.sending_clock_fs = d.sender.pci_clock.period_fs();
    config.receiving_clock_fs = d.receiver.pci_clock.period_fs();
    config.sending = packet_card(d.sender, true);
    config.receiving = packet_card(d.receiver, false);
    std::vector<PduChain> chains;
    const auto& rows = d.tracker.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const probe::PduRow& row = rows[i];
        PduChain chain{row.run,
                       row.pdu,
                       row.payload_octets,
                       row.run_start,
                       d.life.life(i).point(probe::Point::HandedDown),
                       d.life.life(i).point(probe::Point::HandedUp),
                       probe::attribute(row, d.life.life(i), config)};
        if (!chain.spans.empty()) chains.push_back(std::move(chain));
    }
    return chains;
}

void Observers::listen_to_alarms(Side& side) {
    const auto record = [this](core::Femtoseconds at, const std::string& where, const std::string& what,
                               bool declared) {
        const double now_ns = double(at) * 1e-6;
        const auto open = std::find_if(alarms_.rbegin(), alarms_.rend(), [&](const AlarmRecord& a) {
            return a.side == where && a.alarm == what && a.cleared_ns < 0;
        });
        if (declared)
            alarms_.push_back({where, what, now_ns, -1});
        else if (open != alarms_.rend())
            open->cleared_ns = now_ns;
        else
            alarms_.push_back({where, what, 0, now_ns});  // from the start on
    };
    const std::string where = side.basename();
    side.nic.phy.alarm.listen([record, where](core::Femtoseconds at, const phy::Alarm& which, const bool& declared) {
        record(at, where, phy::name(which), declared);
    });
    side.nic.phy.synchronised.listen(
        [record, where](core::Femtoseconds at, const bool& there) { record(at, where, "OCD", !there); });
}

std::map<std::string, std::uint64_t> Observers::counters(std::map<std::string, CounterNote>& notes) const {
    std::map<std::string, std::uint64_t> found;
    CounterMap(found, notes).visit(sc_core::sc_get_top_level_objects());
    checkers_->count(found, notes);
    return found;
}

void Observers::begin_run(unsigned run, std::uint32_t first_pdu) {
    std::map<std::string, CounterNote> notes;
    if (before_runs_.empty()) before_runs_ = counters(notes);
    to_server_->tracker.begin_run(run, core::now_fs(), first_pdu);
    to_client_->tracker.begin_run(run, core::now_fs(), first_pdu);
    bench_.server.host.application.number_replies_from(first_pdu);
    if (analyzer_) analyzer_->begin_run();
    if (occupancy_ && run == 0) occupancy_->begin();
}

void Observers::end_run() {
    to_server_->tracker.end_run();
    to_client_->tracker.end_run();
    if (capture_) capture_->end_run();
}

bool Observers::settled() const {
    // An echoing host calls for its reply in the moment the request reaches it: nothing lies between the two.
    return to_server_->tracker.settled() && to_client_->tracker.settled();
}

std::uint64_t Observers::progress() const { return to_server_->tracker.progress() + to_client_->tracker.progress(); }

std::size_t Observers::ended() const {
    return to_server_->tracker.rows().size() + to_client_->tracker.rows().size() - outstanding();
}

std::size_t Observers::outstanding() const {
    return to_server_->tracker.outstanding() + to_client_->tracker.outstanding();
}

probe::Account Observers::ledger(const Direction& d) const {
    const card::UnitAccount received = d.receiver.nic.engine().received_units();
    probe::Account line;
    line.direction = d.name;
    line.unit = "cells";
    line.sent = d.sender.nic.atm_tx.stats().user_cells;
    line.delivered = received.delivered;
    line.in_flight = d.tracker.in_flight() + received.held;
    line.inserted = d.tracker.inserted();
    for (const auto& [cause, cells] : received.dropped) line.dropped[cause] = cells;
    for (const char* cause : {"phy_header_error", "phy_rx_fifo_overrun"}) line.dropped[cause] = 0;
    for (const auto& [cause, cells] : d.tracker.lost()) line.dropped[cause] += cells;
    return line;
}

void Observers::report(const Direction& d, Results& results) const {
    const probe::PduTracker& t = d.tracker;
    d.line->settle();
    results.pdus.emplace_back(d.name, t.rows());
    results.chains.emplace_back(d.name, t.chain());
    results.attribution.directions.emplace_back(d.name, chains(d));
    results.spacing[d.name] = t.spacing();
    results.cell_us[d.name] = d.line->cell_us();
    if (const auto dark = d.line->darkness())
        results.darkness.push_back({d.name, d.receiver.basename(), dark->from_us, dark->back_us, dark->cells_again_us});
    results.nulls_inside_pdus[d.name] = t.nulls_inside_pdus();
    results.cells += t.sent();
    const auto count = [&](const char* name, std::uint64_t value, const char* what) {
        results.counters[d.name + name] = value;
        results.counter_notes[d.name + name] = {"cells", what};
    };
    count(".line.headers_altered", d.line->altered(), "Cells that passed the line with another header.");
    count(".line.cells_damaged", t.damaged(), "Cells that arrived with wrong bits, the HEC apart.");
    count(".line.cells_inserted", t.inserted(), "Cells that arrived and nobody sent.");
    results.ledger.push_back(ledger(d));
    for (probe::Account account : {t.pdu_account(), t.octet_account()}) {
        account.direction = d.name;
        results.ledger.push_back(account);
    }
    Check& payload = results.checks["aal5"];
    payload.checked += d.checked_pdus;
    for (const std::string& what : t.mismatches())
        payload.add({"payload", d.name, what, double(core::now_fs()) * 1e-6});
}

Results Observers::results() const {
    Results results;
    results.counters = counters(results.counter_notes);
    results.counters_before_runs = before_runs_;
    checkers_->report(results);
    for (const Direction* d : {to_server_.get(), to_client_.get()}) report(*d, results);
    Check& balance = results.checks["ledger"];
    for (const probe::Account& account : results.ledger) {
        if (account.unit == "cells") balance.checked += account.sent;
        if (!account.balances())
            balance.add({"ledger", account.direction, account.unit + " sent are not all accounted for",
                         double(core::now_fs()) * 1e-6});
    }
    results.alarms = alarms_;
    if (analyzer_) results.analyzer = analyzer_->report();
    if (occupancy_) results.occupancy = occupancy_->report();
    return results;
}

}  // namespace niclab::lab
