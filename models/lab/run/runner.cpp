#include "lab/run/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <utility>

#include "base/count_of.h"
#include "lab/bench/bench.h"
#include "lab/parallel/archive.h"
#include "lab/parallel/process_group.h"
#include "lab/parallel/shares.h"
#include "lab/run/flow_sender.h"
#include "lab/run/link_level_choice.h"
#include "lab/watch/line_digest.h"
#include "lab/watch/observers.h"

namespace niclab::lab {

namespace {

/// What the loop of the runs has to know between two slices of time, of the parts that one process
/// simulates, or of all.
struct RunState {
    bool ready = true;         ///< Only during the initialisation: all programs and cards can send and receive.
    bool over = true;          ///< The flows have sent everything.
    bool idle = true;          ///< No program or driver has work.
    bool waits = false;        ///< The start time of a flow has not come.
    bool timed = false;        ///< Some flow acts at a given time.
    bool interrupted = false;  ///< The user has requested the end.
    std::uint64_t progress = 0;
    std::size_t outstanding = 0;          ///< Packets without a result that the programs know.
    double packets = 0, with_result = 0;  ///< Of the run; those of them that have one.

    bool ended() const { return over && outstanding == 0 && idle; }
    void add(const RunState& o) {
        ready &= o.ready, over &= o.over, idle &= o.idle;
        waits |= o.waits, timed |= o.timed, interrupted |= o.interrupted;
        progress += o.progress, outstanding += o.outstanding;
        packets += o.packets, with_result += o.with_result;
    }
};

/// A time, of which the least counts.
template <class Time>
struct Earliest {
    Time time;
    void add(const Earliest& o) { time = std::min(time, o.time); }
};

/// A condition that must hold in all parts.
struct Everywhere {
    bool holds;
    void add(const Everywhere& o) { holds &= o.holds; }
};

constexpr double kSliceUs = 20;  ///< Simulated time between checks of the clock and the keyboard.
/// Without any progress for this time a run is ended, unless a line's pauses are longer.
constexpr double kWatchdogUs = 20'000;
constexpr double kInitialisationUs = 50'000;
/// Number of advances after which a process passes on the rows of its tables.
constexpr unsigned kAdvancesPerRows = 16;

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
        const auto begin = std::chrono::steady_clock::now();
        prepare();
        divide();
        simulate();
        collect_records();
        Results results = observers_ ? observers_->results() : Results{};
        describe(results);
        results.simulated_us = now_us();
        results.provenance.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        add_stages(results);
        if (observers_ && !experiment_.reference.empty()) add_reference(results, experiment_.reference);
        return results;
    }

private:
    void prepare() {
        if (!in_order_of_time(experiment_, options_) && !options_.digest_lines) bench_.skip_null_cells();
        for (const auto& hop : bench_.hops())
            if (options_.digest_lines && hop->atm)
                digests_.push_back(std::make_unique<LineDigest>((hop->name + "_digest").c_str(), *hop));
        for (const auto& hop : bench_.hops())
            if (hop->link) patience_us_ = std::max(patience_us_, double(hop->link->longest_pause()) * 1e-9);
    }

    /// Starts the other processes. Here each of them begins, too, with a copy of everything.
    void divide() {
        if (options_.threads == 1 || bench_.parts() == 1 || !observers_ || options_.digest_lines) return;
        links_.arrange();  // All links are at the level of the whole run from now on.
        shares_ = shares_of(experiment_, options_.threads);
        group_.start(static_cast<unsigned>(shares_.size()), [this] {
            bench_.simulate_only(shares_[group_.own()].first, shares_[group_.own()].end);
            simulate();
            ArchiveWriter archive;
            transfer_records(archive, shares_[group_.own()]);
            group_.send(archive.take());
        });
        bench_.simulate_only(shares_.front().first, shares_.front().end);
    }

    void simulate() {
        initialise();
        const auto known = [this] {
            return group_.combined(Everywhere{observers_ && observers_->times_are_known()}).holds;
        };
        for (unsigned r = 0; !stopped() && !experiment_.confidence.enough(r, experiment_.runs, known); ++r) one_run(r);
        bench_.synchronize();
        if (!observers_) return;
        observers_->end_observation();
        pass_rows();
        if (group_.is_first()) observers_->finish();
    }

