#include "lab/watch/observers.h"

#include <algorithm>

#include "cards/ether_board/station.h"
#include "lab/watch/card_taps.h"
#include "lab/watch/chains.h"
#include "lab/watch/counter_map.h"
#include "lab/watch/hop_account.h"
#include "lab/watch/record_parts.h"
#include "lab/watch/run_times.h"
#include "lab/watch/streams.h"

namespace niclab::lab {

/// One hop and the objects that track its packets.
struct Observers::HopWatch {
    const Hop& hop;
    std::vector<WatchedStream> streams;
    probe::PduTracker tracker;
    probe::LatencyRecorder recorder;
    std::unique_ptr<HopChains> chains;
    std::unique_ptr<AtmWatch> atm;  ///< nullptr for another line.
    std::uint64_t checked_pdus = 0;
    std::map<std::string, std::vector<LineSample>> line_samples;
    RunTimes times;
};

namespace {

void connect_sender(const WatchedStream& stream, probe::PduTracker& t) {
    const std::size_t header = stream.flow.workload.format.header_octets();
    stream.stream.sender.send_called.listen(
        [&t, header, vc = stream.vc](core::Femtoseconds at, const host::Application::Send& s) {
            const std::size_t payload = s.sdu.size() > header ? s.sdu.size() - header : s.sdu.size();
            t.send_called(s.pdu, at, vc.vci, payload, s.sdu, vc.vpi);
        });
    stream.stream.sender.handed_down.listen(
        [&t](core::Femtoseconds at, const std::uint32_t& pdu) { t.handed_down(pdu, at); });
}

/// The units of a line of the cards' kind, as cards and line report them; the cells of an ATM line
/// are AtmWatch's.
void follow_units(const Hop& hop, const std::vector<WatchedStream>& streams, probe::PduTracker& t) {
    hop.sender.card().engine().segmented().listen(
        [&t, &hop, &streams](core::Femtoseconds, const card::Unit& u, const unsigned&) {
            if (carries(hop, streams, u.channel)) t.unit_sent(vc_of(u.channel), u.last);
        });
    hop.link->left.listen([&t, end = hop.end](core::Femtoseconds, const unsigned& towards, const bool& arrived) {
        if (towards == end) t.unit_left(arrived);
    });
}

/// Including the places between the two cards.
card::ChainPtr chain_of(const Hop& hop) {
    card::CardPath received = hop.receiver.card().engine().chain();
    std::vector<card::Place> places = hop.link ? hop.link->places() : std::vector<card::Place>{};
    received.receiving_places.insert(received.receiving_places.begin(), places.begin(), places.end());
    return std::make_shared<const card::Chain>(hop.sender.card().engine().chain(), received);
}

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
    : bench_(bench), experiment_(experiment) {
    for (const auto& hop : bench.hops())
        hops_.push_back(
            std::unique_ptr<HopWatch>(new HopWatch{*hop, streams_of(bench, *hop), {}, {}, {}, {}, 0, {}, {}}));
    for (const auto& w : hops_) {
        w->tracker.set_chain(chain_of(w->hop));
        card::create_causes(*w->tracker.chain());
        w->chains = std::make_unique<HopChains>(w->streams, w->tracker, w->recorder, experiment);
        connect(*w);
    }
    for (const auto& w : hops_)
        if (w->hop.atm)
            bench.enter(w->hop.sender.node), w->atm = std::make_unique<AtmWatch>(w->hop, w->tracker, w->recorder);
    for (const auto& end : bench.ends()) listen_to_alarms(*end);
    if (!options.pcap.empty()) make_capture(options);
    checkers_ = std::make_unique<Checkers>(bench, options.check, options.pci_csv, options.bus_tables);
    for (const auto& w : hops_) {
        probe::LatencyRecorder::Sources sources;
        set_sender(sources, w->hop.sender, checkers_->log(w->hop.sender.node));
        set_receiver(sources, w->hop.receiver, checkers_->log(w->hop.receiver.node));
        w->recorder.look_at(sources);
    }
    if (experiment.analyzer.on)
        analyzer_ = std::make_unique<BenchAnalyzer>(analyzer_site(bench), experiment.analyzer, experiment.seed);
    if (options.occupancy) occupancy_ = std::make_unique<OccupancyObserver>(bench);
    make_waves(options);
}

void Observers::make_capture(const RunOptions& options) {
    capture_ = std::make_unique<Capture>(experiment_, options);
    bool anything = false;
    for (const auto& w : hops_) {
        const bool frames =
            !w->hop.atm && dynamic_cast<ether_board::Station*>(&w->hop.receiver.card()) && capture_->takes_frames();
        if (w->hop.atm) capture_->add(w->hop, w->streams, w->tracker);
        if (frames) capture_->add_frames(w->hop, w->streams);
        anything |= w->hop.atm || frames;
    }
    if (!anything)
        throw core::ConfigError("--pcap-taps " + options.pcap_taps + ": cards without cells; expected frames");
    if (const std::string text = capture_->warning(); !text.empty() && options.warn) options.warn(text);
}

void Observers::make_waves(const RunOptions& options) {
    if (!options.first_packet.empty())
        first_packet_ = std::make_unique<FirstPacketWaves>(
            bench_, watch_of(bench_.conversations().front().there.hop).tracker, options.first_packet);
    if (!options.vcd.empty()) {
        waves_ = std::make_unique<Waves>(bench_, options, checkers_.get());
        waves_open_ = static_cast<core::Femtoseconds>(options.vcd_opens_us * 1e9);
        if (waves_open_ > 0) waves_->writer().open_at(waves_open_);
        for (const auto& end : bench_.ends())
            end->driver().posted.listen(
                [this](core::Femtoseconds at, const host::NetDevice::Posted&) { waves_->writer().open_at(at); });
    }
    if (options.vcd_trigger.empty()) return;
    std::vector<std::string> hosts;
    for (const HostConfig& host : experiment_.hosts) hosts.push_back(host.name);
    trigger_setup_ = read_vcd_trigger(options.vcd_trigger, {hosts});
    trigger_ = std::make_unique<BenchAnalyzer>(analyzer_site(bench_), trigger_setup_.analyzer, experiment_.seed,
                                               "vcd_trigger");
    trigger_->control(waves_->writer(), trigger_setup_.start, trigger_setup_.stop);
}

Observers::~Observers() = default;

template <class Archive>
void Observers::transfer(Archive& archive, std::size_t first, std::size_t end) {
    std::map<std::string, std::uint64_t> present, before = before_runs_;
    std::map<std::string, CounterNote> notes;
    if constexpr (!Archive::kReads) present = counters(&notes);
    transfer_all(archive, present, before, notes);
    checkers_->transfer(archive, first, end);
    std::vector<AlarmRecord> alarms = alarms_;
    lab::transfer(archive, alarms);
    for (const auto& w : hops_) {
        if (w->hop.sender.node.part < first || w->hop.sender.node.part >= end) continue;
        Results& records = received_[&w->hop];
        if constexpr (!Archive::kReads) report(*w, records);
        transfer_parts(archive, records);
        if constexpr (Archive::kReads) set_chains(records, w->tracker.chain());
    }
    if constexpr (Archive::kReads) {
        received_counters_.merge(present), before_runs_.merge(before), received_notes_.merge(notes);
        alarms_.insert(alarms_.end(), alarms.begin(), alarms.end());
    }
}
template void Observers::transfer(ArchiveWriter&, std::size_t, std::size_t);
template void Observers::transfer(ArchiveReader&, std::size_t, std::size_t);

const Observers::HopWatch& Observers::watch_of(const Hop& hop) const {
    return **std::find_if(hops_.begin(), hops_.end(), [&hop](const auto& w) { return &w->hop == &hop; });
}

void Observers::connect(HopWatch& w) {
    probe::PduTracker& t = w.tracker;
    t.listen(w.recorder);
    for (const WatchedStream& stream : w.streams) connect_sender(stream, t);
    if (w.hop.link) follow_units(w.hop, w.streams, t);
    follow_sender(w.hop.sender, t, w.recorder);
    follow_receiver(
        w.hop.receiver, [&w](host::Channel channel) { return carries(w.hop, w.streams, channel); }, t, w.recorder);
    for (const WatchedStream& stream : w.streams)
        stream.stream.receiver.delivered.listen([&w](core::Femtoseconds at, const host::NetDevice::Received& r) {
            const probe::Vc vc = vc_of(r.channel);
            ++w.checked_pdus;
            w.recorder.taken_up(vc);
            w.tracker.delivered(vc, r.status == host::PacketStatus::Ok, to_string(r.status), r.sdu, at);
            w.chains->packet_ended();
            sample_lines(w.hop, at, w.line_samples);
        });
}

void Observers::listen_to_alarms(const End& end) {
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
    if (!end.atm) return;
    phy::Suni& phy = end.atm->nic.phy;
    phy.alarm.listen([record, where = end.name](core::Femtoseconds at, const phy::Alarm& which, const bool& declared) {
        record(at, where, phy::name(which), declared);
    });
    phy.synchronised.listen(
        [record, where = end.name](core::Femtoseconds at, const bool& there) { record(at, where, "OCD", !there); });
}

CounterMap::Counters Observers::counters(CounterMap::Notes* notes) const {
    CounterMap::Counters found;
    CounterMap counters(found, notes);
    counters.visit(bench_.top_level_objects());
    checkers_->count(counters);
    for (const auto& w : hops_)
        if (bench_.simulates(w->hop)) count_lines(w->hop, counters);
    return found;
}

void Observers::begin_run(unsigned run) {
    bench_.synchronize();
    if (before_runs_.empty()) before_runs_ = counters(nullptr);
    for (const auto& w : hops_) w->tracker.begin_run(run, core::now_fs());
    if (analyzer_) analyzer_->begin_run();
    if (occupancy_ && run == 0) occupancy_->begin();
}

void Observers::end_run() {
    for (const auto& w : hops_) {
        w->tracker.end_run();
        if (experiment_.confidence.on()) w->times.add_run(w->streams, w->tracker);
    }
    if (capture_) capture_->end_run();
}

bool Observers::times_are_known() const {
    return std::all_of(hops_.begin(), hops_.end(),
                       [this](const auto& w) { return w->times.are_known(experiment_.confidence); });
}

void Observers::mark_packet(probe::WaveWriter& waves, core::Femtoseconds from) const {
    const auto seen = [&waves, from](const probe::PduRow& row) {
        return row.begun() != 0 && row.begun() >= from &&
               std::any_of(row.at.begin() + 1, row.at.end(),
                           [&waves](core::Femtoseconds at) { return waves.in_window(at); });
    };
    const probe::PduRow* first = nullptr;
    for (const auto& w : hops_)
        for (const probe::PduRow& row : w->tracker.rows())
            if ((!first || row.begun() < first->begun()) && seen(row)) first = &row;
    if (!first) return;
    const std::vector<card::PacketEvent>& moments = first->chain->events();
    for (std::size_t i = 0; i < moments.size(); ++i)
        if (first->at[i] != 0 && first->at[i] >= first->begun()) waves.mark(first->at[i], moments[i].name);
}

void Observers::report(HopWatch& w, Results& results) const {
    probe::PduTracker& t = w.tracker;
    const std::string& name = w.hop.name;
    if (w.atm) w.atm->report(results);
    results.cells += t.sent();
    results.ledger.push_back(units_of(w.hop, w.tracker));
    note_half_duplex(w.hop, results.half_duplex);
    results.line_samples.merge(w.line_samples);
    w.chains->take_all();
    if (experiment_.confidence.on()) w.times.report(w.streams, experiment_.confidence, results.means);
    for (std::size_t k = 0; k < w.streams.size(); ++k) {
        const WatchedStream& s = w.streams[k];
        results.chains.emplace_back(s.stream.name, t.chain());
        results.attribution.directions.emplace_back(s.stream.name, w.chains->take_out(k));
        for (probe::Account account : {t.pdu_account(s.vc), t.octet_account(s.vc)}) {
            account.direction = s.stream.name;
            results.ledger.push_back(account);
        }
    }
    std::vector<std::vector<probe::PduRow>> rows = take_stream_rows(w.streams, t);
    for (std::size_t k = 0; k < w.streams.size(); ++k)
        results.pdus.emplace_back(w.streams[k].stream.name, std::move(rows[k]));
    Check& payload = results.checks[w.hop.atm ? "aal5" : "payload"];
    payload.checked += w.checked_pdus;
    for (const std::string& what : t.mismatches()) payload.add({"payload", name, what, double(core::now_fs()) * 1e-6});
}

Results Observers::results() {
    Results results;
    results.counters = counters(&results.counter_notes);
    results.counters_before_runs = before_runs_;
    checkers_->report(results);
    results.counters.insert(received_counters_.begin(), received_counters_.end());
    results.counter_notes.insert(received_notes_.begin(), received_notes_.end());
    for (const auto& w : hops_)
        if (const auto received = received_.find(&w->hop); received != received_.end())
            add_records(results, received->second);
        else
            report(*w, results);
    Check& balance = results.checks["ledger"];
    for (const probe::Account& account : results.ledger) {
        if (account.of_line()) balance.checked += account.sent;
        if (!account.balances())
            balance.add({"ledger", account.direction, account.unit + " sent are not all accounted for",
                         double(core::now_fs()) * 1e-6});
    }
    results.alarms = alarms_;
    // In the order of the begins or, for those before the start, of the ends.
    std::stable_sort(results.alarms.begin(), results.alarms.end(), [](const AlarmRecord& a, const AlarmRecord& b) {
        const auto when = [](const AlarmRecord& r) { return r.declared_ns > 0 ? r.declared_ns : r.cleared_ns; };
        return std::pair(when(a), a.side) < std::pair(when(b), b.side);
    });
    if (analyzer_) results.analyzer = analyzer_->report();
    if (occupancy_) results.occupancy = occupancy_->report();
    return results;
}

}  // namespace niclab::lab
