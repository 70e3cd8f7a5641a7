#include "check/waveform_check.h"

#include <toml++/toml.h>

#include "check/pci_sample.h"

namespace niclab::check {

namespace {

const std::string kScope = "Scope whose signals have niclab's names.";

/// Name of a signal under a mapping's table: as the key says, or niclab's own name in the scope.
std::string signal(core::ConfigTable& t, const WaveReader& wave, const std::string& scope, const std::string& key,
                   bool wanted) {
    const std::string standard = scope.empty() ? key : scope + "." + key;
    std::string name = t.text(key, wanted || wave.find(standard) >= 0 ? standard : "", "Full name of the signal.");
    if (!name.empty() && wave.find(name) < 0) {
        const std::string near = core::nearest_name(name, wave.names());
        throw t.error(key, "'" + name + "' found",
                      "a signal of the waveform wanted" + (near.empty() ? "" : ", perhaps \"" + near + "\""));
    }
    return name;
}

PciMap pci_map(core::ConfigTable t, const WaveReader& wave, const std::string& name) {
    PciMap m;
    m.name = name;
    const std::string scope = t.text("scope", "", kScope);
    const auto need = [&](const char* key) { return signal(t, wave, scope, key, true); };
    const auto may = [&](const char* key) { return signal(t, wave, scope, key, false); };
    m.clk = need("CLK"), m.ad = need("AD"), m.cbe = need("CBE_n"), m.par = need("PAR");
    m.frame = need("FRAME_n"), m.irdy = need("IRDY_n"), m.trdy = need("TRDY_n");
    m.devsel = need("DEVSEL_n"), m.stop = need("STOP_n");
    m.rst = may("RST_n"), m.perr = may("PERR_n"), m.serr = may("SERR_n"), m.req = may("REQ_n"), m.gnt = may("GNT_n");
    m.req64 = may("REQ64_n"), m.ack64 = may("ACK64_n"), m.ad_high = may("AD_HIGH"), m.cbe_high = may("CBE_HIGH_n"),
    m.par64 = may("PAR64"), m.m66en = may("M66EN");
    m.agents = t.texts("agents", {}, "Agents on the bus.");
    m.enables = t.texts("enables", {}, "For each agent the scope of its output enables.");
    m.masters = t.texts("masters", {}, "Agents of the bits of REQ_n and GNT_n, bit 0 first.");
    m.host = t.text("host", "host", "Agent that is the host bridge.");
    m.stepped_configuration = t.boolean("stepped_configuration", true, "Configuration addresses stand before FRAME#.");
    m.ordered_retry = t.boolean("ordered_retry", true, "A retried transaction is the agent's next.");
    m.first_data_clocks = static_cast<unsigned>(
        t.integer("first_data_clocks", 16, 1, 1000, "Clocks a target may take to its first data; the host has 32."));
    if (!m.enables.empty() && m.enables.size() != m.agents.size())
        throw t.error("enables", std::to_string(m.enables.size()) + " scopes found",
                      "one for each of the agents wanted");
    if (m.agents.size() > kMaxPciAgents)
        throw t.error("agents", "too many found", std::to_string(kMaxPciAgents) + " at most wanted");
    t.done();
    return m;
}

UtopiaMap utopia_map(core::ConfigTable t, const WaveReader& wave, const std::string& name) {
    UtopiaMap m;
    m.name = name;
    m.receive = t.choice("direction", "tx", {"tx", "rx"}, "Transmit or receive wires.") == "rx";
    const std::string scope = t.text("scope", "", kScope), p = m.receive ? "Rx" : "Tx";
    const auto need = [&](const std::string& key) { return signal(t, wave, scope, p + key, true); };
    m.clk = need("Clk"), m.data = need("Data"), m.soc = need("SOC"), m.enb = need("Enb_n"), m.clav = need("Clav"),
    m.prty = need("Prty");
    const unsigned data_bits = wave.bits(static_cast<unsigned>(wave.find(m.data)));
    m.octet_level = t.choice("handshake", "cell", {"cell", "octet"}, "Handshake.") == "octet";
    m.width = static_cast<unsigned>(t.integer("width", data_bits == 16 ? 16 : 8, 8, 16, "Data wires: 8 or 16."));
    if (m.width != 8 && m.width != 16) throw t.error("width", std::to_string(m.width) + " found", "8 or 16 wanted");
    m.timing = t.boolean("timing", false, "Hold the data against setup and hold times (U13).");
    t.done();
    return m;
}

/// The scopes that hold a signal called `name`, in the order of the file.
std::vector<std::string> scopes_with(const WaveReader& wave, const std::string& name) {
    std::vector<std::string> scopes;
    for (const std::string& full : wave.names()) {
        const std::size_t dot = full.rfind('.');
        if (dot != std::string::npos && full.substr(dot + 1) == name) scopes.push_back(full.substr(0, dot));
    }
    return scopes;
}

toml::array list(const std::vector<std::string>& words) {
    toml::array array;
    for (const std::string& word : words) array.push_back(word);
    return array;
}

core::ConfigTable as_mapping(toml::table keys) {
    return core::ConfigTable({std::make_shared<const toml::table>(std::move(keys))});
}

}  // namespace

WaveformCheck::WaveformCheck(const std::string& file, const std::string& map) : wave_(WaveReader::open(file)) {
    if (map.empty()) {
        add_found();
    } else {
        core::ConfigTable table({core::load_layer(map)});
        add_mapped(table);
    }
    if (buses_.empty())
        throw core::ConfigError(file + ": no bus found, signals with niclab's names or a mapping (--map) wanted");
}

std::vector<std::string> WaveformCheck::not_judged() const {
    std::vector<std::string> all;
    for (const char* signal : {"BALE", "MSBURST_n", "TXEN"})  // of ISA, of EISA, of an Ethernet MAC
        for (std::string& scope : scopes_with(*wave_, signal)) all.push_back(std::move(scope));
    return all;
}

void WaveformCheck::add_mapped(core::ConfigTable& table) {
    core::ConfigTable pci = table.table("pci"), utopia = table.table("utopia");
    for (const std::string& name : pci.table_names())
        buses_.push_back(pci_bus(*wave_, pci_map(pci.table(name), *wave_, name), report_));
    for (const std::string& name : utopia.table_names())
        buses_.push_back(utopia_bus(*wave_, utopia_map(utopia.table(name), *wave_, name), report_));
    pci.done();
    utopia.done();
    table.done();
}

void WaveformCheck::add_found() {
    for (const std::string& scope : scopes_with(*wave_, "FRAME_n")) {
        std::vector<std::string> agents, enables;
        for (const std::string& inner : scopes_with(*wave_, "FRAME"))
            if (inner.rfind(scope + ".oe_", 0) == 0) {
                enables.push_back(inner);
                agents.push_back(inner.substr(scope.size() + 4));
            }
        // Without a mapping the agents are taken for the masters, in their order, where the numbers agree.
        const int req = wave_->find(scope + ".REQ_n");
        const bool all_masters = req >= 0 && wave_->bits(static_cast<unsigned>(req)) == agents.size();
        toml::table keys{{"scope", scope}, {"agents", list(agents)}, {"enables", list(enables)}};
        if (all_masters) keys.insert("masters", list(agents));
        buses_.push_back(pci_bus(*wave_, pci_map(as_mapping(keys), *wave_, scope), report_));
    }
    for (const std::string direction : {"tx", "rx"})
        for (const std::string& scope : scopes_with(*wave_, direction == "tx" ? "TxData" : "RxData")) {
            const toml::table keys{{"scope", scope}, {"direction", direction}};
            buses_.push_back(utopia_bus(*wave_, utopia_map(as_mapping(keys), *wave_, scope), report_));
        }
}

void WaveformCheck::run(const std::function<bool(double)>& go_on,
                        const std::function<void(const WaveReader&)>& looked) {
    unsigned points = 0;
    while (wave_->next()) {
        for (const auto& bus : buses_) bus->look(*wave_);
        looked(*wave_);
        wave_->apply();
        if (++points % 65536 == 0 && !go_on(wave_->progress())) return;
    }
}

}  // namespace niclab::check