    /// Of the other processes.
    void collect_records() {
        for (unsigned i = 1; i < group_.count(); ++i) {
            const std::string octets = group_.receive(i);
            ArchiveReader archive(octets);
            transfer_records(archive, shares_[i]);
        }
    }

    template <class Archive>
    void transfer_records(Archive& archive, const PartRange& share) {
        observers_->transfer(archive, share.first, share.end);
        std::vector<core::Femtoseconds> stepped_over = bench_.stepped_over();
        transfer(archive, stepped_over);
        for (std::size_t part = share.first; part < share.end; ++part)
            bench_.set_stepped_over(part, stepped_over[part]);
    }

    /// All processes call it after the same advances.
    void pass_rows() {
        for (core::SortedRows* table : observers_->tables())
            if (!group_.is_first())
                group_.send(table->take());
            else
                for (unsigned i = 1; i < group_.count(); ++i) table->add_taken(group_.receive(i));
    }

    double now_us() const { return bench_.now_us(); }
    bool stopped() const { return interrupted_ || !notes_.empty(); }
    void advance(double us) { advance_to(bench_.after(us)); }
    void advance_to(core::Femtoseconds end) {
        while (bench_.now() < end) bench_.advance_to(std::min(end, links_.arrange()));
        if (!observers_ || ++advances_ % (group_.count() > 1 ? kAdvancesPerRows : 1) != 0) return;
        pass_rows();
        if (group_.is_first()) observers_->settle();
    }

    void say(double done, const std::string& what) {
        if (options_.progress && group_.is_first()) options_.progress(done, what);
    }
    /// Of the parts of all processes.
    RunState combined(RunState s) {
        s.interrupted = group_.is_first() && options_.interrupted && *options_.interrupted;
        s = group_.combined(s);
        interrupted_ = s.interrupted;
        return s;
    }
    /// Whether all programs and cards can send and receive.
    RunState readiness() const {
        RunState s;
        for (const auto& node : bench_.nodes())
            for (const auto& program : node->host.programs())
                if (bench_.simulates(node->part)) s.ready &= program->ready();
        for (const auto& hop : bench_.hops())
            if (s.ready && bench_.simulates(*hop)) s.ready &= hop->receiver.card().in_sync();
        return s;
    }
    /// The state of a run.
    RunState state() const {
        RunState s;
        for (const auto& node : bench_.nodes())
            for (const auto& program : node->host.programs())
                if (s.idle && bench_.simulates(node->part)) s.idle &= program->idle();
        for (const auto& end : bench_.ends())
            if (s.idle && bench_.simulates(end->node.part)) s.idle &= end->driver().transmit_idle();
        for (const FlowSender& t : flow_senders_) {
            s.over &= t.over(), s.waits |= t.waiting(), s.timed |= t.timed();
            s.outstanding += t.outstanding(), s.with_result += t.ended(), s.packets += double(t.items());
        }
        s.progress = bench_.progress();
        return s;
    }

    void initialise() {
        while (!combined(readiness()).ready && !interrupted_) {
            say(0, "initialising the cards");
            advance(kSliceUs);
            if (now_us() > kInitialisationUs)
                throw std::runtime_error("the cards were not ready after 50 ms of simulated time");
        }
    }

    void describe(Results& results) const {
        results.describe(experiment_);
        results.runs = completed_;
        results.provenance.check = options_.check;
        results.provenance.links = links_.said();
        results.provenance.start_cpu_s = start_cpu_s_;
        results.partial = stopped() || (!experiment_.confidence.on() && completed_ < experiment_.runs);
        results.notes = notes_;
        for (const std::string& sentence : unknown_means(results.means)) results.remarks.push_back(sentence);
        results.waited_us = waited_us_;
        for (const Conversation& c : bench_.conversations())
            results.flows.push_back({c.flow.name, c.flow.plan->echoes(), c.flow.plan->measures_throughput(),
                                     c.there.name, c.back.name, c.there.hop.receiver.node.basename()});
        for (const auto& digest : digests_) results.line_digests[digest->hop()] = digest->value();
    }

