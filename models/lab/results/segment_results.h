/// @file The results of a run on an Ethernet segment, and its output files.
#pragma once

#include "lab/results/reads_measured.h"
#include "lab/results/results.h"
#include "lab/watch/frame_tracer.h"

namespace niclab::lab {

/// The frames of a station, in frames and in octets with FCS. The offered number is the sum of all
/// results.
struct StationLedger {
    std::string name;
    std::array<std::uint64_t, kFrameOutcomes> frames{}, octets{};
    std::uint64_t offered = 0, offered_octets = 0, received = 0, received_octets = 0;
    std::uint64_t attempts = 0, collisions = 0, deferred = 0, fragments_heard = 0;
    bool balances() const;
    std::uint64_t delivered_octets() const { return octets[std::size_t(FrameOutcome::Delivered)]; }
};

/// The use of the cable in femtoseconds; the sum is the simulated time.
struct CableTime {
    base::Femtoseconds frames = 0, collisions = 0, silence = 0;
};

struct SegmentResults : RunHead {
    std::vector<std::string> hosts;
    struct Flow {
        std::string name, kind, from, to;
        std::uint64_t frames = 0, octets = 0;         ///< Delivered.
        std::array<double, kFrameStages> stage_us{};  ///< Means over those.
        std::vector<base::Femtoseconds> times;        ///< From program to program.
        std::map<std::string, double> behind_us;      ///< Mean deferral by the station that was received.
    };
    std::vector<Flow> flows;
    std::vector<StationLedger> stations;
    std::vector<FrameTrace> frames;
    std::vector<CableUse> uses;
    std::vector<ReadsMeasured> reads;  ///< For each size of files; empty: none were read.
    CableTime cable;
    Check csma;
    base::Femtoseconds simulated = 0;

    /// Mb/s of delivered frames, FCS included.
    double rate(std::uint64_t octets) const { return simulated > 0 ? 8e9 * double(octets) / double(simulated) : 0; }
    /// Whether the stages of every completed frame sum exactly to its time.
    bool sums_exact() const;
    bool checks_held() const;
};

/// Computes the tables of a run from the records of its frames.
void account(const SegmentExperiment& experiment, const FrameTracer& tracer, SegmentResults& results);
/// Number of stations with something to send.
std::uint64_t senders(const SegmentResults& results);
/// Whether all sending stations always have a frame.
bool saturated(const SegmentResults& results);
/// Jain's index of the delivered octets of the stations with something to send: 1 if all are equal,
/// 0 if there were none. It is a measure of fairness only if all want to send the same:
/// saturated().
double fairness(const SegmentResults& results);
/// The number of successive frames of a station before another one sends a frame. It applies to
/// equal stations that always have a frame. For `by_chance`: the value if each frame were from a
/// random station, n / (n - 1). 0: not all stations always have a frame, or there were too few.
struct Turns {
    double mean = 0;
    std::uint64_t longest = 0;
    double by_chance = 0;
};
Turns turns(const SegmentResults& results);
/// The sentences that answer the experiment: files if any were read, then the shares of the
/// segment.
std::vector<std::string> segment_answer(const SegmentResults& results);
std::string summary(const SegmentResults& results);
/// Writes results.json, frames.csv, stations.csv, cable.csv and summary.txt. Throws core::ConfigError.
void write_results(const SegmentResults& results, const std::string& folder, const std::string& summary);

}  // namespace niclab::lab
