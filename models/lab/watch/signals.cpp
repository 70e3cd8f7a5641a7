#include "lab/watch/signals.h"

#include <functional>
#include <type_traits>
#include <utility>

#include "cards/ether_board/station.h"
#include "probe/ether/mac_waves.h"

namespace niclab::lab {

namespace {

probe::WaveWriter::Config vcd_config(const RunOptions& options) {
    const auto femtoseconds = [](double us) {
        return us > 1e9 ? ~core::Femtoseconds{0} : static_cast<core::Femtoseconds>(us * 1e9);
    };
    probe::WaveWriter::Config config;
    config.path = options.vcd;
    config.from_fs = femtoseconds(options.vcd_from_us);
    config.to_fs = femtoseconds(options.vcd_to_us);
    config.signals = options.vcd_signals;
    return config;
}

/// A card's IDSEL, with the card's name if there are several.
std::vector<probe::PciWaves::Idsel> idsels_of(const std::vector<const End*>& ends) {
    std::vector<probe::PciWaves::Idsel> found;
    found.reserve(ends.size());
    for (const End* end : ends)
        found.push_back(
            {ends.size() == 1 ? "IDSEL" : std::string("IDSEL_") + end->card().basename(), end->idsel_line()});
    return found;
}

/// A shorter window costs less at signal level.
constexpr double kShortestRecordingUs = 1000;

/// A trigger may open its window when records of the time before it are still missing.
bool records(const RunOptions& options) {
    return options.links == LinkLevel::Transaction && options.vcd_trigger.empty() &&
           options.vcd_to_us - options.vcd_from_us >= kShortestRecordingUs;
}

}  // namespace

namespace {

/// Creates the modules that report the signals of hosts to a sink.
class ProbeMaker {
public:
    /// `group_of`: the bundle that contains wires, or nullptr.
    using GroupOf = std::function<const SignalGroup*(const void* wires)>;
    ProbeMaker(probe::WaveSink& sink, std::string prefix, GroupOf group_of, bool record = false)
        : sink_(sink), prefix_(std::move(prefix)), group_of_(std::move(group_of)), record_(record) {}

