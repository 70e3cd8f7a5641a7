#include "lab/watch/frame_tracer.h"

#include <algorithm>
#include <numeric>

#include "cards/ether_board/frame_spans.h"

namespace niclab::lab {

using base::Femtoseconds;

namespace {

/// The longest delay: 10 km of the slowest cable, transceivers and a repeater.
constexpr Femtoseconds kLongestWay = 150 * base::kMicrosecond;

}  // namespace

const char* to_string(FrameStage stage) {
    constexpr const char* kNames[] = {"queue", "deferral", "gap", "backoff", "collided", "wire", "arrival"};
    return kNames[std::size_t(stage)];
}

const std::vector<const card::Cause*>& frame_causes() {
    using namespace ether_board::causes;
    using namespace segment_causes;
    static const std::vector<const card::Cause*> all{&kQueue,    &kDeferral, &kGap,    &kBackoff,
                                                     &kCollided, &kSent,     &kArrival};
    return all;
}

std::vector<card::Why> frame_whys() {
    using namespace segment_causes;
    return {{kQueue.id,
             "On a segment the frame waits until its host has sent those before it.",
             {"flow.NAME.interval", "flow.NAME.queue"}},
            {kSent.id,
             "On a segment the frame is sent without a collision, with its preamble and FCS.",
             {"flow.NAME.sizes"}},
            {kArrival.id,
             "On a segment the last bit passes the transceivers, the cable and the receiving MAC.",
             {"segment.NAME.stations.NAME.at"}}};
}

std::vector<card::WhatIf> frame_what_ifs() {
    using namespace ether_board::causes;
    using namespace segment_causes;
    const std::vector<std::string> all{"mac.attempts"};  // All hosts have it.
    return {{"turnaround", {"card.turnaround=\"0 us\""}, {&kQueue}},
            {"gap", {"mac.gap_part1_bits=0", "mac.gap_part2_bits=1"}, {&kGap}, "", true},
            {"transceivers",
             {"transceiver.transmit_delay=\"0.001 ns\"", "transceiver.receive_delay=\"0 ns\""},
             {&kArrival}},
            {"queue", all, {&kQueue}, "the host sends frames before it"},
            {"deferral", all, {&kDeferral}, "other stations are sending"},
            {"collided", all, {&kCollided}, "two stations have begun at once"},
            {"backoff", all, {&kBackoff}, "IEEE 802.3 sets it, and without it each collision would repeat"},
            {"wire", all, {&kSent}, "it is the number of bits at 10 Mb/s"}};
}

const char* to_string(FrameOutcome outcome) {
    constexpr const char* kNames[] = {"waiting",        "on_the_way", "delivered", "excessive_collisions",
                                      "late_collision", "damaged",    "queue_full"};
    return kNames[std::size_t(outcome)];
}

Femtoseconds FrameTrace::sum() const { return std::accumulate(stages.begin(), stages.end(), Femtoseconds{0}); }

void FrameTrace::add(const FrameSpan& span) {
    if (span.begin == span.end) return;
    stage(span.stage) += span.end - span.begin;
    if (span.stage == FrameStage::Deferral) behind[span.behind] += span.end - span.begin;
    spans.push_back(span);
}

FrameTracer::FrameTracer(const SegmentExperiment& experiment)
    : experiment_(experiment), stations_(experiment.hosts.size()), use_of_(experiment.hosts.size()) {}

void FrameTracer::observe(SegmentBench& bench) {
    for (std::size_t s = 0; s < stations_.size(); ++s) {
        SegmentStation& station = bench.station(s);
        station.sends.listen([this, s](Femtoseconds at, bool on) { sends(s, at, on); });
        station.senses.listen([this, s](Femtoseconds at, bool on) { senses(s, at, on); });
        station.mac.transmitter.event.listen(
            [this, s](Femtoseconds at, const ether::TransmitEvent& event) { steps(s, at, event); });
    }
}

std::size_t FrameTracer::offered(std::size_t flow, unsigned octets, Femtoseconds at, bool fits) {
    FrameTrace trace;
    trace.flow = flow, trace.octets = octets, trace.offered = trace.over = at;
    if (!fits) trace.outcome = FrameOutcome::QueueFull;
    if (fits) stations_[experiment_.flows[flow].from].frames.push_back(frames_.size());
    frames_.push_back(std::move(trace));
    return frames_.size() - 1;
}

void FrameTracer::delivered(std::size_t frame, Femtoseconds at) {
    FrameTrace& trace = frames_[frame];
    trace.add({FrameStage::Arrival, trace.over, at});
    trace.over = at, trace.outcome = FrameOutcome::Delivered;
}

void FrameTracer::finish(Femtoseconds at) {
    for (FrameTrace& trace : frames_)
        if (trace.outcome == FrameOutcome::OnTheWay && trace.over + kLongestWay < at)
            trace.outcome = FrameOutcome::Damaged;
    for (CableUse& use : uses_)
        if (use.end == 0) use.end = at;
}

/// The sources of a carrier: all stations that transmit while it lasts. No signal is shorter than
/// its delay.
void FrameTracer::sends(std::size_t station, Femtoseconds, bool on) {
    stations_[station].sends = on;
    if (!on) return;
    for (std::size_t s = 0; s < stations_.size(); ++s)
        if (s != station && !stations_[s].carriers.empty() && stations_[s].carriers.back().to == base::kNever)
            name(stations_[s].carriers.back(), station);
}

void FrameTracer::name(Carrier& carrier, std::size_t station) const {
    const int several = int(stations_.size());
    carrier.who = carrier.who == kNobody || carrier.who == int(station) ? int(station) : several;
}

void FrameTracer::senses(std::size_t station, Femtoseconds at, bool on) {
    std::deque<Carrier>& carriers = stations_[station].carriers;
    if (!on) {
        if (!carriers.empty()) carriers.back().to = at;
        return;
    }
    if (stations_[station].frames.empty()) carriers.clear();
    carriers.push_back({at, base::kNever, kNobody});
    for (std::size_t s = 0; s < stations_.size(); ++s)
        if (s != station && stations_[s].sends) name(carriers.back(), s);
}

void FrameTracer::steps(std::size_t station, Femtoseconds at, const ether::TransmitEvent& e) {
    using What = ether::TransmitEvent::What;
    Station& s = stations_[station];
    FrameTrace& trace = frames_[s.frames.front()];
    switch (e.what) {
        case What::Waits:
            trace.add({FrameStage::Queue, trace.offered, at});
            s.cursor = s.backoff_ends = at;
            return;
        case What::Begins:
            return begins(station, at);
        case What::Collides:
            uses_[use_of_[station]].collided = true;
            return;
        case What::JamEnds:
            trace.add({FrameStage::Collided, s.cursor, at});
            s.cursor = at;
            s.backoff_ends = at + e.slots * Femtoseconds{experiment_.hosts[station].rules.slot_bits} *
                                      experiment_.hosts[station].bit;
            uses_[use_of_[station]].slots = e.slots, uses_[use_of_[station]].end = at;
            return;
        case What::Ends:
            return ends(station, at, e.status);
    }
}

void FrameTracer::begins(std::size_t station, Femtoseconds at) {
    Station& s = stations_[station];
    FrameTrace& trace = frames_[s.frames.front()];
    const Femtoseconds backed_off = std::clamp(s.backoff_ends, s.cursor, at);
    trace.add({FrameStage::Backoff, s.cursor, backed_off});
    s.cursor = backed_off;
    wait(s, trace, at);
    s.cursor = at;
    while (s.carriers.size() > 1 && s.carriers.front().to <= at) s.carriers.pop_front();
    use_of_[station] = uses_.size();
    uses_.push_back({station, s.frames.front(), ++trace.attempts, at, 0, false, 0});
}

/// From the cursor to `to`: deferral to the received station, and the gap.
void FrameTracer::wait(Station& s, FrameTrace& trace, Femtoseconds to) {
    const SegmentHost& host = experiment_.hosts[experiment_.flows[trace.flow].from];
    const Femtoseconds gap = host.rules.gap_bits() * host.bit;
    const Femtoseconds from = s.cursor, until = to - std::min(gap, to - from);
    Femtoseconds gap_begins = from;
    for (const Carrier& c : s.carriers) {
        const Femtoseconds begin = std::max(c.from, from), end = std::min(c.to, until);
        if (begin >= end || c.who == kNobody) continue;
        trace.add({FrameStage::Gap, gap_begins, begin});
        trace.add({FrameStage::Deferral, begin, end, std::size_t(c.who)});
        gap_begins = end;
    }
    trace.add({FrameStage::Gap, gap_begins, to});
}

void FrameTracer::ends(std::size_t station, Femtoseconds at, const ether::TransmitStatus& status) {
    Station& s = stations_[station];
    FrameTrace& trace = frames_[s.frames.front()];
    const bool sent = status.outcome == ether::Outcome::Sent;
    trace.add({sent ? FrameStage::Wire : FrameStage::Collided, s.cursor, at});
    trace.over = at;
    trace.outcome = sent                                              ? FrameOutcome::OnTheWay
                    : status.outcome == ether::Outcome::LateCollision ? FrameOutcome::LateCollision
                                                                      : FrameOutcome::ExcessiveCollisions;
    uses_[use_of_[station]].end = at;
    s.frames.pop_front();
}

}  // namespace niclab::lab
