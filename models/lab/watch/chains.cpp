#include "lab/watch/chains.h"

#include "lab/bench/bench.h"

namespace niclab::lab {

namespace {

card::Way way_of(const WatchedStream& stream, const Experiment& experiment) {
    const card::Card &sender = stream.stream.hop.sender.card(), &receiver = stream.stream.hop.receiver.card();
    const host::Config& host = experiment.host(stream.stream.hop.sender.node.basename()).host;
    card::Way way;
    way.sending = [&sender](card::Spans& s, const card::Passed& p) { sender.add_sending(s, p); };
    way.receiving = [&receiver](card::Spans& s, const card::Passed& p) { receiver.add_receiving(s, p); };
    if (host.serial_marker) way.serial = static_cast<core::Femtoseconds>(host.profile.serial_us * 1e9);
    return way;
}

std::vector<card::Span> spans_of(const probe::PduRow& row, const card::PacketLife& life, const Hop& hop,
                                 const card::Way& way) {
    if (!row.complete()) return {};
    return card::spans_of({*row.chain, row.at, life, row.cells, hop.sender.node.pci_clock.period_fs(),
                           hop.receiver.node.pci_clock.period_fs()},
                          way);
}

}  // namespace

std::vector<probe::PduRow> stream_rows(const probe::PduTracker& tracker, probe::Vc vc) {
    std::vector<probe::PduRow> rows;
    for (const probe::PduRow& row : tracker.rows())
        if (probe::Vc{row.vpi, row.vci} == vc) rows.push_back(row);
    return rows;
}

DirectionChains stream_chains(const WatchedStream& stream, const probe::PduTracker& tracker,
                              const probe::LifeRecorder& life, const Experiment& experiment) {
    const card::Way way = way_of(stream, experiment);
    DirectionChains chains;
    const auto& rows = tracker.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const probe::PduRow& row = rows[i];
        if (!(probe::Vc{row.vpi, row.vci} == stream.vc)) continue;
        PduChain chain{row.run,
                       row.pdu,
                       row.payload_octets,
                       row.run_start,
                       life.life(i).point(card::Point::HandedDown),
                       life.life(i).point(card::Point::HandedUp),
                       spans_of(row, life.life(i), stream.stream.hop, way)};
        if (!chain.spans.empty()) chains.add(std::move(chain));
    }
    return chains;
}

}  // namespace niclab::lab
