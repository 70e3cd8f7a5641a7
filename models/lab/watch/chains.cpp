#include "lab/watch/chains.h"

#include "lab/bench/bench.h"

namespace niclab::lab {

namespace {

card::PathSpans way_of(const WatchedStream& stream, const Experiment& experiment) {
    const card::Card &sender = stream.stream.hop.sender.card(), &receiver = stream.stream.hop.receiver.card();
    const host::Config& host = experiment.host(stream.stream.hop.sender.node.basename()).host;
    card::PathSpans way;
    way.sending = [&sender](card::Spans& s, const card::TracedPacket& p) { sender.add_sending(s, p); };
    way.receiving = [&receiver](card::Spans& s, const card::TracedPacket& p) { receiver.add_receiving(s, p); };
    const Hop& hop = stream.stream.hop;
    if (hop.link)
        way.between = [&hop](card::Spans& s, const card::TracedPacket& p) { hop.link->add_between(hop.end, s, p); };
    if (host.serial_marker) way.serial = static_cast<core::Femtoseconds>(host.profile.serial_us * 1e9);
    return way;
}

std::vector<card::Span> spans_of(const probe::PduRow& row, const card::PacketTrace& trace, const Hop& hop,
                                 const card::PathSpans& way) {
    if (!row.complete()) return {};
    return card::spans_of({*row.chain, row.at, trace, row.cells, hop.sender.node.pci_clock.period_fs(),
                           hop.receiver.node.pci_clock.period_fs()},
                          way);
}

}  // namespace

HopChains::HopChains(const std::vector<WatchedStream>& streams, const probe::PduTracker& tracker,
                     probe::LatencyRecorder& recorder, const Experiment& experiment)
    : streams_(streams), tracker_(tracker), recorder_(recorder), found_(streams.size()) {
    for (const WatchedStream& stream : streams) ways_.push_back(way_of(stream, experiment));
}

void HopChains::take_before(std::size_t row) {
    for (; next_ < row; ++next_) take(next_);
    recorder_.forget_before(row);
}

void HopChains::take(std::size_t at) {
    const probe::PduRow& row = tracker_.rows()[at];
    const card::PacketTrace& trace = recorder_.trace(at);
    for (std::size_t k = 0; k < streams_.size(); ++k) {
        if (!(probe::Vc{row.vpi, row.vci} == streams_[k].vc)) continue;
        PduChain chain{row.run,
                       row.pdu,
                       row.payload_octets,
                       row.run_start,
                       trace.point(card::Point::HandedDown),
                       trace.point(card::Point::HandedUp),
                       spans_of(row, trace, streams_[k].stream.hop, ways_[k]),
                       row.at.front()};
        if (!chain.spans.empty()) found_[k].add(std::move(chain));
    }
}

std::vector<std::vector<probe::PduRow>> take_stream_rows(const std::vector<WatchedStream>& streams,
                                                         probe::PduTracker& tracker) {
    std::vector<probe::PduRow> all = tracker.take_rows();
    std::vector<std::vector<probe::PduRow>> found(streams.size());
    if (streams.size() == 1) found[0].swap(all);
    for (probe::PduRow& row : all)
        for (std::size_t k = 0; k < streams.size(); ++k)
            if (probe::Vc{row.vpi, row.vci} == streams[k].vc) {
                found[k].push_back(std::move(row));
                break;
            }
    return found;
}

}  // namespace niclab::lab
