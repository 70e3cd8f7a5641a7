#include "lab/run/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <utility>

#include "lab/bench/bench.h"
#include "lab/run/flow_sender.h"
#include "lab/run/link_level_choice.h"
#include "lab/watch/line_digest.h"
#include "lab/watch/observers.h"

namespace niclab::lab {

namespace {

constexpr double kSliceUs = 20;  ///< Simulated time between checks of the clock and the keyboard.
/// Without any progress for this time a run is ended, unless a line's pauses are longer.
constexpr double kWatchdogUs = 20'000;
constexpr double kInitialisationUs = 50'000;

/// Whether an observer needs all activity of the bench at its time.
bool in_order_of_time(const Experiment& experiment, const RunOptions& options) {
    return experiment.analyzer.on || options.occupancy || !options.vcd.empty() || !options.vcd_trigger.empty() ||
           !options.first_packet.empty() || !options.pcap.empty();
}

/// All state between elaboration and results.
class Runner {
public:
    Runner(const Experiment& experiment, const RunOptions& options)
        : experiment_(experiment),
          options_(options),
          bench_(experiment, LinkLevel::Signal, in_order_of_time(experiment, options) ? Parts::Together : Parts::Apart),
          observers_(options.observe ? std::make_unique<Observers>(bench_, experiment, options) : nullptr),
          idle_(experiment.seed, "idle"),
          links_(bench_, observers_.get(), options.links) {}

    Results execute() {
        if (!in_order_of_time(experiment_, options_) && !options_.digest_lines) bench_.skip_null_cells();
        const auto begin = std::chrono::steady_clock::now();
        for (const auto& hop : bench_.hops())
            if (options_.digest_lines && hop->atm)
                digests_.push_back(std::make_unique<LineDigest>((hop->name + "_digest").c_str(), *hop));
        for (const auto& hop : bench_.hops())
            if (hop->link) patience_us_ = std::max(patience_us_, double(hop->link->longest_pause()) * 1e-9);
        initialise();
        const auto known = [this] { return observers_ && observers_->times_are_known(); };
        for (unsigned r = 0; !stopped() && !experiment_.confidence.enough(r, experiment_.runs, known); ++r) one_run(r);
        bench_.synchronize();
        if (observers_) observers_->finish();
        Results results = observers_ ? observers_->results() : Results{};
        describe(results);
        results.simulated_us = now_us();
        results.provenance.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        add_stages(results);
        if (observers_ && !experiment_.reference.empty()) add_reference(results, experiment_.reference);
        return results;
    }

private:
    double now_us() const { return bench_.now_us(); }
    bool interrupted() const { return options_.interrupted && *options_.interrupted; }
    bool stopped() const { return interrupted() || !notes_.empty(); }
    void advance(double us) {
        for (const core::Femtoseconds end = bench_.after(us); bench_.now() < end;)
            bench_.advance_to(std::min(end, links_.arrange()));
        if (observers_) observers_->settle();
    }

    void say(double done, const std::string& what) {
        if (options_.progress) options_.progress(done, what);
    }

    void initialise() {
        const auto ready = [this] {
            for (const auto& node : bench_.nodes())
                for (const auto& program : node->host.programs())
                    if (!program->ready()) return false;
            for (const auto& hop : bench_.hops())
                if (!hop->receiver.card().in_sync()) return false;
            return true;
        };
        while (!ready() && !interrupted()) {
            say(0, "initialising the cards");
            advance(kSliceUs);
            if (now_us() > kInitialisationUs)
                throw std::runtime_error("the cards were not ready after 50 ms of simulated time");
        }
    }

    void describe(Results& results) const {
        results.version = version();
        results.seed = experiment_.seed;
        results.experiment = experiment_.name;
        results.config = experiment_.config;
        results.runs = completed_;
        results.provenance.check = options_.check;
        results.provenance.links = links_.said();
        results.provenance.start_cpu_s = start_cpu_s_;
        results.provenance.changed = experiment_.changed;
        results.provenance.inputs = experiment_.inputs;
        results.provenance.identity = identity(experiment_);
        results.partial = stopped() || (!experiment_.confidence.on() && completed_ < experiment_.runs);
        results.notes = notes_;
        results.remarks = experiment_.remarks;
        for (const std::string& sentence : unknown_means(results.means)) results.remarks.push_back(sentence);
        results.waited_us = waited_us_;
        for (const Conversation& c : bench_.conversations())
            results.flows.push_back({c.flow.name, c.flow.kind == FlowConfig::Kind::Echo,
                                     c.flow.kind == FlowConfig::Kind::Stream, c.there.name, c.back.name,
                                     c.there.hop.receiver.node.basename()});
        for (const auto& digest : digests_) results.line_digests[digest->hop()] = digest->value();
    }

