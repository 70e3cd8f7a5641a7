#include "lab/watch/analyzer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/random.h"
#include "core/config.h"
#include "probe/analyzer/analyzer_output.h"

namespace niclab::lab {

namespace {

std::string clock_name(const Node& node) { return std::string(node.basename()) + ".pci.CLK"; }

std::string clock_names(const AnalyzerSite& site) {
    std::vector<std::string> names;
    for (const auto& [name, clock] : site.clocks) names.push_back(name);
    return fmt::format("{}", fmt::join(names, " or "));
}

core::Clock* clock_named(const AnalyzerSite& site, const std::string& wanted) {
    for (const auto& [name, clock] : site.clocks)
        if (name == wanted) return clock;
    return nullptr;
}

}  // namespace

AnalyzerSite analyzer_site(Bench& bench) {
    AnalyzerSite site;
    site.probe = [&bench](probe::WaveSink& sink, const std::string& prefix) {
        return probe_signals(bench, sink, prefix);
    };
    for (const auto& node : bench.nodes()) site.clocks.emplace_back(clock_name(*node), &node->pci_clock);
    site.listen = [&bench](const std::string& host, const std::function<void(core::Femtoseconds)>& sends) {
        for (const auto& program : bench.node(host).host.programs())
            program->send_called.listen([sends](core::Femtoseconds at, const host::Application::Send&) { sends(at); });
    };
    return site;
}

AnalyzerSite analyzer_site(const ObservedParts& parts, AnalyzerSite::Listen listen) {
    AnalyzerSite site;
    site.probe = [&parts](probe::WaveSink& sink, const std::string& prefix) {
        return probe_signals(parts, sink, prefix);
    };
    for (const End* end : parts.ends) site.clocks.emplace_back(clock_name(end->node), &end->node.pci_clock);
    for (const SingleMac& mac : parts.macs) {
        site.clocks.emplace_back(mac.module() + ".mac.TXC", &mac.txc);
        site.clocks.emplace_back(mac.module() + ".mac.RXC", &mac.rxc);
    }
    site.listen = std::move(listen);
    if (!parts.macs.empty()) site.signals = "a signal of a waveform, such as " + parts.macs[0].module() + ".mac.TXEN";
    return site;
}

BenchAnalyzer::BenchAnalyzer(const AnalyzerSite& site, const AnalyzerSetup& setup, std::uint64_t seed,
                             const std::string& name)
    : setup_(setup), config_(setup.config), feed_(setup.config.channels), probes_(site.probe(feed_, name + "_")) {
    config_.channels = feed_.channels();
    const std::vector<std::string> unconnected = feed_.unconnected();
    if (!unconnected.empty())
        throw core::ConfigError(fmt::format("{}.channels.{}: unknown signal; expected {}", name,
                                            fmt::join(unconnected, ", "), site.signals));
    core::Clock* clock = clock_named(site, config_.clock);
    if (config_.period_fs == 0 && !clock)
        throw core::ConfigError(name + ".clock = \"" + config_.clock + "\": unknown clock; expected " +
                                clock_names(site));
    if (config_.period_fs != 0) {
        base::RandomStream random(seed, "analyzer");
        config_.phase_fs =
            static_cast<core::Femtoseconds>(random.uniform(1, static_cast<std::int64_t>(config_.period_fs)));
    }
    analyzer_ = std::make_unique<probe::Analyzer>(name.c_str(), config_, feed_, clock);
    if (!setup.arm.empty()) site.listen(setup.arm, [this](core::Femtoseconds at) { analyzer_->arm(at); });
}

void BenchAnalyzer::control(probe::WaveWriter& vcd, std::size_t start, std::size_t stop) {
    vcd.wait_for_window();
    analyzer_->ended = [&vcd, start, stop](std::size_t state, core::Femtoseconds at) {
        if (state == start) vcd.begin_window(at);
        if (state == stop) vcd.end_window(at);
    };
    analyzer_->arm(core::now_fs());
}

ObservationWindow BenchAnalyzer::observation_window() const {
    if (!setup_.arm.empty() || analyzer_->busy()) return {probes_.signal_groups};
    return {probes_.signal_groups, begins_};
}

void BenchAnalyzer::begin_run() {
    begins_ = ~core::Femtoseconds{0};
    if (setup_.arm.empty()) analyzer_->arm(core::now_fs());
}

AnalyzerReport BenchAnalyzer::report() const {
    AnalyzerReport r;
    r.on = true;
    r.preset = setup_.preset;
    for (const AnalyzerSetup::Interval& i : setup_.intervals) r.intervals.push_back({i.name, {}});
    for (const probe::Acquisition& a : analyzer_->acquisitions()) {
        ++r.acquisitions;
        r.complete += a.complete;
        if (a.overflowed) ++r.overflowed[config_.program.states[a.last_state].name];
        for (std::size_t i = 0; i < setup_.intervals.size(); ++i) {
            const auto *from = a.mark(setup_.intervals[i].from), *to = a.mark(setup_.intervals[i].to);
            if (from && to) r.intervals[i].second.add((double(to->at) - double(from->at)) * 1e-9);
        }
        if (r.acquisitions <= config_.listings) {
            r.listing += fmt::format("acquisition {}\n", r.acquisitions - 1) + probe::state_listing(a, config_) + "\n";
            if (r.vcd.empty()) r.vcd = probe::memory_vcd(a, config_);
        }
    }
    r.csv = probe::marks_csv(analyzer_->acquisitions(), config_);
    return r;
}

}  // namespace niclab::lab
