/// @file The stages of each frame on a segment, from its program to the other one, and the use of
/// the cable.
///
/// Behaviour: the stages of a frame follow each other without a gap. The time between two events of
///   its MAC belongs to one of them, so that their sum is the frame's time to the femtosecond.
///
///     offered ... in front ... begins ... collides ... jam ends ... begins ... ends ... delivered
///      | queue    | deferral, gap | collided           | back-off, deferral, gap | wire | arrival |
///
/// Deferral is the wait while others are received, by station; several at a time are a collision.
/// Gap is the last 96 bit times before an attempt, and a wait while no other station is received.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "card/place.h"
#include "card/spans.h"
#include "card/what_if.h"
#include "lab/bench/segment_bench.h"

namespace niclab::lab {

enum class FrameStage { Queue, Deferral, Gap, Backoff, Collided, Wire, Arrival };
inline constexpr std::size_t kFrameStages = 7;
const char* to_string(FrameStage stage);

/// Of segments alone. Those of the access to the cable are causes of Ethernet cards.
namespace segment_causes {
using card::Cause;
inline constexpr Cause kQueue{"host_queue", "sending host", true, "frames before it"};
inline constexpr Cause kSent{"segment_wire", "line", false, "first bit of the preamble to the last bit of the FCS"};
inline constexpr Cause kArrival{"segment_arrival", "line", false,
                                "last bit of the FCS to the last octet in the receiving MAC"};
}  // namespace segment_causes

/// The cause of each stage, in their order.
const std::vector<const card::Cause*>& frame_causes();
/// The descriptions of those that are of segments alone.
std::vector<card::Why> frame_whys();
/// The stages that a key of a segment's host removes, and the others.
std::vector<card::WhatIf> frame_what_ifs();

enum class FrameOutcome { Waiting, OnTheWay, Delivered, ExcessiveCollisions, LateCollision, Damaged, QueueFull };
inline constexpr std::size_t kFrameOutcomes = 7;
const char* to_string(FrameOutcome outcome);

/// A part of a frame's time that belongs to one stage.
struct FrameSpan {
    FrameStage stage;
    base::Femtoseconds begin, end;
    std::size_t behind = 0;  ///< Of a deferral: the received station, or number of hosts.
};

struct FrameTrace {
    std::size_t flow = 0;
    unsigned octets = 0;  ///< With FCS.
    base::Femtoseconds offered = 0, over = 0;
    FrameOutcome outcome = FrameOutcome::Waiting;
    unsigned attempts = 0;
    std::array<base::Femtoseconds, kFrameStages> stages{};
    std::map<std::size_t, base::Femtoseconds>
        behind;                    ///< Deferral by the station that was received; number of hosts: a collision.
    std::vector<FrameSpan> spans;  ///< The stages in their order, as far as they are over.

    base::Femtoseconds& stage(FrameStage s) { return stages[std::size_t(s)]; }
    base::Femtoseconds sum() const;
    /// A part of its time is over.
    void add(const FrameSpan& span);
};

/// An interval of TXEN of a station.
struct CableUse {
    std::size_t station = 0, frame = 0;
    unsigned attempt = 0;
    base::Femtoseconds begin = 0, end = 0;
    bool collided = false;
    unsigned slots = 0;  ///< Drawn after it.
};

class FrameTracer {
public:
    explicit FrameTracer(const SegmentExperiment& experiment);
    /// Observes the MACs of all stations.
    void observe(SegmentBench& bench);

    /// A program passes a frame on; returns its number. `fits`: there is space in its host's queue.
    std::size_t offered(std::size_t flow, unsigned octets, base::Femtoseconds at, bool fits);
    /// It has arrived completely at the other program.
    void delivered(std::size_t frame, base::Femtoseconds at);
    /// The time is over: frames that were sent and cannot arrive any more were damaged.
    void finish(base::Femtoseconds at);

    /// TXEN and CRS of a station changed.
    void sends(std::size_t station, base::Femtoseconds at, bool on);
    void senses(std::size_t station, base::Femtoseconds at, bool on);
    /// An event of the first frame of a station's queue.
    void steps(std::size_t station, base::Femtoseconds at, const ether::TransmitEvent& event);

    const std::vector<FrameTrace>& frames() const { return frames_; }
    const std::vector<CableUse>& uses() const { return uses_; }

private:
    static constexpr int kNobody = -1;
    /// From a rise of CRS to its fall, and the stations that caused it.
    struct Carrier {
        base::Femtoseconds from, to;
        int who;
    };
    struct Station {
        std::deque<std::size_t> frames;  ///< Offered and not finished; the first is being sent.
        std::deque<Carrier> carriers;
        bool sends = false;
        base::Femtoseconds cursor = 0;        ///< The time of the first frame is assigned up to here.
        base::Femtoseconds backoff_ends = 0;  ///< Of that frame.
    };
    void begins(std::size_t station, base::Femtoseconds at);
    void ends(std::size_t station, base::Femtoseconds at, const ether::TransmitStatus& status);
    void wait(Station& s, FrameTrace& trace, base::Femtoseconds to);
    void name(Carrier& carrier, std::size_t station) const;

    const SegmentExperiment& experiment_;
    std::vector<Station> stations_;
    std::vector<FrameTrace> frames_;
    std::vector<CableUse> uses_;
    std::vector<std::size_t> use_of_;  ///< The last use of each station.
};

}  // namespace niclab::lab
