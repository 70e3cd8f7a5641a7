/// @file The connections of the probes to the bench's taps, and the collection of their results.
#pragma once

#include <memory>

#include "lab/bench/bench.h"
#include "lab/results/results.h"
#include "lab/run/runner.h"
#include "lab/watch/analyzer.h"
#include "lab/watch/atm_watch.h"
#include "lab/watch/capture.h"
#include "lab/watch/checkers.h"
#include "lab/watch/counter_map.h"
#include "lab/watch/first_packet.h"
#include "lab/watch/observation_window.h"
#include "lab/watch/occupancy_observer.h"
#include "lab/watch/signals.h"
#include "probe/track/latency_recorder.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

class Observers {
public:
    Observers(Bench& bench, const Experiment& experiment, const RunOptions& options);
    ~Observers();

    void begin_run(unsigned run);
    void end_run();
    /// Whether the mean time of a packet is known as well as run.confidence requires, in each
    /// direction.
    bool times_are_known() const;
    /// All reports up to now were made.
    void settle();
    /// The tables that are written during the run.
    std::vector<core::SortedRows*> tables() { return checkers_->tables(); }
    /// Writes the records of some parts of the bench to an archive (lab/parallel/archive.h). These
    /// are the parts from `first` on that are before `end`. Or reads them in the process that makes
    /// the results. To be called at the end of all runs.
    template <class Archive>
    void transfer(Archive& archive, std::size_t first, std::size_t end);
    /// Throws core::ConfigError if a write has failed, for example on a full disk.
    void check_outputs() const;
    /// Earliest time of the first packet of a run.
    void expect_packets(core::Femtoseconds at);
    /// The windows in which observers need wires, as far as known now.
    std::vector<ObservationWindow> windows() const;
    /// Nothing is observed afterwards.
    void end_observation() { checkers_->end_observation(); }
    /// Completes waveforms, captures and the other files that were written during the run.
    void finish();

    /// To be called once at the end of all runs: the rows of packets are moved there.
    Results results();

private:
    struct HopWatch;
    void connect(HopWatch& watch);
    void make_capture(const RunOptions& options);
    void make_waves(const RunOptions& options);
    /// Marks the way of the first packet in the window that begins from `from` on, by the names of
    /// its columns in pdus.csv.
    void mark_packet(probe::WaveWriter& waves, core::Femtoseconds from) const;
    const HopWatch& watch_of(const Hop& hop) const;
    void listen_to_alarms(const End& end);
    void report(HopWatch& watch, Results& results) const;
    /// `notes`: see CounterMap.
    CounterMap::Counters counters(CounterMap::Notes* notes) const;

    Bench& bench_;
    const Experiment& experiment_;
    std::vector<std::unique_ptr<HopWatch>> hops_;
    /// Of another process, which has simulated these hops, and counted in its parts.
    std::map<const Hop*, Results> received_;
    std::map<std::string, std::uint64_t> received_counters_;
    std::map<std::string, CounterNote> received_notes_;
    std::vector<AlarmRecord> alarms_;
    std::map<std::string, std::uint64_t> before_runs_;  ///< Counters at the begin of the first run.
    std::unique_ptr<Capture> capture_;                  ///< nullptr unless requested.
    std::unique_ptr<Checkers> checkers_;
    std::unique_ptr<BenchAnalyzer> analyzer_;         ///< nullptr unless the experiment has one.
    std::unique_ptr<Waves> waves_;                    ///< nullptr unless a waveform was requested.
    core::Femtoseconds waves_open_ = 0;               ///< RunOptions::vcd_opens_us.
    std::unique_ptr<FirstPacketWaves> first_packet_;  ///< Both only for a report.
    std::unique_ptr<OccupancyObserver> occupancy_;
    VcdTriggerSetup trigger_setup_;
    std::unique_ptr<BenchAnalyzer> trigger_;  ///< nullptr unless it opens the waveform's window.
};

}  // namespace niclab::lab
