// Runs an Ethernet segment, with every MAC at signal level.
#include <memory>

#include "core/contexts.h"
#include "lab/experiment/level.h"
#include "lab/run/host_capture.h"
#include "lab/run/host_runs.h"
#include "lab/run/repetitions.h"
#include "lab/run/segment_programs.h"
#include "lab/watch/signal_observers.h"

namespace niclab::lab {

namespace {

constexpr Femtoseconds kLook = 10 * base::kMillisecond;  ///< Interval of checks of the user's keyboard.
/// Interval until the next attempt where an edge of a clock did not permit a change of level.
constexpr Femtoseconds kNextAttempt = 7'000'001;

/// The experiment with the random numbers of a run.
SegmentExperiment drawn_for(const SegmentExperiment& e, unsigned run) {
    SegmentExperiment drawn = e;
    drawn.common.seed += run;
    return drawn;
}

/// One run, in a simulation context of its own.
class SegmentRun {
public:
    SegmentRun(const SegmentExperiment& e, unsigned number, const RunOptions& o, SegmentResults& results)
        : e_(drawn_for(e, number)), o_(o), results_(results) {
        context_.enter(0);
        tracer_ = std::make_unique<FrameTracer>(e_);
        bench_ = std::make_unique<SegmentBench>("segment", e_, o.links == LinkLevel::Transaction);
        tracer_->observe(*bench_);
        programs_ = std::make_unique<SegmentPrograms>(e_, *bench_, *tracer_);
        observe(number);
        if (o.pcap.empty()) return;
        capture_ = std::make_unique<HostCapture>(o, "Ethernet frames with their FCS, as each host's MAC received them");
        for (std::size_t h = 0; h < e_.hosts.size(); ++h)
            if (o.pcap_host.empty() || o.pcap_host == e_.hosts[h].name)
                capture_->watch_frames(e_.hosts[h].name, bench_->station(h).taken);
    }

    /// False: interrupted.
    bool execute() {
        observers_->begin();
        programs_->start();
        while (core::now_fs() < e_.duration) {
            bench_->kernel_bridge.run(std::min({core::now_fs() + kLook, e_.duration, arrange()}));
            if (!o_.goes_on(core::now_fs(), e_.duration)) return false;
        }
        return true;
    }

    void note() {
        SegmentRecord record;
        record.simulated = core::now_fs();
        bench_->cabling.frames.settle();
        record.whole = bench_->cabling.frames.time();
        tracer_->finish(record.simulated);
        if (capture_) capture_->finish();
        observers_->finish(results_);
        record.frames = tracer_->frames(), record.uses = tracer_->uses();
        record.reads = programs_->reads();
        for (std::size_t h = 0; h < e_.hosts.size(); ++h) {
            const ether::Mac& mac = bench_->station(h).mac;
            const ether::TransmitMachine::Stats& sent = mac.transmitter.stats();
            StationLedger station;
            station.collisions = sent.collisions, station.deferred = sent.deferred, station.attempts = sent.attempts;
            station.fragments_heard = mac.receiver.stats().runts;
            record.stations.push_back(station);
        }
        account(e_, std::move(record), results_);
    }

private:
    void observe(unsigned number) {
        const auto listen = [this](const std::string& host, const std::function<void(Femtoseconds)>& sends) {
            for (std::size_t h = 0; h < e_.hosts.size(); ++h)
                if (e_.hosts[h].name == host) bench_->station(h).offered.listen(sends);
        };
        ObservedParts parts;
        for (std::size_t h = 0; h < e_.hosts.size(); ++h)
            parts.macs.push_back(bench_->station(h).observed(e_.hosts[h].name));
        observers_ = std::make_unique<SignalObservers>(
            SignalObservers::Subject{parts, listen, e_.common, analyzer_names(e_), number}, o_);
        const std::vector<ether::SymbolWatch*> watches = observers_->mac_watches();
        medium::FrameTransactions& frames = bench_->cabling.frames;
        for (std::size_t k = 0; k < frames.stations(); ++k) frames.set_watch(k, watches[k]);
        window_ = observers_->window();
    }

    /// Frames are at signal level while they are observed. Returns the time of the next change.
    Femtoseconds arrange() {
        const Femtoseconds now = core::now_fs();
        medium::FrameTransactions& frames = bench_->cabling.frames;
        if (!window_.at(now))
            frames.set_signal_level(false);
        else if (!frames.enter_signal_level())
            return now + kNextAttempt;
        return window_.next_change(now);
    }

    const SegmentExperiment e_;
    const RunOptions& o_;
    SegmentResults& results_;
    const core::Contexts context_{1, true};
    std::unique_ptr<FrameTracer> tracer_;
    std::unique_ptr<SegmentBench> bench_;
    std::unique_ptr<SegmentPrograms> programs_;
    std::unique_ptr<SignalObservers> observers_;
    ObservationWindow window_;
    std::unique_ptr<HostCapture> capture_;
};

}  // namespace

SegmentResults run_hosts(const SegmentExperiment& e, const RunOptions& options) {
    prepare_simulation();
    SegmentResults results;
    describe(e, results);
    repeat<SegmentRun>(e, to_string(Level::Segment), options, results);
    results.paths.attribution = attribution_of(results);
    results.provenance.links =
        options.links == LinkLevel::Signal
            ? kSignal
            : kTransaction + (", " + std::to_string(results.whole / base::kMicrosecond) + " us of frames");
    return results;
}

}  // namespace niclab::lab
