#include "lab/watch/signal_observers.h"

#include <utility>

namespace niclab::lab {

namespace {

bool analyzes(const Experiment& experiment, unsigned run) { return run == 0 && experiment.analyzer.on; }

}  // namespace

LinkLevel SignalObservers::link_level(const Experiment& experiment, unsigned run, const RunOptions& options) {
    return options.vcd.empty() && !analyzes(experiment, run) ? LinkLevel::Transaction : LinkLevel::Signal;
}

SignalObservers::SignalObservers(Subject subject, const RunOptions& options) : parts_(std::move(subject.parts)) {
    const Experiment& e = subject.experiment;
    check_ = options.check, checkers_ = std::make_unique<Checkers>(parts_, check_);
    const AnalyzerSite site = analyzer_site(parts_, std::move(subject.listen));
    if (analyzes(e, subject.run)) analyzer_ = std::make_unique<BenchAnalyzer>(site, e.analyzer, e.seed);
    if (options.vcd.empty()) return;
    waves_ = std::make_unique<Waves>(parts_, options);
    if (options.vcd_opens_us > 0) waves_->writer().open_at(static_cast<core::Femtoseconds>(options.vcd_opens_us * 1e9));
    if (options.vcd_trigger.empty()) return;
    trigger_setup_ = read_vcd_trigger(options.vcd_trigger, subject.names);
    trigger_ = std::make_unique<BenchAnalyzer>(site, trigger_setup_.analyzer, e.seed, "vcd_trigger");
    trigger_->control(waves_->writer(), trigger_setup_.start, trigger_setup_.stop);
}

std::vector<ether::SymbolWatch*> SignalObservers::mac_watches() const {
    std::vector<ether::SymbolWatch*> all(parts_.macs.size());
    for (std::size_t k = 0; check_ && k < all.size(); ++k) all[k] = &checkers_->mac_watch(k);
    return all;
}

ObservationWindow SignalObservers::window() const {
    ObservationWindow window;
    if (analyzer_ || trigger_) return window;
    window.from = window.to;
    if (waves_) window.from = waves_->writer().window_begin(), window.to = waves_->writer().window_end();
    return window;
}

void SignalObservers::begin() {
    if (analyzer_) analyzer_->begin_run();
}

void SignalObservers::finish(RunHead& results) {
    checkers_->end_observation(), checkers_->finish();
    Checks found;
    checkers_->report(found);
    for (const auto& [name, check] : found) results.checks[name].add(check);
    if (waves_) waves_->finish(), waves_->check_output();
    if (waves_) results.observed_us = double(core::now_fs()) * 1e-9;
    if (analyzer_) results.analyzer = analyzer_->report();
}

}  // namespace niclab::lab
