#include "lab/watch/traffic_observers.h"

#include "lab/experiment/known_name.h"

namespace niclab::lab {

namespace {

ObservedParts parts_of(const TrafficBench& bench) {
    ObservedParts parts{bench.ends(), {}};
    for (const auto& cable : bench.ethernet().cables())
        for (const SingleMac& mac : cable->own_macs()) parts.macs.push_back(mac);
    return parts;
}

/// Sends, in the kernel's time, is called when a host begins to send: IP offers a packet to its card
/// or driver, or a MAC has a frame.
void listen_to(const TrafficNode& node, const std::function<void(core::Femtoseconds)>& sends) {
    if (node.cycle)
        node.cycle->card().offered.listen(
            [sends](core::Femtoseconds at, std::uint32_t, const stack::Manifest::Entry&) { sends(at); });
    if (node.card)
        node.card->departed.listen(
            [sends](base::Femtoseconds, const coarse::Card::Departure&) { sends(core::now_fs()); });
    if (node.ether)
        node.ether->stepped.listen([sends](base::Femtoseconds, const net::FrameStep& step, const net::Frame&) {
            if (step == net::FrameStep::Offered) sends(core::now_fs());
        });
    if (node.mac) node.mac->offered.listen([sends](base::Femtoseconds, const net::Frame&) { sends(core::now_fs()); });
}

AnalyzerSite::Listen listen_to(const TrafficBench& bench) {
    return [&bench](const std::string& host, const std::function<void(core::Femtoseconds)>& sends) {
        for (const auto& node : bench.nodes())
            if (node->config.name == host) listen_to(*node, sends);
    };
}

}  // namespace

TrafficObservers::TrafficObservers(const Traffic& traffic, TrafficBench& bench, unsigned run, const RunOptions& options,
                                   TrafficResults& results)
    : results_(results),
      signals_({parts_of(bench), listen_to(bench), traffic.common, analyzer_names(traffic), run}, options),
      paths_(bench, run, results.paths) {
    const bool signal_level = SignalObservers::link_level(traffic.common, run, options) == LinkLevel::Signal;
    const std::vector<ether::SymbolWatch*> watches = signals_.mac_watches();
    auto next = watches.begin();
    for (const auto& cable : bench.ethernet().cables()) {
        const auto end = next + std::ptrdiff_t(cable->own_macs().size());
        cable->follow({next, end}, signal_level);
        next = end;
    }
    if (!options.all_paths || !traffic.has_cycle_hosts()) return;
    cell_paths_ = std::make_unique<CellPaths>(traffic, bench, signals_.checkers(), run, results.paths);
    net_paths_ = std::make_unique<NetPaths>(traffic, bench, signals_.checkers(), run, results.paths);
}

void TrafficObservers::finish() {
    if (cell_paths_) cell_paths_->finish(), net_paths_->finish();
    signals_.finish(results_);
}

}  // namespace niclab::lab
