/// @file A benchmark of niclab's simulation speed, relative to a reference that only keeps the
/// kernel equally busy.
///
/// Behaviour: model and reference alternate in separate processes; a ratio is the median over the
///   rounds. Times are CPU times.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <systemc>

#include "against.h"
#include "cases.h"
#include "floor.h"
#include "isa_segment.h"
#include "lab/run/runner.h"
#include "median.h"

namespace niclab::benchmark {

namespace {

constexpr double kLineCellsPerSecond = 353'207.5;
constexpr unsigned kRoundsAgainst = 9;
constexpr double kCountTolerance = 0.02;  ///< The reference may differ by this share from the model's counts.

struct Arguments {
    unsigned rounds = 7, pdus = 120;
    double slice_us = 3000, segment_ms = 200;
};

class FloorModel : public Model {
public:
    FloorModel(const Census& census, double simulated_us)
        : floor_((core::set_time_resolution(), census), simulated_us) {
        sc_core::sc_start(simulated_us / 10, sc_core::SC_US);
    }

private:
    Floor floor_;
};

void print_counts(const char* label, const Census& c, double slots) {
    std::printf(
        "  %-7s a cell slot: %6.0f method calls %6.0f signal writes %6.0f changes; %3llu methods %3llu signals\n",
        label, double(c.calls) / slots, double(c.writes) / slots, double(c.changes) / slots,
        static_cast<unsigned long long>(c.methods), static_cast<unsigned long long>(c.wires));
}

bool close_to(std::uint64_t a, std::uint64_t b) {
    return std::abs(double(a) - double(b)) <= kCountTolerance * double(std::max(a, b));
}

/// Returns false if the reference does not make the same requests to the kernel as the model: then
/// the ratio is not valid.
bool run_case(const Case& c, const Arguments& a) {
    Worker model(c.build, a.slice_us);
    const Census wanted = model.count().census;
    Worker floor([&] { return std::make_unique<FloorModel>(wanted, a.slice_us); }, a.slice_us);
    const Census got = floor.count().census;
    std::vector<double> ratios, model_s;
    double cells = 0;
    for (unsigned i = 0; i < a.rounds; ++i) {
        const Stretch m = model.run(), f = floor.run();
        ratios.push_back(m.cpu_s / f.cpu_s);
        model_s.push_back(m.cpu_s);
        cells = double(m.cells);
    }
    const double slots = a.slice_us * 1e-6 * kLineCellsPerSecond, seconds = median(model_s);
    std::printf("%s: %s\n", c.name.c_str(), c.what.c_str());
    print_counts("model", wanted, slots);
    print_counts("floor", got, slots);
    if (cells > 0)
        std::printf("  speed   %.0f user cells/s a direction, %.4f of the line's %.1f\n", cells / seconds,
                    cells / seconds / kLineCellsPerSecond, kLineCellsPerSecond);
    std::printf("  time    %.1f s for 1 s of simulated time\n", seconds / a.slice_us * 1e6);
    std::printf("  ratio   %.2f times its floor\n", median(ratios));
    const bool alike = close_to(wanted.calls, got.calls) && close_to(wanted.writes, got.writes) &&
                       close_to(wanted.changes, got.changes) && close_to(wanted.instants, got.instants);
    if (!alike) std::printf("  The floor's counts are off by more than 2 %%.\n");
    return alike;
}

void run_vcd(const Arguments& a) {
    const std::string vcd =
        (std::filesystem::temp_directory_path() / ("niclab_benchmark_" + std::to_string(getpid()) + ".vcd")).string();
    lab::RunOptions all;
    all.vcd = vcd;
    std::vector<double> ratios;
    for (unsigned i = 0; i < a.rounds; ++i) {
        const double with = time_experiment(a.pdus, all), without = time_experiment(a.pdus, {});
        ratios.push_back(with / without);
        if (!std::filesystem::remove(vcd)) throw std::runtime_error("no waveform was written");
    }
    std::printf(
        "vcd: the stream experiment, %u PDUs a direction\n  ratio   %.2f times without a waveform of everything\n",
        a.pdus, median(ratios));
}

/// The cost of one more pair of hosts in a simulation.
void run_pairs(const Arguments& a) {
    constexpr unsigned kFew = 2, kMany = 32;
    Worker few([] { return pairs(kFew); }, a.slice_us), many([] { return pairs(kMany); }, a.slice_us);
    std::vector<double> ratios, few_s, many_s;
    for (unsigned i = 0; i < a.rounds; ++i) {
        few_s.push_back(few.run().cpu_s / kFew), many_s.push_back(many.run().cpu_s / kMany);
        ratios.push_back(many_s.back() / few_s.back());
    }
    std::printf("pairs: %u and %u pairs of hosts, each saturated in both directions\n", kFew, kMany);
    std::printf("  time    %.1f and %.1f s a pair for 1 s of simulated time\n", median(few_s) / a.slice_us * 1e6,
                median(many_s) / a.slice_us * 1e6);
    std::printf("  ratio   %.2f times among many\n", median(ratios));
}

/// The cost of 31 pairs with nothing to send.
void run_hosts(const Arguments& a) {
    constexpr unsigned kPairs = 32, kTimes = 25;
    std::vector<double> ratios, one_s, all_s;
    for (unsigned i = 0; i < a.rounds; ++i) {
        one_s.push_back(time_pairs(1, kTimes * a.pdus)), all_s.push_back(time_pairs(kPairs, kTimes * a.pdus));
        ratios.push_back(all_s.back() / one_s.back());
    }
    std::printf("hosts: %u pairs of hosts, one of which sends %u PDUs each way, whole runs\n", kPairs, kTimes * a.pdus);
    std::printf("  time    %.2f s, that pair alone %.2f s\n", median(all_s), median(one_s));
    std::printf("  ratio   %.2f times that pair alone\n", median(ratios));
}

void run_checks(const Arguments& a) {
    lab::RunOptions unwatched;
    unwatched.check = false;
    std::vector<double> ratios;
    for (unsigned i = 0; i < a.rounds; ++i)
        ratios.push_back(time_experiment(a.pdus, {}) / time_experiment(a.pdus, unwatched));
    std::printf("checks: the stream experiment, %u PDUs a direction\n  ratio   %.2f times without the checkers\n",
                a.pdus, median(ratios));
}

/// The gain of the transaction level for cells and octets.
void run_links(const Arguments& a) {
    lab::RunOptions pins;
    pins.links = lab::LinkLevel::Signal;
    std::vector<double> ratios;
    for (unsigned i = 0; i < a.rounds; ++i)
        ratios.push_back(time_experiment(a.pdus, pins) / time_experiment(a.pdus, {}));
    std::printf(
        "links: the stream experiment, %u PDUs a direction\n  ratio   %.2f times as long with its lines at the pins\n",
        a.pdus, median(ratios));
}

/// The gain of the transaction level for Ethernet frames.
void run_segment(const Arguments& a) {
    std::vector<double> ratios, whole_s;
    for (unsigned i = 0; i < a.rounds; ++i) {
        whole_s.push_back(time_segment(a.segment_ms, lab::LinkLevel::Transaction));
        ratios.push_back(time_segment(a.segment_ms, lab::LinkLevel::Signal) / whole_s.back());
    }
    std::printf("segment: five saturated stations on a cable of 10 Mb/s, %g ms, with the run's start\n", a.segment_ms);
    std::printf("  time    %.2f s for 1 s of simulated time\n", median(whole_s) / a.segment_ms * 1e3);
    std::printf("  ratio   %.2f times as long with its frames at the pins\n", median(ratios));
}

void run_isa(const Arguments& a) {
    constexpr unsigned kHosts = 6;
    const auto worker = [&](AtPins at_pins) {
        return std::make_unique<Worker>([at_pins] { return isa_segment(kHosts, at_pins); }, a.segment_ms * 1e3);
    };
    const auto whole = worker(AtPins::Nothing), buses = worker(AtPins::Buses), pins = worker(AtPins::Everything);
    std::vector<double> isa_s, buses_s, pins_s, ratios, octets;
    for (unsigned i = 0; i < a.rounds; ++i) {
        const Stretch stretch = whole->run();
        isa_s.push_back(stretch.cpu_s), octets.push_back(double(stretch.cells));
        buses_s.push_back(buses->run().cpu_s), pins_s.push_back(pins->run().cpu_s);
        ratios.push_back(pins_s.back() / isa_s.back());
    }
    const auto a_second = [&](const std::vector<double>& s) { return median(s) / a.segment_ms * 1e3; };
    std::printf("isa: six hosts with an NE2000 each that send all the time, %g ms\n", a.segment_ms);
    std::printf("  line    %.1f %% of it full of octets of frames\n", median(octets) * 8 / (a.segment_ms * 1e4) * 100);
    std::printf(
        "  time    %.2f s for 1 s of simulated time; %.2f s with its buses at the pins, %.2f s with frames, too\n",
        a_second(isa_s), a_second(buses_s), a_second(pins_s));
    std::printf("  ratio   %.2f times as long with buses and frames at the pins\n", median(ratios));
}

int run(int argc, char** argv) {
    CLI::App app("Times niclab against a floor: the same calls, writes and changes for the kernel, and no logic.");
    Arguments a;
    std::vector<std::string> wanted;
    app.add_option(
           "case", wanted,
           "stream, idle, pairs, hosts, start, links, segment, isa, checks, vcd; all of them when none is named")
        ->check(
            CLI::IsMember({"stream", "idle", "pairs", "hosts", "start", "links", "segment", "isa", "checks", "vcd"}));
    const CLI::Option* rounds =
        app.add_option("--rounds", a.rounds, "Rounds, each thing once in each; 7, and 9 of --against.")
            ->check(CLI::Range(1, 1000));
    app.add_option("--slice", a.slice_us, "Microseconds of simulated time a round.")->check(CLI::Range(50, 100'000));
    app.add_option("--pdus", a.pdus, "PDUs a direction of the links, checks and vcd cases.")
        ->check(CLI::Range(1, 100'000));
    app.add_option("--segment", a.segment_ms, "Milliseconds of simulated time of the segment and isa cases.")
        ->check(CLI::Range(1, 10'000));
    std::string other;
    app.add_option("--against", other, "Another build's niclab: times it and this one's in turns, and nothing else.")
        ->check(CLI::ExistingFile);
    CLI11_PARSE(app, argc, argv);
    if (!other.empty()) {
        run_against(other, rounds->empty() ? kRoundsAgainst : a.rounds);
        return 0;
    }
    const auto chosen = [&wanted](const std::string& name) {
        return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
    };
    std::printf("niclab %s benchmark: %u rounds of %g us, CPU time, median\n", lab::version().c_str(), a.rounds,
                a.slice_us);
    bool sound = true;
    for (const Case& c : cases())
        if (chosen(c.name)) sound = run_case(c, a) && sound;
    if (chosen("pairs")) run_pairs(a);
    if (chosen("hosts")) run_hosts(a);
    if (chosen("start")) run_start(a.rounds);
    if (chosen("links")) run_links(a);
    if (chosen("segment")) run_segment(a);
    if (chosen("isa")) run_isa(a);
    if (chosen("checks")) run_checks(a);
    if (chosen("vcd")) run_vcd(a);
    return sound ? 0 : 1;
}

}  // namespace

}  // namespace niclab::benchmark

int sc_main(int argc, char* argv[]) {
    try {
        return niclab::benchmark::run(argc, argv);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "niclab_benchmark: %s\n", e.what());
        return 1;
    }
}

int main(int argc, char* argv[]) {
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
