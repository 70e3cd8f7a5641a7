#include "lab/watch/segment_lives.h"

#include <algorithm>
#include <numeric>

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

const char* to_string(FrameFate fate) {
    constexpr const char* kNames[] = {"waiting",        "on_the_way", "delivered", "excessive_collisions",
                                      "late_collision", "damaged",    "queue_full"};
    return kNames[std::size_t(fate)];
}

Femtoseconds FrameLife::sum() const { return std::accumulate(stages.begin(), stages.end(), Femtoseconds{0}); }

SegmentLives::SegmentLives(const SegmentExperiment& experiment)
    : experiment_(experiment), stations_(experiment.hosts.size()), use_of_(experiment.hosts.size()) {}

std::size_t SegmentLives::offered(std::size_t flow, unsigned octets, Femtoseconds at, bool fits) {
    FrameLife life;
    life.flow = flow, life.octets = octets, life.offered = life.over = at;
    if (!fits) life.fate = FrameFate::QueueFull;
    if (fits) stations_[experiment_.flows[flow].from].frames.push_back(frames_.size());
    frames_.push_back(std::move(life));
    return frames_.size() - 1;
}

void SegmentLives::delivered(std::size_t frame, Femtoseconds at) {
    FrameLife& life = frames_[frame];
    life.stage(FrameStage::Arrival) = at - life.over;
    life.over = at, life.fate = FrameFate::Delivered;
}

void SegmentLives::finish(Femtoseconds at) {
    for (FrameLife& life : frames_)
        if (life.fate == FrameFate::OnTheWay && life.over + kLongestWay < at) life.fate = FrameFate::Damaged;
    for (CableUse& use : uses_)
        if (use.end == 0) use.end = at;
}

/// The sources of a carrier: all stations that transmit while it lasts. No signal is shorter than
/// its delay.
void SegmentLives::sends(std::size_t station, Femtoseconds, bool on) {
    stations_[station].sends = on;
    if (!on) return;
    for (std::size_t s = 0; s < stations_.size(); ++s)
        if (s != station && !stations_[s].carriers.empty() && stations_[s].carriers.back().to == base::kNever)
            name(stations_[s].carriers.back(), station);
}

void SegmentLives::name(Carrier& carrier, std::size_t station) const {
    const int several = int(stations_.size());
    carrier.who = carrier.who == kNobody || carrier.who == int(station) ? int(station) : several;
}

void SegmentLives::senses(std::size_t station, Femtoseconds at, bool on) {
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

void SegmentLives::steps(std::size_t station, Femtoseconds at, const ether::TransmitEvent& e) {
    using What = ether::TransmitEvent::What;
    Station& s = stations_[station];
    FrameLife& life = frames_[s.frames.front()];
    switch (e.what) {
        case What::Waits:
            life.stage(FrameStage::Queue) = at - life.offered;
            s.cursor = s.backoff_ends = at;
            return;
        case What::Begins:
            return begins(station, at);
        case What::Collides:
            uses_[use_of_[station]].collided = true;
            return;
        case What::JamEnds:
            life.stage(FrameStage::Collided) += at - s.cursor;
            s.cursor = at;
            s.backoff_ends = at + e.slots * Femtoseconds{experiment_.hosts[station].rules.slot_bits} *
                                      experiment_.hosts[station].bit;
            uses_[use_of_[station]].slots = e.slots, uses_[use_of_[station]].end = at;
            return;
        case What::Ends:
            return ends(station, at, e.status);
    }
}

void SegmentLives::begins(std::size_t station, Femtoseconds at) {
    Station& s = stations_[station];
    FrameLife& life = frames_[s.frames.front()];
    const Femtoseconds backed_off = std::clamp(s.backoff_ends, s.cursor, at);
    life.stage(FrameStage::Backoff) += backed_off - s.cursor;
    s.cursor = backed_off;
    wait(s, life, at);
    s.cursor = at;
    while (s.carriers.size() > 1 && s.carriers.front().to <= at) s.carriers.pop_front();
    use_of_[station] = uses_.size();
    uses_.push_back({station, s.frames.front(), ++life.attempts, at, 0, false, 0});
}

/// From the cursor to `to`: deferral to the received station, and the gap.
void SegmentLives::wait(Station& s, FrameLife& life, Femtoseconds to) {
    const SegmentHost& host = experiment_.hosts[experiment_.flows[life.flow].from];
    const Femtoseconds gap = host.rules.gap_bits() * host.bit;
    const Femtoseconds from = s.cursor, until = to - std::min(gap, to - from);
    Femtoseconds deferred = 0;
    for (const Carrier& c : s.carriers) {
        const Femtoseconds begin = std::max(c.from, from), end = std::min(c.to, until);
        if (begin >= end || c.who == kNobody) continue;
        life.behind[std::size_t(c.who)] += end - begin, deferred += end - begin;
    }
    life.stage(FrameStage::Deferral) += deferred;
    life.stage(FrameStage::Gap) += to - from - deferred;
}

void SegmentLives::ends(std::size_t station, Femtoseconds at, const ether::TransmitStatus& status) {
    Station& s = stations_[station];
    FrameLife& life = frames_[s.frames.front()];
    const bool sent = status.outcome == ether::Outcome::Sent;
    life.stage(sent ? FrameStage::Wire : FrameStage::Collided) += at - s.cursor;
    life.over = at;
    life.fate = sent                                              ? FrameFate::OnTheWay
                : status.outcome == ether::Outcome::LateCollision ? FrameFate::LateCollision
                                                                  : FrameFate::ExcessiveCollisions;
    uses_[use_of_[station]].end = at;
    s.frames.pop_front();
}

}  // namespace niclab::lab
