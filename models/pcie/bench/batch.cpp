#include "pcie/bench/batch.h"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "core/config.h"
#include "pcie/bench/trial.h"

namespace niclab::pcie {

namespace {

constexpr std::uint64_t kSmallPage = 4096, kSuperpage = 2u << 20;

/// The facts of a host and what its one number gave.
struct Host {
    HostFile file;
    Femtoseconds latency = 0, hop = 0;
};

TrialConfig config_of(const CardProfile& card, const Host& host) {
    const HostFacts& f = host.file.facts;
    TrialConfig c;
    c.lanes = {f.generation, f.width};
    c.above_4gib = f.above_4gib;
    c.engine = card.engine;
    c.engine.mps = c.root.mps = f.mps;
    c.engine.mrrs = f.mrrs;
    c.engine.has_digest = f.request_ecrc;
    c.padding_octets = card.padding_octets;
    c.gap_octets = card.gap_octets;
    c.root.latency = host.latency;
    c.memory.llc_octets = static_cast<std::uint64_t>(f.llc_mib * double(1u << 20));
    c.memory.ddio = f.ddio;
    c.memory.miss = card.llc_miss;
    c.memory.hop = host.hop;
    c.memory.remote_memory = f.remote_memory;
    c.iommu = card.iommu;
    c.iommu.enabled = f.iommu;
    c.iommu.page_octets = f.superpages ? kSuperpage : kSmallPage;
    return c;
}

/// The latency with which the model takes `wanted_ns` for a warm read of 64 octets. The first guess is
/// corrected once: without a latency, a completion waits for the DLLPs that answer its request.
Femtoseconds fitted_latency(const CardProfile& card, const HostFile& file, double wanted_ns) {
    double latency_ns = 0;
    for (unsigned k = 0; k < 2; ++k) {
        TrialConfig c = config_of(card, {file, static_cast<Femtoseconds>(std::llround(latency_ns * 1e6)), 0});
        c.in_order = true;
        latency_ns += wanted_ns - run_trial(c).quantile(0.5);
        if (latency_ns < 0)
            throw core::ConfigError(
                fmt::format("{}: a warm read of 64 octets takes {} ns; expected at least the {:.0f} ns of the card and "
                            "the link",
                            file.path, wanted_ns, wanted_ns - latency_ns));
    }
    return static_cast<Femtoseconds>(std::llround(latency_ns * 1e6));
}

Host read_host(const CardProfile& card, const std::string& path) {
    Host host;
    host.file = read_host_file(path);
    const std::string& local = host.file.facts.local;
    const double own = host.file.read_64_ns();
    double near = own;
    if (!local.empty()) {
        const auto beside = std::filesystem::path(path).parent_path() / (local + ".csv");
        near = read_host_file(beside.string()).read_64_ns();
        if (near > own)
            throw core::ConfigError(
                fmt::format("{}: local = {}: its reads take {} ns; expected at most the {} ns of "
                            "memory in another socket",
                            path, local, near, own));
    }
    host.latency = fitted_latency(card, host.file, near);
    host.hop = static_cast<Femtoseconds>(std::llround((own - near) * 1e6));
    return host;
}

std::string key_of(const std::string& host, const Measured& m) {
    return fmt::format("{},{},{},{},{},{},{}", host, m.experiment, m.cache, m.pattern, m.size, m.offset, m.window);
}

double value_of(const TrialResult& result, const std::string& statistic) {
    if (statistic == "goodput") return result.goodput_gbit_s;
    return result.quantile(statistic == "median" ? 0.5 : std::stod(statistic.substr(1)));
}

/// Runs every job once, on all processors. The first exception is thrown again.
template <class Work>
void run_all(std::size_t jobs, const Work& work) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr problem;
    std::mutex lock;
    const auto loop = [&] {
        for (std::size_t k = next++; k < jobs; k = next++) try {
                work(k);
            } catch (...) {
                const std::lock_guard<std::mutex> guard(lock);
                if (!problem) problem = std::current_exception();
                next = jobs;
            }
    };
    std::vector<std::thread> threads;
    for (unsigned k = 1; k < std::max(1u, std::thread::hardware_concurrency()); ++k) threads.emplace_back(loop);
    loop();
    for (std::thread& thread : threads) thread.join();
    if (problem) std::rethrow_exception(problem);
}

/// An experiment to simulate: a host, and a row that needs it.
struct Job {
    const Host* host;
    const Measured* row;
    TrialResult result;
};

void simulate(const CardProfile& card, Job& job) {
    TrialConfig c = config_of(card, *job.host);
    c.experiment = job.row->experiment;
    c.warm = job.row->cache == "HWarm";
    c.in_order = job.row->pattern == "Seq";
    c.size = job.row->size;
    c.offset = job.row->offset;
    c.window = job.row->window;
    try {
        job.result = run_trial(c);
    } catch (const std::invalid_argument& problem) {
        throw core::ConfigError(job.host->file.path + ": " + problem.what());
    }
}

std::string spans_row(const std::string& key, const TrialResult& r) {
    const Spans& s = r.spans;
    return fmt::format("{},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f}\n", key,
                       s.write, s.engine, s.tag, s.request_wait, s.request, s.iommu, s.root, s.memory, s.combine,
                       s.completion, s.landing);
}

}  // namespace

BatchText simulate_hosts(const CardProfile& card, const std::vector<std::string>& paths) {
    std::vector<Host> hosts;
    for (const std::string& path : paths) hosts.push_back(read_host(card, path));
    std::map<std::string, std::size_t> places;
    std::vector<Job> jobs;
    for (const Host& host : hosts)
        for (const Measured& m : host.file.rows)
            if (places.emplace(key_of(host.file.facts.name, m), jobs.size()).second) jobs.push_back({&host, &m, {}});
    run_all(jobs.size(), [&](std::size_t k) { simulate(card, jobs[k]); });

    BatchText text;
    text.simulated =
        "host,mps,mrrs,iommu,superpages,remote,experiment,cache,pattern,size,offset,window,dev_offset,statistic,split,"
        "measured,simulated\n";
    text.spans =
        "host,experiment,cache,pattern,size,offset,window,write_ns,engine_ns,tag_ns,request_wait_ns,request_ns,iommu_"
        "ns,"
        "root_ns,memory_ns,combine_ns,completion_ns,landing_ns\n";
    for (const Host& host : hosts) {
        const HostFacts& f = host.file.facts;
        if (!host.file.assumed.empty())
            text.assumed +=
                fmt::format("{}: assumed {}; the file does not state it\n", host.file.path, host.file.assumed);
        const std::string facts =
            fmt::format("{},{},{},{},{}", f.mps, f.mrrs, int(f.iommu), int(f.superpages), int(!f.local.empty()));
        for (const Measured& m : host.file.rows) {
            const std::string key = key_of(f.name, m);
            const double value = value_of(jobs[places.at(key)].result, m.statistic);
            text.simulated +=
                fmt::format("{},{},{},{},{},{},{:.4f},{:.4f}\n", f.name, facts, key.substr(f.name.size() + 1),
                            m.dev_offset, m.statistic, m.split, m.value, value);
        }
    }
    for (const auto& [key, place] : places)
        if (!is_bandwidth(jobs[place].row->experiment)) text.spans += spans_row(key, jobs[place].result);
    return text;
}

}  // namespace niclab::pcie
