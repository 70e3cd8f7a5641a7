#include "cases.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "lab/bench/bench.h"
#include "lab/experiment/catalog.h"
#include "lab/run/runner.h"

namespace niclab::benchmark {

namespace {

constexpr double kCellUs = 2.83119;  ///< A cell slot of an STS-3c line.

lab::Experiment stream(unsigned pdus) {
    lab::Overrides overrides;
    overrides.assignments = {"workload.count=" + std::to_string(pdus)};
    return lab::read_experiment(lab::find_file(lab::Kind::Experiment, "stream", "."), overrides);
}

/// The bench of the `stream` experiment, initialised.
class Cards : public Model {
public:
    explicit Cards(bool busy) : busy_(busy) {
        for (const lab::Side* side : {&bench_.client, &bench_.server})
            while (!side->host.application.ready() || !side->nic.phy.in_sync()) advance(20);
        feed(kSettleUs);
        advance(kSettleUs);
    }
    /// Keeps a backlog: twice what the line carries in that time.
    void feed(double simulated_us) override {
        const std::vector<std::uint8_t>& sdu = experiment_.workload.items[0].sdu;
        const double pdu_us = std::ceil(double(sdu.size() + 8) / 48) * kCellUs;
        for (fed_us_ += busy_ ? 2 * simulated_us : 0; fed_us_ > 0; fed_us_ -= pdu_us, ++pdu_)
            for (lab::Side* side : {&bench_.client, &bench_.server}) side->host.application.send(pdu_, sdu);
    }
    std::uint64_t cells() const override { return bench_.client.nic.atm_tx.stats().user_cells; }

private:
    static constexpr double kSettleUs = 300;
    static void advance(double us) { sc_core::sc_start(us, sc_core::SC_US); }
    static lab::Experiment prepared() {
        core::set_time_resolution();
        return stream(1);
    }

    bool busy_;
    lab::Experiment experiment_ = prepared();
    lab::Bench bench_{experiment_};
    double fed_us_ = 0;
    std::uint32_t pdu_ = 0;
};

[[noreturn]] void run_and_exit(unsigned pdus, const std::string& vcd, bool check) {
    int status = 0;
    try {
        lab::RunOptions options;
        options.vcd = vcd;
        options.check = check;
        status = lab::run(stream(pdus), options).checks_held() ? 0 : 1;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        status = 1;
    }
    _exit(status);
}

}  // namespace

std::vector<Case> cases() {
    return {{"stream", "both directions saturated, ideal hosts", [] { return std::make_unique<Cards>(true); }},
            {"idle", "a pair of cards, null cells only", [] { return std::make_unique<Cards>(false); }}};
}

double time_experiment(unsigned pdus, const std::string& vcd, bool check) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) run_and_exit(pdus, vcd, check);
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
        throw std::runtime_error("the stream experiment failed");
    const auto seconds = [](const timeval& t) { return double(t.tv_sec) + double(t.tv_usec) * 1e-6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace niclab::benchmark