    void one_run(unsigned r) {
        bench_.redraw_phases();
        const double idle_us =
            experiment_.idle_min_us + idle_.uniform01() * (experiment_.idle_max_us - experiment_.idle_min_us);
        if (observers_) observers_->expect_packets(bench_.after(idle_us));
        advance(idle_us);
        if (observers_) observers_->begin_run(r);
        if (r == 0) start_cpu_s_ = double(std::clock()) / CLOCKS_PER_SEC - options_.earlier_cpu_s;
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
        for (const Conversation& c : bench_.conversations())
            if (bench_.simulates(c.there.hop))
                flow_senders_.emplace_back(
                    c, start_us_, base::RandomStream(experiment_.seed, fmt::format("flow.{}.{}", c.flow.name, r)));
        RunState now = combined(state());
        for (;;) {
            resume();
            const RunState resumed = combined(state());
            advance_to(std::min(
                next_due(), bench_.after(kSliceUs * double(now.progress == resumed.progress ? slices(resumed) : 1))));
            if (observers_) observers_->check_outputs();
            const std::uint64_t before = std::exchange(now, combined(state())).progress;
            say((r + now.with_result / now.packets) / experiment_.confidence.most_runs(experiment_.runs),
                "run " + std::to_string(r + 1));
            if (now.ended()) return true;
            if (now.interrupted) return false;
            if (now.progress != before || now.waits) last_progress_us_ = now_us();
            if (still_us() > kWatchdogUs && now.idle) {  // Packets that are missing now are lost.
                waited_us_ += still_us();
                return true;
            }
            if (still_us() > patience_us_)
                return give_up(r, now, fmt::format("nothing moved for {:.0f} ms", patience_us_ * 1e-3));
            if (now_us() - start_us_ > experiment_.limit_us) return give_up(r, now, "run.limit was reached");
        }
    }

    /// Of all timed flows.
    core::Femtoseconds next_due() {
        const auto timed = [](const FlowConfig& flow) { return flow.plan->is_timed(); };
        if (std::none_of(experiment_.flows.begin(), experiment_.flows.end(), timed)) return base::kNever;
        Earliest<core::Femtoseconds> next{base::kNever};
        for (const FlowSender& flow_sender : flow_senders_) next.add({flow_sender.due()});
        return group_.combined(next).time;
    }

    void resume() {
        bool acted = false;
        for (FlowSender& flow_sender : flow_senders_) {
            if (!flow_sender.may_act()) continue;
            bench_.enter(flow_sender.sender());
            acted |= flow_sender.resume();
        }
        if (acted) bench_.defer_idle_parts(true);  // A part with a new packet is not idle any more.
    }

    /// Number of slices before any value can change that is checked between two slices.
    unsigned slices(const RunState& now) {
        if (now.timed || now.ended()) return 1;
        const double limit = start_us_ + experiment_.limit_us - now_us();
        const double idle_us = group_.combined(Earliest<double>{bench_.idle_for_us()}).time;
        const double us = std::min({idle_us, kWatchdogUs - still_us(), limit}) - 2 * kSliceUs;
        return us > kSliceUs ? static_cast<unsigned>(us / kSliceUs) : 1;
    }
    /// Time of the last progress.
    double still_us() const { return now_us() - last_progress_us_; }

    bool give_up(unsigned r, const RunState& now, const std::string& why) {
        notes_.push_back("Run " + std::to_string(r) + " was given up: " + why + "; " +
                         base::count_of(now.outstanding, "PDU") + (now.outstanding == 1 ? " is" : " are") +
                         " outstanding.");
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
    bool interrupted_ = false;
    unsigned advances_ = 0;
    std::vector<PartRange> shares_;  ///< Of each process, if there are several.
    ProcessGroup group_;
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

unsigned default_threads(const Experiment& experiment) {
    constexpr std::size_t kMostHostsAlone = 4;
    return experiment.hosts.size() > kMostHostsAlone ? std::min(processors(), kMostThreads) : 1;
}

std::string one_process_reason(const Experiment& experiment, const RunOptions& options) {
    if (options.threads <= 1) return "";
    if (experiment.hosts.size() == 1 || shares_of(experiment, 2).size() == 1) return "links join all hosts";
    if (in_order_of_time(experiment, options))
        return "waveforms, captures, timelines, reports and the analyzer need all events in the order of time";
    return "";
}

}  // namespace niclab::lab
