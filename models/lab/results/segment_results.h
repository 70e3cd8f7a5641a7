/// @file  What a run on an Ethernet segment measured, and the files it leaves.
#pragma once

#include "lab/results/provenance.h"
#include "lab/results/reads_measured.h"
#include "lab/results/results.h"
#include "lab/watch/segment_lives.h"

namespace niclab::lab {

/// Of what a station was asked to send: in frames and in octets with FCS. What was offered is the sum of its fates.
struct StationLedger {
    std::string name;
    std::array<std::uint64_t, kFrameFates> frames{}, octets{};
    std::uint64_t offered = 0, offered_octets = 0, received = 0, received_octets = 0;
    std::uint64_t attempts = 0, collisions = 0, deferred = 0, fragments_heard = 0;
    bool balances() const;
    std::uint64_t delivered_octets() const { return octets[std::size_t(FrameFate::Delivered)]; }
};

/// What the cable was used for, femtoseconds; they sum to the simulated time.
struct CableTime {
    base::Femtoseconds frames = 0, collisions = 0, silence = 0;
};

struct SegmentResults {
    std::string experiment, version;
    std::uint64_t seed = 0;
    bool partial = false;
    std::vector<std::string> hosts, notes;
    struct Flow {
        std::string name, kind, from, to;
        std::uint64_t frames = 0, octets = 0;         ///< Delivered.
        std::array<double, kFrameStages> stage_us{};  ///< Means of those.
        std::vector<base::Femtoseconds> times;        ///< From program to program, in order of size.
        std::map<std::string, double> behind_us;      ///< Mean deferral by who was heard.
    };
    std::vector<Flow> flows;
    std::vector<StationLedger> stations;
    std::vector<FrameLife> frames;
    std::vector<CableUse> uses;
    std::vector<ReadsMeasured> reads;  ///< Of each size of files; empty: none were read.
    CableTime cable;
    Check csma;
    base::Femtoseconds simulated = 0;
    core::JsonValue config;
    Provenance provenance;

    /// Mb/s of delivered frames, FCS included.
    double rate(std::uint64_t octets) const { return simulated > 0 ? 8e9 * double(octets) / double(simulated) : 0; }
    /// The stages of every frame that is over sum to its time, exactly.
    bool sums_exact() const;
    bool checks_held() const;
};

/// Makes the tables of a run out of its frames' lives.
void account(const SegmentExperiment& experiment, const SegmentLives& lives, SegmentResults& results);
/// Stations with something to send.
std::uint64_t senders(const SegmentResults& results);
/// All stations that send have always a frame.
bool saturated(const SegmentResults& results);
/// Jain's index of the octets that the stations with something to send got through: 1 where all are equal, 0 where nobody got any.
/// It says how fair that was only where all want the same: saturated().
double fairness(const SegmentResults& results);
/// How many frames a station sends in a row, until another gets one through. Of stations alike that always have a frame; `by_chance`: what it
/// would be if each frame were anybody's, n / (n - 1); 0: stations have not always a frame, or there were too few to tell.
struct Turns {
    double mean = 0;
    std::uint64_t longest = 0;
    double by_chance = 0;
};
Turns turns(const SegmentResults& results);
/// What was asked first: files where any were read, then who got what of the segment.
std::vector<std::string> segment_answer(const SegmentResults& results);
std::string segment_summary(const SegmentResults& results);
/// Writes results.json, frames.csv, stations.csv, cable.csv and summary.txt. Throws core::ConfigError.
void write_segment_results(const SegmentResults& results, const std::string& folder, const std::string& summary);

}  // namespace niclab::lab