    /// `wires`: identifies its bundle.
    template <class Make>
    void add(const void* wires, const Make& make) {
        const std::size_t before = sink_.wanted();
        auto waves = make();
        using Module = typename decltype(waves)::element_type;
        const SignalGroup* group = sink_.wanted() > before ? group_of_(wires) : nullptr;
        if (group && record_ && std::is_base_of_v<probe::Recorded, Module>)
            probes_.recorded.push_back(dynamic_cast<probe::Recorded*>(waves.get()));
        else if (group)
            probes_.signal_groups.insert(group);
        probes_.modules.push_back(std::move(waves));
    }
    void add_buses(Node& node, const std::vector<const End*>& ends) {
        const std::string n = node.basename();
        add(&node.pci, [&] {
            return std::make_unique<probe::PciWaves>((prefix_ + n + "_pci_waves").c_str(), sink_, n + ".pci",
                                                     node.pci_clock, node.pci, idsels_of(ends));
        });
        for (const Node::OtherBus& other : node.others)
            add(other.bus->wires(), [&] {
                const std::string name = other.kind.name;
                return other.bus->make_waves(prefix_ + n + "_" + name + "_waves", sink_, n + "." + name);
            });
    }
    /// Of an Ethernet card.
    void add_mac(const End& end, const std::string& host) {
        if (const auto* station = dynamic_cast<ether_board::Station*>(&end.card()))
            add_mac(&end.card(), end.name, host + "." + end.card().basename(), station->wires, station->width());
    }
    void add_mac(const void* of, const std::string& module, const std::string& scope,
                 const ether::MacPins<core::Net>& wires, unsigned width) {
        add(of, [&] {
            return std::make_unique<probe::MacWaves>((prefix_ + module + "_mac_waves").c_str(), sink_, scope + ".mac",
                                                     wires, width);
        });
    }
    /// Of an ATM card, its lines, and the serial port of its host.
    void add_cells(const End& end, const std::string& host, const core::Wire<bool>* serial) {
        const std::string nic = host + "." + end.card().basename(), module = prefix_ + end.name;
        board::Nic& card = end.atm->nic;
        add(&card, [&] {
            auto waves = std::make_unique<probe::UtopiaWaves>((module + "_utopia_waves").c_str(), sink_, nic,
                                                              card.atm_tx.clock(), card.utopia_tx, card.utopia_rx,
                                                              card.utopia_config().width);
            if (end.atm->utopia_tx) waves->follow(*end.atm->utopia_tx, *end.atm->utopia_rx);
            return waves;
        });
        add(&end.atm->launch, [&] {
            auto waves = std::make_unique<probe::LineWaves>((module + "_line_waves").c_str(), sink_, nic + ".phy",
                                                            end.atm->launch.pins, end.atm->arrive.pins);
            if (end.atm->line_from) waves->follow(*end.atm->line_from, *end.atm->line_to);
            return waves;
        });
        add(&card, [&] {
            auto waves = std::make_unique<probe::SlowWaves>((module + "_slow_waves").c_str(), sink_, nic,
                                                            card.sram_wires(), host, serial);
            waves->follow(card.chip());
            return waves;
        });
    }
    Probes take() { return std::move(probes_); }

private:
    probe::WaveSink& sink_;
    const std::string prefix_;
    const GroupOf group_of_;
    const bool record_;
    Probes probes_;
};

}  // namespace

Probes probe_signals(Bench& bench, probe::WaveSink& sink, const std::string& prefix, bool record) {
    ProbeMaker maker(
        sink, prefix, [&bench](const void* wires) { return bench.signal_group_of(wires); }, record);
    for (const auto& node : bench.nodes()) {
        const std::string n = node->basename();
        maker.add_buses(*node, bench.ends_of(*node));
        for (const End* end : bench.ends_of(*node)) {
            maker.add_mac(*end, n);
            if (end->atm) maker.add_cells(*end, n, end->index == 0 ? &node->host.com1.txd : nullptr);
        }
    }
    for (const Bench::SwitchedPart& s : bench.switches())
        for (std::size_t p = 0; p < s.net->hub().ports(); ++p) {
            const medium::SwitchPort& port = s.net->hub().port(p);
            maker.add_mac(&port, port.basename(), port.basename(), port.wires, s.net->kind(p).width());
        }
    maker.add(&bench, [&] {
        return std::make_unique<probe::RedrawWaves>((prefix + "redraw_waves").c_str(), sink, "bench", bench.redrawn);
    });
    return maker.take();
}

Probes probe_signals(const ObservedParts& parts, probe::WaveSink& sink, const std::string& prefix) {
    ProbeMaker maker(sink, prefix, [](const void*) { return nullptr; });
    for (const End* end : parts.ends) {
        maker.add_buses(end->node, {end});
        maker.add_mac(*end, end->node.basename());
        if (end->atm) maker.add_cells(*end, end->node.basename(), nullptr);
    }
    for (const SingleMac& mac : parts.macs) maker.add_mac(&mac, mac.module(), mac.module(), mac.wires, mac.width);
    return maker.take();
}

Waves::Waves(const ObservedParts& parts, const RunOptions& options)
    : vcd_(vcd_config(options)), probes_(probe_signals(parts, vcd_, "")) {
    if (vcd_.names().empty())
        throw core::ConfigError("--vcd-signals " + options.vcd_signals +
                                ": no such signal; expected a pattern that matches a signal, such as *.mac.*");
}

Waves::Waves(Bench& bench, const RunOptions& options, const std::string& prefix)
    : vcd_(vcd_config(options)), probes_(probe_signals(bench, vcd_, prefix)) {}

Waves::Waves(Bench& bench, const RunOptions& options, Checkers* checkers)
    : vcd_(vcd_config(options)), probes_(probe_signals(bench, vcd_, "", records(options))) {
    rows_ = std::make_unique<Rows>(bench, vcd_);
    if (checkers) rows_->listen(*checkers);
    if (vcd_.names().empty())
        throw core::ConfigError("--vcd-signals " + options.vcd_signals +
                                ": no such signal; expected a pattern that matches a signal of niclab list signals");
}

bool Waves::set_recording(bool on) {
    if (on == recording_ || probes_.recorded.empty()) return true;
    if (on) vcd_.set_recording(true);
    bool done = true;
    for (probe::Recorded* waves : probes_.recorded) done &= waves->set_recording(on);
    if (!on) vcd_.set_recording(false);
    if (done) recording_ = on;
    return done;
}

}  // namespace niclab::lab
