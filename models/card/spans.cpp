#include "card/spans.h"

#include <map>
#include <tuple>

#include "card/bus_spans.h"

namespace niclab::card {

namespace {

/// A stage that the chain of a card declares, as a cause. Chains declare few stages, and all runs
/// the same ones; two kinds of card may use one name with different meanings.
const Cause* cause_of(const Stage& stage) {
    static std::map<std::tuple<std::string, std::string, std::string, bool>, Cause> causes;
    const auto [known, added] = causes.try_emplace({stage.name, stage.resource, stage.what, stage.waits});
    // The text is stored in the key, because a chain may be destroyed before its spans are written.
    if (const auto& [name, resource, what, waits] = known->first; added)
        known->second = {name.c_str(), resource.c_str(), waits, what.c_str()};
    return &known->second;
}

}  // namespace

/// The time of the program is not a stage of a card: events that are reported after `HandedUp`, if
/// that was observed, are no causes.
Spans::Spans(const TracedPacket& packet)
    : last_(packet.time_of(EventKind::SendCall)), end_(packet.time_of(EventKind::Delivered)) {
    const core::Femtoseconds handed_up = packet.point(Point::HandedUp);
    for (std::size_t i = 0; i < packet.at.size(); ++i) {
        const PacketEvent& m = packet.chain.events()[i];
        if (handed_up != 0 && packet.at[i] >= handed_up) continue;
        if (m.kind == EventKind::Reported && packet.at[i] != 0) reported_.push_back({packet.at[i], cause_of(m.stage)});
    }
}

void Spans::to(core::Femtoseconds end, const Cause& cause, unsigned amount, const std::string& holder) {
    if (end <= last_ || end > end_) return;
    Span span{&cause, last_, end, amount, holder};
    for (; next_ < reported_.size() && reported_[next_].at < end; ++next_) {
        const Reported& reported = reported_[next_];
        if (reported.at < last_) continue;
        if (reported.at > last_) span.end = reported.at, add(span);
        span = {reported.cause, reported.at, end, 0, ""};
    }
    add(span);
}

void create_causes(const Chain& chain) {
    for (const PacketEvent& m : chain.events())
        if (m.kind == EventKind::Reported) cause_of(m.stage);
}

void add_any_sending(Spans& s, const TracedPacket& p) {
    s.to(p.point(Point::Doorbell), causes::kDoorbell);
    s.to(p.time_of(EventKind::TxReq), causes::kSendingCard);
    add_descriptor(s, p);
    s.to(p.point(Point::PayReq), causes::kSendingCard);
    add_payload(s, p);
    s.to(p.point(Point::Segmented), causes::kSendingCard);
    s.to(p.time_of(EventKind::TxSoc), causes::kSendingCard);
    s.to(p.time_of(EventKind::RxSoc), causes::kLine);
}

void add_any_receiving(Spans& s, const TracedPacket& p) {
    s.to(p.point(Point::Turn), causes::kReceivedBehind, p.trace.received_ahead);
    s.to(p.point(Point::Decided), causes::kReceivingCard);
    s.to(p.time_of(EventKind::RxReq), causes::kReceivingCard);
    add_to_handler(s, p, causes::kOtherUnits);
}

std::vector<Span> spans_of(const TracedPacket& packet, const PathSpans& way) {
    Spans spans(packet);
    if (way.serial != 0) spans.to(spans.last() + way.serial, causes::kMark);
    spans.to(packet.point(Point::HandedDown), causes::kProgramSends);
    spans.to(packet.point(Point::Posted), causes::kPrepare);
    way.sending(spans, packet);
    if (way.between) way.between(spans, packet);
    way.receiving(spans, packet);
    spans.to(packet.point(Point::HandedUp), causes::kDriverTakes);
    spans.to(packet.time_of(EventKind::Delivered), causes::kProgramReceives);
    return spans.take();
}

}  // namespace niclab::card