    void one_run(unsigned r) {
        bench_.redraw_phases();
        const double idle_us =
            experiment_.idle_min_us + idle_.uniform01() * (experiment_.idle_max_us - experiment_.idle_min_us);
        if (observers_) observers_->expect_packets(bench_.after(idle_us));
        advance(idle_us);
        if (observers_) observers_->begin_run(r);
        if (r == 0) start_cpu_s_ = double(std::clock()) / CLOCKS_PER_SEC;
        bench_.defer_idle_parts(true);
        const bool completed = run_talks(r);
        bench_.defer_idle_parts(false);
        if (!completed) return;
        for (FlowSender& flow_sender : flow_senders_) flow_sender.forget();
        if (observers_) observers_->end_run();
        ++completed_;
    }

    /// Until everything is delivered or lost. False: ended early, or interrupted; packets under way
    /// then remain in flight.
    bool run_talks(unsigned r) {
        start_us_ = last_progress_us_ = now_us();
        flow_senders_.clear();
        for (const Conversation& c : bench_.conversations()) flow_senders_.emplace_back(c, start_us_);
        std::uint64_t progress = bench_.progress();
        for (;;) {
            resume();
            advance(kSliceUs * double(progress == bench_.progress() ? slices() : 1));
            if (observers_) observers_->check_outputs();
            say((r + done()) / experiment_.confidence.most_runs(experiment_.runs), "run " + std::to_string(r + 1));
            if (ended()) return true;
            if (interrupted()) return false;
            const std::uint64_t before = std::exchange(progress, bench_.progress());
            if (progress != before || some_wait()) last_progress_us_ = now_us();
            if (still_us() > kWatchdogUs && idle()) {  // Packets that are missing now are lost.
                waited_us_ += still_us();
                return true;
            }
            if (still_us() > patience_us_)
                return give_up(r, fmt::format("nothing moved for {:.0f} ms", patience_us_ * 1e-3));
            if (now_us() - start_us_ > experiment_.limit_us) return give_up(r, "run.limit was reached");
        }
    }

    void resume() {
        for (FlowSender& flow_sender : flow_senders_) {
            if (!flow_sender.may_act()) continue;
            bench_.enter(flow_sender.sender());
            flow_sender.resume();
        }
    }

    /// Number of slices before any value can change that is checked between two slices.
    unsigned slices() {
        const bool timed =
            std::any_of(flow_senders_.begin(), flow_senders_.end(), [](const FlowSender& t) { return t.timed(); });
        if (timed || ended()) return 1;
        const double limit = start_us_ + experiment_.limit_us - now_us();
        const double us = std::min({bench_.idle_for_us(), kWatchdogUs - still_us(), limit}) - 2 * kSliceUs;
        return us > kSliceUs ? static_cast<unsigned>(us / kSliceUs) : 1;
    }
    /// Time of the last progress.
    double still_us() const { return now_us() - last_progress_us_; }
    bool ended() const { return all_over() && outstanding() == 0 && idle(); }

    bool all_over() const {
        return std::all_of(flow_senders_.begin(), flow_senders_.end(), [](const FlowSender& t) { return t.over(); });
    }
    bool some_wait() const {
        return std::any_of(flow_senders_.begin(), flow_senders_.end(), [](const FlowSender& t) { return t.waiting(); });
    }
    std::size_t outstanding() const {
        std::size_t sum = 0;
        for (const FlowSender& t : flow_senders_) sum += t.outstanding();
        return sum;
    }
    /// Share of the run's packets that have a result.
    double done() const {
        double ended = 0, all = 0;
        for (const FlowSender& t : flow_senders_) ended += t.ended(), all += double(t.items());
        return ended / all;
    }

    bool idle() const {
        for (const auto& node : bench_.nodes())
            for (const auto& program : node->host.programs())
                if (!program->idle()) return false;
        for (const auto& end : bench_.ends())
            if (!end->driver().transmit_idle()) return false;
        return true;
    }

    bool give_up(unsigned r, const std::string& why) {
        notes_.push_back("Run " + std::to_string(r) + " was given up: " + why + "; " + std::to_string(outstanding()) +
                         " PDUs are outstanding.");
        return false;
    }

    const Experiment& experiment_;
    const RunOptions& options_;
    Bench bench_;
    std::unique_ptr<Observers> observers_;              ///< Not used by the bench.
    std::vector<std::unique_ptr<LineDigest>> digests_;  ///< Of the ATM hops.
    base::RandomStream idle_;
    std::vector<FlowSender> flow_senders_;        ///< Of the present run.
    double start_us_ = 0, last_progress_us_ = 0;  ///< Of the present run.
    unsigned completed_ = 0;
    double waited_us_ = 0, start_cpu_s_ = 0;
    double patience_us_ = kWatchdogUs;
    LinkLevelChoice links_;
    std::vector<std::string> notes_;
};

}  // namespace

void prepare_simulation() {
    core::set_time_resolution();
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
}

Results run(const Experiment& experiment, const RunOptions& options) {
    prepare_simulation();
    const auto runner = std::make_unique<Runner>(experiment, options);
    return runner->execute();
}

std::string version() { return NICLAB_VERSION; }

}  // namespace niclab::lab
