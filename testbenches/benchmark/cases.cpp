#include "cases.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>

#include "lab/bench/bench.h"
#include "lab/experiment/catalog.h"
#include "lab/run/host_runs.h"
#include "lab/run/runner.h"

namespace niclab::benchmark {

namespace {

constexpr double kCellUs = 2.83119;  ///< A cell slot of an STS-3c line.

lab::Experiment stream(unsigned pdus) {
    lab::Overrides overrides;
    overrides.assignments = {"workload.count=" + std::to_string(pdus)};
    return lab::read_experiment(lab::find_file(lab::Kind::Experiment, "stream", "."), overrides);
}

/// Pairs of hosts, with a stream in each direction in the first `busy` of them, of `pdus` packets
/// if given.
lab::Experiment many_pairs(unsigned count, unsigned busy, unsigned pdus = 0) {
    const auto file = std::filesystem::temp_directory_path() / ("niclab_pairs_" + std::to_string(getpid()) + ".toml");
    std::ofstream text(file);
    text << "[defaults.host]\nprofile = \"ideal\"\n";
    for (unsigned i = 0; i < count; ++i) {
        text << fmt::format(
            "[[host]]\nname = \"a{0}\"\n[[host]]\nname = \"b{0}\"\n[[link]]\nends = [\"a{0}\", \"b{0}\"]\n", i);
        if (i >= busy) continue;
        text << fmt::format(
            "[[flow]]\nfrom = \"a{0}\"\nto = \"b{0}\"\nkind = \"stream\"\nprotocol = \"raw\"\nsizes = [1500]\n", i);
        if (pdus > 0) text << fmt::format("count = {}\n", pdus);
    }
    text.close();
    lab::Experiment experiment = lab::read_experiment(file.string(), {});
    std::filesystem::remove(file);
    return experiment;
}

/// The bench of an experiment of streams, initialised.
class Cards : public Model {
public:
    Cards(bool busy, lab::Experiment experiment, lab::LinkLevel links)
        : busy_(busy), experiment_(std::move(experiment)), bench_(experiment_, links, lab::Parts::Apart) {
        for (const auto& node : bench_.nodes())
            while (!node->host.program().ready() || !node->nic().phy.in_sync()) advance(kSliceUs);
        feed(kSettleUs);
        advance(kSettleUs);
    }
    /// Keeps a backlog: twice the capacity of the line in that time.
    void feed(double simulated_us) override {
        const std::vector<std::uint8_t> sdu = experiment_.flows[0].workload.sdu(0);
        const double pdu_us = std::ceil(double(sdu.size() + 8) / 48) * kCellUs;
        for (fed_us_ += busy_ ? 2 * simulated_us : 0; fed_us_ > 0; fed_us_ -= pdu_us)
            for (const auto& node : bench_.nodes()) {
                bench_.enter(*node);
                node->host.program().send(sdu);
            }
    }
    /// As an experiment does: by slices.
    void advance(double simulated_us) override {
        const auto slices = static_cast<unsigned>(std::ceil(simulated_us / kSliceUs));
        for (unsigned i = 0; i < slices; ++i) bench_.advance(simulated_us / slices);
    }
    std::uint64_t cells() const override { return bench_.nodes()[0]->nic().atm_tx.stats().user_cells; }

private:
    static constexpr double kSettleUs = 300, kSliceUs = 20;

    bool busy_;
    lab::Experiment experiment_;
    lab::Bench bench_;
    double fed_us_ = 0;
};

std::unique_ptr<Model> cards(bool busy, lab::Experiment experiment, lab::LinkLevel links) {
    core::set_time_resolution();
    return std::make_unique<Cards>(busy, std::move(experiment), links);
}

lab::SegmentExperiment segment(double simulated_ms) {
    lab::Overrides overrides;
    overrides.assignments = {fmt::format("run.duration=\"{} ms\"", simulated_ms)};
    return lab::read_segment(lab::find_file(lab::Kind::Experiment, "ethernet_segment", "."), overrides);
}

/// `run` returns whether the checks passed.
[[noreturn]] void run_and_exit(const std::function<bool()>& run) {
    int status = 0;
    try {
        status = run() ? 0 : 1;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        status = 1;
    }
    _exit(status);
}

/// CPU seconds of `run`, in its own process.
double time_alone(const std::string& experiment, const std::function<bool()>& run) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) run_and_exit(run);
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
        throw std::runtime_error("the experiment " + experiment + " failed");
    const auto seconds = [](const timeval& t) { return double(t.tv_sec) + double(t.tv_usec) * 1e-6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

std::vector<Case> cases() {
    // The reference has the calls and writes of wires, so these are at signal level.
    constexpr lab::LinkLevel kPins = lab::LinkLevel::Signal;
    return {
        {"stream", "both directions saturated, ideal hosts, at the pins", [] { return cards(true, stream(1), kPins); }},
        {"idle", "a pair of cards, null cells only, at the pins", [] { return cards(false, stream(1), kPins); }}};
}

std::unique_ptr<Model> pairs(unsigned count) {
    return cards(true, many_pairs(count, count), lab::LinkLevel::Transaction);
}

double time_pairs(unsigned count, unsigned pdus) {
    return time_alone("pairs", [&] { return lab::run(many_pairs(count, 1, pdus), {}).checks_held(); });
}

double time_experiment(unsigned pdus, const lab::RunOptions& options) {
    return time_alone("stream", [&] { return lab::run(stream(pdus), options).checks_held(); });
}

double time_segment(double simulated_ms, lab::LinkLevel links) {
    lab::RunOptions options;
    options.links = links;
    return time_alone("ethernet_segment", [&] { return lab::run_hosts(segment(simulated_ms), options).checks_held(); });
}

}  // namespace niclab::benchmark
