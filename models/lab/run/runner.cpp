#include "lab/run/runner.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "lab/bench/bench.h"
#include "lab/watch/observers.h"

namespace niclab::lab {

namespace {

constexpr double kSliceUs = 20;         ///< Simulated time between looks at the clock and the keyboard.
constexpr double kWatchdogUs = 20'000;  ///< Without any progress for this long a run is given up.
constexpr double kInitialisationUs = 50'000;

double now_us() { return double(core::now_fs()) * 1e-9; }

/// Everything between elaboration and results.
class Runner {
public:
    Runner(const Experiment& experiment, const RunOptions& options)
        : experiment_(experiment),
          options_(options),
          bench_(experiment),
          observers_(bench_, experiment, options),
          idle_(experiment.seed, "idle") {}

    Results execute() {
        const auto begin = std::chrono::steady_clock::now();
        initialise();
        for (unsigned r = 0; r < experiment_.runs && !stopped(); ++r) one_run(r);
        observers_.finish();
        Results results = observers_.results();
        results.version = version();
        results.seed = experiment_.seed;
        results.experiment = experiment_.name;
        results.config = experiment_.config;
        results.runs = completed_;
        results.stream = experiment_.mode == Mode::Stream;
        results.partial = completed_ < experiment_.runs;
        results.notes = notes_;
        results.remarks = experiment_.remarks;
        results.simulated_us = now_us();
        results.waited_us = waited_us_;
        results.provenance.check = options_.check;
        results.provenance.changed = experiment_.changed;
        results.provenance.inputs = experiment_.inputs;
        results.provenance.identity = identity(experiment_);
        results.provenance.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        add_stages(results, experiment_.mode == Mode::Echo);
        if (!experiment_.reference.empty()) add_reference(results, experiment_.reference);
        return results;
    }

private:
    bool interrupted() const { return options_.interrupted && *options_.interrupted; }
    bool stopped() const { return interrupted() || !notes_.empty(); }
    static void advance(double us) { sc_core::sc_start(sc_core::sc_time(us, sc_core::SC_US)); }

    void say(double done, const std::string& what) {
        if (options_.progress) options_.progress(done, what);
    }

    void initialise() {
        const auto ready = [this] {
            return bench_.client.host.application.ready() && bench_.server.host.application.ready() &&
                   bench_.client.nic.phy.in_sync() && bench_.server.nic.phy.in_sync();
        };
        while (!ready() && !interrupted()) {
            say(0, "initialising the cards");
            advance(kSliceUs);
            if (now_us() > kInitialisationUs)
                throw std::runtime_error("the cards were not ready after 50 ms of simulated time");
        }
    }

    void one_run(unsigned r) {
        bench_.redraw_phases();
        advance(experiment_.idle_min_us + idle_.uniform01() * (experiment_.idle_max_us - experiment_.idle_min_us));
        observers_.begin_run(r, next_pdu_);
        const double start = now_us();
        const bool stream = experiment_.mode == Mode::Stream;
        std::size_t sent = 0;
        const auto& items = experiment_.workload.items;
        double last_progress = start;
        std::uint64_t progress = observers_.progress();
        const std::size_t ended_before = observers_.ended();
        for (;;) {
            // One PDU after the other, or all at once.
            while (sent < items.size() && (stream || (observers_.settled() && at_rest()))) send(items[sent++], stream);
            advance(kSliceUs);
            observers_.check_outputs();
            say((r + ended(ended_before) / double(items.size())) / experiment_.runs, "run " + std::to_string(r + 1));
            if (sent == items.size() && observers_.settled() && idle()) break;
            if (interrupted()) return;  // what is on its way stays in flight
            if (observers_.progress() != progress) progress = observers_.progress(), last_progress = now_us();
            if (now_us() - last_progress > kWatchdogUs && idle()) {  // what is missing now is lost
                waited_us_ += now_us() - last_progress;
                break;
            }
            if (now_us() - last_progress > kWatchdogUs) return give_up(r, "nothing moved for 20 ms");
            if (now_us() - start > experiment_.limit_us) return give_up(r, "run.limit was reached");
        }
        observers_.end_run();
        ++completed_;
    }

    /// How many packets have come to their end since `before` had, in the mean of the ways they go.
    double ended(std::size_t before) const {
        const bool both =
            experiment_.mode == Mode::Stream ? experiment_.both_directions : experiment_.mode == Mode::Echo;
        return double(observers_.ended() - before) / (both ? 2 : 1);
    }

    void send(const WorkItem& item, bool stream) {
        bench_.client.host.application.send(next_pdu_, item.sdu);
        if (stream && experiment_.both_directions) bench_.server.host.application.send(next_pdu_, item.sdu);
        ++next_pdu_;
    }

    /// No program has anything to do.
    bool at_rest() const { return bench_.client.host.application.idle() && bench_.server.host.application.idle(); }

    bool idle() const {
        return at_rest() && bench_.client.host.driver.transmit_idle() && bench_.server.host.driver.transmit_idle();
    }

    void give_up(unsigned r, const std::string& why) {
        notes_.push_back("Run " + std::to_string(r) + " was given up: " + why + "; " +
                         std::to_string(observers_.outstanding()) + " PDUs are outstanding.");
    }

    const Experiment& experiment_;
    const RunOptions& options_;
    Bench bench_;
    Observers observers_;
    base::RandomStream idle_;
    std::uint32_t next_pdu_ = 0;
    unsigned completed_ = 0;
    double waited_us_ = 0;
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
