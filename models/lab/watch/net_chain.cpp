// The span chain of a packet that has all its events.
#include <algorithm>

#include "cards/board/spans.h"
#include "cards/ether_board/frame_spans.h"
#include "lab/watch/net_causes.h"
#include "lab/watch/net_paths.h"

namespace niclab::lab {

using card::Point;

namespace {

/// One card of a packet's path: its events, and the times inside it.
struct Half {
    const card::Card* card = nullptr;  ///< nullptr: coarse.
    const card::CardPath& path;
    std::vector<core::Femtoseconds> at{};
    card::PacketTrace trace{};
    core::Femtoseconds clock = 0;
    bool complete = true;
};

Half of_cells(const CellEnd& end, const CellEnd::Hop& hop, std::size_t row) {
    const probe::PduRow& found = hop.row(row);
    return {&end.end().card(),       end.end().card().engine().chain(),    {found.at.begin() + 1, found.at.end() - 1},
            hop.recorder.trace(row), end.end().node.pci_clock.period_fs(), found.complete() && found.status == "ok"};
}

template <class Events>
Half of_frame(const FrameEnd& end, const FrameEnd::Packet& frame, const Events& events) {
    return {&end.station(),
            end.station().chain(),
            {events.begin(), events.end()},
            frame.trace,
            end.host().node().pci_clock.period_fs()};
}

/// Spans of an Ethernet card are in the kernel's time, in which the card has its log. No clock is
/// stopped while the card has a frame.
std::vector<card::Span> sending_spans(const FrameEnd& end, const FrameEnd::Packet& frame, const card::Chain& chain) {
    std::vector<core::Femtoseconds> at(chain.size());
    at.front() = frame.offered, at.back() = ~core::Femtoseconds{0};
    std::copy(frame.sending.begin(), frame.sending.end(), at.begin() + 1);
    card::PacketTrace trace = frame.trace;
    trace.set(Point::HandedUp, 0);
    const card::TracedPacket packet{chain, at, trace, 1, end.host().node().pci_clock.period_fs()};
    card::Spans spans(packet);
    spans.to(trace.point(Point::HandedDown), card::causes::kProgramSends);
    spans.to(trace.point(Point::Posted), card::causes::kPrepare);
    end.station().add_sending(spans, packet);
    return spans.take();
}

std::vector<card::Span> receiving_spans(const FrameEnd& end, const FrameEnd::Packet& frame, const card::Chain& chain) {
    std::vector<core::Femtoseconds> at(chain.size());
    at.front() = frame.receiving.front(), at.back() = frame.delivered;
    std::copy(frame.receiving.begin(), frame.receiving.end(), at.end() - 1 - frame.receiving.size());
    const card::TracedPacket packet{chain, at, frame.trace, 1, 0, end.host().node().pci_clock.period_fs()};
    card::Spans spans(packet);
    end.station().add_receiving(spans, packet);
    return spans.take();
}

}  // namespace

void NetPaths::add_chain(const Direction& d, const Packet& packet) {
    const auto to_queue = [this](Half half) {
        for (core::Femtoseconds& t : half.at) t = time_.unstopped(t);
        for (core::Femtoseconds& t : half.trace.at) t = time_.unstopped(t);
        return half;
    };
    if (packet.is_copied || (d.to.cells && !packet.received_row) || ((d.from.frames || d.to.frames) && !packet.frame))
        return;
    Half sent = d.from.cells    ? to_queue(of_cells(*d.from.cells, d.from.cells->to_net, packet.sent_row))
                : d.from.frames ? to_queue(of_frame(*d.from.frames, *packet.frame, packet.frame->sending))
                                : Half{nullptr, coarse_path(), {packet.offered, packet.first_bit}};
    Half received = d.to.cells    ? to_queue(of_cells(*d.to.cells, d.to.cells->to_card, *packet.received_row))
                    : d.to.frames ? to_queue(of_frame(*d.to.frames, *packet.frame, packet.frame->receiving))
                                  : Half{nullptr, coarse_path(), {packet.arrived, packet.in_memory}};
    if (!sent.card) sent.trace.set(Point::HandedDown, packet.offered);
    if (!received.card) received.trace.set(Point::HandedUp, packet.taken);
    std::vector<core::Femtoseconds> at{packet.offered};
    at.insert(at.end(), sent.at.begin(), sent.at.end());
    at.insert(at.end(), received.at.begin(), received.at.end());
    at.push_back(packet.taken);
    const auto missing = [](const Half& half) { return std::find(half.at.begin(), half.at.end(), 0) != half.at.end(); };
    if (!sent.complete || !received.complete || (!d.from.cells && missing(sent)) || (!d.to.cells && missing(received)))
        return;
    const card::ChainPtr chain = paths_.chain(d.name, [&] { return chain_over_net(sent.path, received.path); });
    const auto traced = [&](const card::PacketTrace& trace) {
        return card::TracedPacket{*chain, at, trace, 1, sent.clock, received.clock};
    };
    card::PathSpans way;
    /// `from`: the begin of the spans, in the kernel's time.
    const auto replay = [&](card::Spans& s, const std::vector<card::Span>& spans, core::Femtoseconds from) {
        const core::Femtoseconds stopped = time_.unstopped(from) - from;
        for (const card::Span& span : spans) {
            s.explain();
            s.to(span.end + stopped, *span.cause, span.amount, span.holder);
        }
    };
    way.sending = [&](card::Spans& s, const card::TracedPacket&) {
        if (d.from.frames)
            return replay(s, sending_spans(*d.from.frames, *packet.frame, *chain), packet.frame->offered);
        if (sent.card) sent.card->add_sending(s, traced(sent.trace));
    };
    way.between = [&](card::Spans& s, const card::TracedPacket&) {
        for (const Mark& mark : packet.marks) {
            s.explain();
            s.to(mark.at, *mark.cause);
        }
        s.explain();
        if (d.to.cells) {
            s.to(received.trace.point(Point::Launched), net_causes::kExit);
            board::add_launched(s, traced(received.trace), atm::kCellOctets * d.to.cells->end().oscillator.period_fs());
        }
        if (d.to.frames)
            s.to(received.at.front(), packet.marks.empty() ? ether_board::causes::kWire : net_causes::kFrame);
    };
    way.receiving = [&](card::Spans& s, const card::TracedPacket&) {
        if (d.to.frames)
            replay(s, receiving_spans(*d.to.frames, *packet.frame, *chain), packet.frame->receiving.front());
        else if (received.card)
            received.card->add_receiving(s, traced(received.trace));
        else
            s.to(packet.taken, card::causes::kInterrupt);
    };
    card::PacketTrace whole = sent.trace;
    whole.set(Point::HandedUp, received.trace.point(Point::HandedUp));
    paths_.add(d.name, {run_, packet.in_direction, packet.octets, time_.origin(), whole.point(Point::HandedDown),
                        whole.point(Point::HandedUp), card::spans_of(traced(whole), way), packet.in_waveform});
}

}  // namespace niclab::lab
