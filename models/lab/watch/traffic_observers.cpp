#include "lab/watch/traffic_observers.h"

#include "lab/experiment/known_name.h"

namespace niclab::lab {

LinkLevel TrafficObservers::link_level(const Traffic& traffic, unsigned run, const RunOptions& options) {
    const bool analyzes = run == 0 && traffic.common.analyzer.on;
    return options.vcd.empty() && !analyzes ? LinkLevel::Transaction : LinkLevel::Signal;
}

TrafficObservers::TrafficObservers(const Traffic& traffic, TrafficBench& bench, unsigned run, const RunOptions& options,
                                   TrafficResults& results)
    : bench_(bench), results_(results), paths_(bench, run, results.paths) {
    check_lines(options.check, link_level(traffic, run, options) == LinkLevel::Signal);
    const std::uint64_t seed = traffic.common.seed;
    if (run == 0 && traffic.common.analyzer.on)
        analyzer_ = std::make_unique<BenchAnalyzer>(analyzer_site(bench), traffic.common.analyzer, seed);
    if (options.vcd.empty()) return;
    waves_ = std::make_unique<Waves>(bench.ends(), options);
    if (options.vcd_opens_us > 0) waves_->writer().open_at(static_cast<core::Femtoseconds>(options.vcd_opens_us * 1e9));
    if (options.vcd_trigger.empty()) return;
    trigger_setup_ = read_vcd_trigger(options.vcd_trigger, names_of(traffic.hosts));
    trigger_ = std::make_unique<BenchAnalyzer>(analyzer_site(bench), trigger_setup_.analyzer, seed, "vcd_trigger");
    trigger_->control(waves_->writer(), trigger_setup_.start, trigger_setup_.stop);
}

/// Checkers of all buses and lines of cards at the cycle level and of all MACs at signal level.
void TrafficObservers::check_lines(bool check, bool signal_level) {
    std::vector<Checkers::SingleMac> macs;
    for (const auto& cable : bench_.ethernet().cables())
        for (const auto& [name, mac] : cable->own_macs())
            macs.push_back({name, mac->txc, mac->rxc, mac->wires, mac->width(), mac->full_duplex()});
    checkers_ = std::make_unique<Checkers>(bench_.ends(), macs, check);
    std::size_t number = 0;
    for (const auto& cable : bench_.ethernet().cables()) {
        std::vector<ether::SymbolWatch*> watches;
        for (std::size_t k = 0; k < cable->own_macs().size(); ++k)
            watches.push_back(check ? &checkers_->mac_watch(number++) : nullptr);
        cable->follow(watches, signal_level);
    }
}

void TrafficObservers::begin() {
    if (analyzer_) analyzer_->begin_run();
}

void TrafficObservers::finish() {
    checkers_->end_observation(), checkers_->finish();
    add_checks();
    if (waves_) waves_->finish(), waves_->check_output();
    if (analyzer_) results_.analyzer = analyzer_->report();
}

void TrafficObservers::add_checks() {
    std::map<std::string, Check> checks;
    checkers_->report(checks);
    for (auto& [name, check] : checks) {
        Check& all = results_.checks[name];
        all.checked += check.checked, all.violations_seen += check.violations_seen;
        all.violations.insert(all.violations.end(), check.violations.begin(), check.violations.end());
    }
}

}  // namespace niclab::lab
