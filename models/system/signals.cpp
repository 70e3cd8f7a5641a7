#include "system/signals.h"

namespace niclab::system {

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

Waves::Waves(Bench& bench, const RunOptions& options) : vcd_(vcd_config(options)) {
    const auto add_side = [this](Side& side, const LineNet& launch, const LineNet& arrive) {
        const std::string n = side.basename(), nic = n + ".nic";
        const core::Clock& line = side.nic.atm_tx.clock();
        bundles_.push_back(std::make_unique<probe::PciWaves>((n + "_pci_waves").c_str(), vcd_, n + ".pci",
                                                             side.pci_clock, side.pci, kIdselLine));
        bundles_.push_back(std::make_unique<probe::UtopiaWaves>((n + "_utopia_waves").c_str(), vcd_, nic, line,
                                                                side.nic.utopia_tx, side.nic.utopia_rx,
                                                                side.nic.utopia_config().width));
        bundles_.push_back(std::make_unique<probe::LineWaves>((n + "_line_waves").c_str(), vcd_, nic + ".phy",
                                                              launch.pins, arrive.pins));
        bundles_.push_back(std::make_unique<probe::SlowWaves>((n + "_slow_waves").c_str(), vcd_, n,
                                                              side.nic.sar.sram_wires, side.host.com1.txd));
    };
    add_side(bench.client, bench.client_launch, bench.client_arrive);
    add_side(bench.server, bench.server_launch, bench.server_arrive);
    if (vcd_.names().empty())
        throw core::ConfigError("--vcd-signals: '" + options.vcd_signals +
                                "' found, a pattern that names some signal wanted (niclab list signals)");
}

std::vector<std::string> signal_names(const Experiment& experiment) {
    core::set_time_resolution();
    Bench bench(experiment);
    return Waves(bench, {}).names();
}

}  // namespace niclab::system
