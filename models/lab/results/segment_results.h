/// @file The results of a run on an Ethernet segment, and its output files.
#pragma once

#include "core/table.h"
#include "lab/results/packet_paths.h"
#include "lab/results/results.h"
#include "lab/watch/frame_tracer.h"

namespace niclab::lab {

/// The frames of a station, in frames and in octets with FCS. The offered number is the sum of all
/// results.
struct StationLedger {
    std::string name;
    void add(const StationLedger& other);
    std::array<std::uint64_t, kFrameOutcomes> frames{}, octets{};
    std::uint64_t offered = 0, offered_octets = 0, received = 0, received_octets = 0;
    std::uint64_t attempts = 0, collisions = 0, deferred = 0, fragments_heard = 0;
    bool balances() const;
    std::uint64_t delivered_octets() const { return octets[std::size_t(FrameOutcome::Delivered)]; }
};

/// The rate of readers of files of one size, and the cost for their servers.
struct ReadsMeasured {
    unsigned file_kib = 0;
    std::uint64_t reads = 0;
    base::Femtoseconds busy = 0, time = 0;  ///< CPU time of all servers, and the time of the measurement.
    void add(const ReadsMeasured& o) { reads += o.reads, busy += o.busy, time += o.time; }
    double kbytes_s() const { return time > 0 ? double(reads) * 1.024 / base::to_s(time) : 0; }
    double cpu_percent() const { return time > 0 ? 100 * double(busy) / double(time) : 0; }
};

/// Over all sizes with equal weight, as PERFORM3 does it.
struct MeanReads {
    double kbytes_s = 0, cpu_percent = 0;
};
MeanReads mean_of(const std::vector<ReadsMeasured>& reads);

/// The use of the cable in femtoseconds; the sum is the simulated time.
struct CableTime {
    base::Femtoseconds frames = 0, collisions = 0, silence = 0;
    void add(const CableTime& o) { frames += o.frames, collisions += o.collisions, silence += o.silence; }
};

/// What is summed, of one run or of all.
struct SegmentSums {
    std::vector<StationLedger> stations;
    std::vector<ReadsMeasured> reads;  ///< For each size of files; empty: none were read.
    CableTime cable;
    base::Femtoseconds simulated = 0, whole = 0;  ///< The latter of bits that were sent without pins.
    void add(const SegmentSums& other);
    /// Mb/s of delivered frames, FCS included.
    double rate(std::uint64_t octets) const { return simulated > 0 ? 8e9 * double(octets) / double(simulated) : 0; }
    /// Of the time.
    double percent(base::Femtoseconds part) const { return simulated > 0 ? 100 * double(part) / double(simulated) : 0; }
};

/// What one run records.
struct SegmentRecord : SegmentSums {
    std::vector<FrameTrace> frames;
    std::vector<CableUse> uses;
    std::vector<std::uint64_t> flow_octets;  ///< Delivered, by flow.
};

/// The records of all runs, and what they sum to.
struct SegmentResults : RunHead, SegmentSums {
    std::vector<std::string> hosts;
    std::vector<SegmentRecord> records;  ///< One per run; the last one may be partial.
    struct Flow {
        std::string name, kind, from, to;
        std::uint64_t frames = 0, octets = 0;           ///< Delivered.
        std::array<double, kFrameStages> stages_sum{};  ///< Microseconds of all of those.
        std::vector<base::Femtoseconds> times;          ///< From program to program.
        std::map<std::string, double> behind_sum;       ///< Deferral by the station that was received.
        double mean(double sum) const { return sum / double(std::max<std::uint64_t>(1, frames)); }
        double stage_us(std::size_t stage) const { return mean(stages_sum[stage]); }
    };
    std::vector<Flow> flows;
    PacketPaths paths;  ///< The attribution of delivered frames, by flow.

    /// The rate in each run of the octets that `octets_in` returns.
    template <class OctetsIn>
    std::vector<double> rates(const OctetsIn& octets_in) const {
        std::vector<double> all;
        for (const SegmentRecord& record : records) all.push_back(record.rate(octets_in(record)));
        return all;
    }
    /// Whether the stages of every completed frame sum exactly to its time.
    bool sums_exact() const;
    bool checks_held() const;
};

/// Names the hosts and flows, before the first run.
void describe(const SegmentExperiment& experiment, SegmentResults& results);
/// Computes the ledgers of a run from its frames, and adds it to the results. Of a station `record` has
/// the counters of its MAC.
void account(const SegmentExperiment& experiment, SegmentRecord record, SegmentResults& results);
/// The spans of all delivered frames by flow, in the order of the frames.
AttributionReport attribution_of(const SegmentResults& results);
/// The rates of all flows.
RunMeans means_of(const SegmentExperiment& experiment, const SegmentResults& results);
/// Number of stations with something to send.
std::uint64_t senders(const SegmentResults& results);
/// Whether all sending stations always have a frame.
bool saturated(const SegmentResults& results);
/// Jain's index of the delivered octets of the stations with something to send: 1 if all are equal,
/// 0 if there were none; of several runs the mean. It is a measure of fairness only if all want to
/// send the same: saturated().
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
/// "400 ms", or "1200 ms of 3 runs".
std::string simulated_time(const SegmentResults& results);

/// A row of its tables, which name hosts and flows by number.
template <class Item>
struct SegmentRow {
    const SegmentResults& results;
    unsigned run;
    const Item& item;
    std::size_t number;  ///< In its run.
};
const core::Table<SegmentRow<FrameTrace>>& frame_table();
const core::Table<SegmentRow<StationLedger>>& station_table();
const core::Table<SegmentRow<CableUse>>& cable_table();
/// The sender of a signal that was heard: a host, or a collision.
std::string heard(const SegmentResults& results, std::size_t station);
/// It was sent or given up.
bool is_over(const FrameTrace& frame);

std::string summary(const SegmentResults& results);
/// Writes results.json, frames.csv, stations.csv, cable.csv and summary.txt. Throws core::ConfigError.
void write_results(const SegmentResults& results, const std::string& folder, const std::string& summary);

}  // namespace niclab::lab
