#include "lab/watch/signals.h"

namespace niclab::lab {

namespace {

constexpr unsigned kIdselLine = 16;

probe::VcdWriter::Config vcd_config(const RunOptions& options) {
    const auto femtoseconds = [](double us) {
        return us > 1e9 ? ~core::Femtoseconds{0} : static_cast<core::Femtoseconds>(us * 1e9);
    };
    probe::VcdWriter::Config config;
    config.path = options.vcd;
    config.from_fs = femtoseconds(options.vcd_from_us);
    config.to_fs = femtoseconds(options.vcd_to_us);
    config.signals = options.vcd_signals;
    return config;
}

}  // namespace

std::vector<std::unique_ptr<sc_core::sc_module>> probe_signals(Bench& bench, probe::WaveSink& sink,
                                                               const std::string& prefix) {
    std::vector<std::unique_ptr<sc_core::sc_module>> bundles;
    const auto add_side = [&](Side& side, const LineNet& launch, const LineNet& arrive) {
        const std::string n = side.basename(), nic = n + ".nic", module = prefix + n;
        const core::Clock& line = side.nic.atm_tx.clock();
        bundles.push_back(std::make_unique<probe::PciWaves>((module + "_pci_waves").c_str(), sink, n + ".pci",
                                                            side.pci_clock, side.pci, kIdselLine));
        bundles.push_back(std::make_unique<probe::UtopiaWaves>((module + "_utopia_waves").c_str(), sink, nic, line,
                                                               side.nic.utopia_tx, side.nic.utopia_rx,
                                                               side.nic.utopia_config().width));
        bundles.push_back(std::make_unique<probe::LineWaves>((module + "_line_waves").c_str(), sink, nic + ".phy",
                                                             launch.pins, arrive.pins));
        bundles.push_back(std::make_unique<probe::SlowWaves>((module + "_slow_waves").c_str(), sink, n,
                                                             side.nic.sram_wires(), side.host.com1.txd));
    };
    add_side(bench.client, bench.client_launch, bench.client_arrive);
    add_side(bench.server, bench.server_launch, bench.server_arrive);
    bundles.push_back(
        std::make_unique<probe::RedrawWaves>((prefix + "redraw_waves").c_str(), sink, "bench", bench.redrawn));
    return bundles;
}

Waves::Waves(Bench& bench, const RunOptions& options, const std::string& prefix)
    : vcd_(vcd_config(options)), bundles_(probe_signals(bench, vcd_, prefix)) {
    if (vcd_.names().empty())
        throw core::ConfigError("--vcd-signals: '" + options.vcd_signals +
                                "' found, a pattern that names some signal wanted (niclab list signals)");
}

std::vector<std::string> signal_names(const Experiment& experiment) {
    core::set_time_resolution();
    Bench bench(experiment);
    return Waves(bench, {}).names();
}

}  // namespace niclab::lab
