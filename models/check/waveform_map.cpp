#include "check/waveform_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "check/pci_sample.h"

namespace niclab::check {

namespace {

constexpr unsigned kMostPairs = 32;  ///< REQ# and GNT# of an initiator each.

const std::string kScope = "Scope whose signals have niclab's names.";

/// Signals for which niclab uses a name with a number in other places.
bool may_be_numbered(const std::string& key) {
    static const char* const vectors[] = {"AD",    "CBE_n",  "AD_HIGH", "CBE_HIGH_n", "REQ_n",
                                          "GNT_n", "TxData", "RxData",  "Data"};
    return std::find(std::begin(vectors), std::end(vectors), key) != std::end(vectors);
}

/// Finds the signals of one bus.
class Signals {
public:
    Signals(core::ConfigTable& table, WaveReader& wave, WaveNames& names, const std::string& place, BusMap& map)
        : table_(table),
          wave_(wave),
          names_(names),
          place_(place),
          map_(map),
          scope_(table.text("scope", "", kScope)) {}

    /// A signal of `least` to `most` bits under `key`, or with one of the standard names in the
    /// scope.
    int find(const std::string& key, const std::vector<std::string>& standard, bool wanted, unsigned least,
             unsigned most) {
        WaveNames::Found found;
        std::string asked;
        if (table_.has_list(key)) {
            const auto wires = table_.texts(key, {}, "Wires, bit 0 first.");
            asked = wires.empty() ? "" : wires.front() + " ...";
            if (wires.empty()) refuse(key, "", "an empty list; expected one name per bit");
            found = wires_of(wires);
        } else {
            asked = table_.text(key, "", "Full name of the signal, or a list of wires.");
            if (asked.empty() && table_.has(key)) return -1;  // Declared as absent.
            found = asked.empty() ? by_standard(standard, asked) : in_scope(asked);
        }
        if (found.variable < 0 && found.problem.empty() && !wanted && !table_.has(key)) return -1;
        if (found.variable < 0) refuse(key, table_.has(key) ? "" : "'" + asked + "'", names_.problem(found, asked));
        check_width(key, found.from.empty() ? asked : found.from, static_cast<unsigned>(found.variable), least, most);
        if (found.assembled) map_.assembled.push_back(key + " from " + found.from);
        map_.variables.push_back(static_cast<unsigned>(found.variable));
        return found.variable;
    }
    /// One of niclab's names in a scope that a list of the mapping names.
    int in(const std::string& scope, const std::string& name, const std::string& key) {
        const WaveNames::Found found = names_.find(full_name(scope, name));
        if (found.variable < 0)
            refuse(key, "'" + full_name(scope, name) + "'", names_.problem(found, full_name(scope, name)));
        map_.variables.push_back(static_cast<unsigned>(found.variable));
        return found.variable;
    }
    [[noreturn]] void refuse(const std::string& key, const std::string& what, const std::string& problem) const {
        const std::string sentence = what.empty() ? problem : what + ": " + problem;
        if (place_.empty()) throw table_.refusal(key, sentence);
        throw core::ConfigError(place_ + ": " + key + ": " + sentence);
    }

private:
    WaveNames::Found in_scope(const std::string& name) {
        WaveNames::Found found = names_.find(name);
        if (found.variable >= 0 || scope_.empty()) return found;
        WaveNames::Found there = names_.find(full_name(scope_, name));
        return there.variable >= 0 ? there : found;
    }
    WaveNames::Found wires_of(std::vector<std::string> wires) {
        for (std::string& wire : wires)
            if (names_.find(wire).variable < 0 && names_.find(full_name(scope_, wire)).variable >= 0)
                wire = full_name(scope_, wire);
        return names_.find_wires(wires);
    }
    WaveNames::Found by_standard(const std::vector<std::string>& standard, std::string& asked) {
        WaveNames::Found found;
        for (auto name = standard.rbegin(); name != standard.rend(); ++name) {
            WaveNames::Found there = names_.find(full_name(scope_, *name), may_be_numbered(*name));
            if (there.variable < 0 && found.variable >= 0) continue;
            found = there;
            asked = full_name(scope_, *name);
        }
        return found;
    }
    void check_width(const std::string& key, const std::string& what, unsigned variable, unsigned least,
                     unsigned most) {
        const unsigned bits = wave_.bits(variable);
        if (bits >= least && bits <= most) return;
        refuse(key, "'" + what + "'",
               least == most ? fmt::format("{} bits; expected {}", bits, least)
                             : fmt::format("{} bits; expected {} to {}", bits, least, most));
    }

    core::ConfigTable& table_;
    WaveReader& wave_;
    WaveNames& names_;
    const std::string& place_;
    BusMap& map_;
    std::string scope_;
};

/// The lower half of a 64-bit bus replaces the whole vector, and `high` becomes the upper half.
void halve(WaveReader& wave, int& low, int& high, unsigned bits, BusMap& map) {
    const auto whole = static_cast<unsigned>(low);
    if (wave.bits(whole) != 2 * bits) return;
    low = static_cast<int>(wave.assemble({{whole, 0, bits}}));
    map.variables.push_back(static_cast<unsigned>(low));
    if (high >= 0) return;
    high = static_cast<int>(wave.assemble({{whole, bits, bits}}));
    map.variables.push_back(static_cast<unsigned>(high));
}

void pci_signals(Signals& signals, WaveReader& wave, PciMap& m) {
    const auto need = [&](const char* key, unsigned bits = 1) { return signals.find(key, {key}, true, bits, bits); };
    const auto may = [&](const char* key, unsigned least = 1, unsigned most = 1) {
        return signals.find(key, {key}, false, least, most);
    };
    m.clk = need("CLK"), m.ad = signals.find("AD", {"AD"}, true, 32, 64);
    m.cbe = signals.find("CBE_n", {"CBE_n"}, true, 4, 8), m.par = need("PAR");
    m.frame = need("FRAME_n"), m.irdy = need("IRDY_n"), m.trdy = need("TRDY_n");
    m.devsel = need("DEVSEL_n"), m.stop = need("STOP_n");
    m.rst = may("RST_n"), m.perr = may("PERR_n"), m.serr = may("SERR_n");
    m.req = may("REQ_n", 1, kMostPairs), m.gnt = may("GNT_n", 1, kMostPairs);
    m.req64 = may("REQ64_n"), m.ack64 = may("ACK64_n"), m.ad_high = may("AD_HIGH", 32, 32),
    m.cbe_high = may("CBE_HIGH_n", 4, 4), m.par64 = may("PAR64"), m.m66en = may("M66EN");
    for (const auto& [key, variable, bits] : {std::tuple{"AD", m.ad, 32u}, {"CBE_n", m.cbe, 4u}})
        if (const unsigned has = wave.bits(static_cast<unsigned>(variable)); has != bits && has != 2 * bits)
            signals.refuse(key, "", fmt::format("a signal of {} bits; expected {} or {}", has, bits, 2 * bits));
    halve(wave, m.ad, m.ad_high, 32, m), halve(wave, m.cbe, m.cbe_high, 4, m);
}

/// The first of `keys` without a signal in `scope`; empty: none.
std::string lacking(WaveNames& names, const std::string& scope, const std::vector<std::string>& keys) {
    for (const std::string& key : keys)
        if (names.find(full_name(scope, key), may_be_numbered(key)).variable < 0) return full_name(scope, key);
    return "";
}

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

PciMap pci_map(core::ConfigTable t, WaveReader& wave, WaveNames& names, const std::string& name,
               const std::string& place) {
    PciMap m;
    m.name = name;
    Signals signals(t, wave, names, place, m);
    pci_signals(signals, wave, m);
    m.agents = t.texts("agents", {}, "Agents on the bus.");
    const auto scopes = t.texts("enables", {}, "For each agent the scope of its output enables.");
    m.masters = t.texts("masters", {}, "Agents of the bits of REQ_n and GNT_n, bit 0 first.");
    for (const auto& [signal, id] : {std::pair{"REQ_n", m.req}, {"GNT_n", m.gnt}})
        if (const unsigned bits = id < 0 ? kMostPairs : wave.bits(static_cast<unsigned>(id)); m.masters.size() > bits)
            throw t.error("masters", fmt::format("{} agents", m.masters.size()),
                          fmt::format("at most {}, one per bit of {}", bits, signal));
    m.host = t.text("host", "host", "Agent that is the host bridge.");
    // A single GNT# may be that of one initiator of several.
    m.all_grants = m.gnt >= 0 && (wave.bits(static_cast<unsigned>(m.gnt)) > 1 || !m.masters.empty());
    m.stepped_configuration =
        t.boolean("stepped_configuration", false, "Type 0 configuration addresses stand before FRAME#.");
    m.ordered_retry = t.boolean("ordered_retry", true, "A retried transaction is the agent's next.");
    m.first_data_clocks = static_cast<unsigned>(
        t.integer("first_data_clocks", 16, 1, 1000, "Clocks a target may take to its first data; the host has 32."));
    if (!scopes.empty() && scopes.size() != m.agents.size())
        throw t.error("enables", std::to_string(scopes.size()) + " scopes", "one per agent");
    if (m.agents.size() > kMaxPciAgents)
        throw t.error("agents", std::to_string(m.agents.size()) + " agents",
                      "at most " + std::to_string(kMaxPciAgents));
    for (const std::string& scope : scopes)
        for (const char* group : {"AD", "CBE", "PAR", "FRAME", "IRDY", "DEVSEL_TRDY_STOP", "PERR"})
            m.enables.push_back(signals.in(scope, group, "enables"));
    t.done();
    return m;
}

UtopiaMap utopia_map(core::ConfigTable t, WaveReader& wave, WaveNames& names, const std::string& name,
                     const std::string& place) {
    UtopiaMap m;
    m.name = name;
    m.receive = t.choice("direction", "tx", {"tx", "rx"}, "Transmit or receive wires.") == "rx";
    Signals signals(t, wave, names, place, m);
    const std::string prefix = m.receive ? "Rx" : "Tx";
    const auto need = [&](const std::string& key, unsigned least = 1, unsigned most = 1) {
        return signals.find(prefix + key, {prefix + key, key}, true, least, most);
    };
    m.clk = need("Clk"), m.data = need("Data", 8, 16), m.soc = need("SOC"), m.enb = need("Enb_n");
    m.clav = need("Clav"), m.prty = need("Prty");
    const unsigned bits = wave.bits(static_cast<unsigned>(m.data));
    m.octet_level = t.choice("handshake", "cell", {"cell", "octet"}, "Handshake.") == "octet";
    m.width = static_cast<unsigned>(
        t.integer("width", bits == 16 ? 16 : 8, 8, 16, "Width of the UTOPIA data path in bits: 8 or 16."));
    if ((m.width != 8 && m.width != 16) || m.width > bits)
        throw t.error("width", fmt::format("{} data wires", bits), "8 or 16");
    m.timing = t.boolean("timing", false, "Hold the data against setup and hold times (U13).");
    t.done();
    return m;
}

std::vector<std::string> pci_scopes(WaveNames& names, std::string& missing) {
    static const std::vector<std::string> kNeeded{"CLK",    "AD",     "CBE_n",    "PAR",   "FRAME_n",
                                                  "IRDY_n", "TRDY_n", "DEVSEL_n", "STOP_n"};
    std::vector<std::string> found;
    for (const std::string& scope : names.scopes_with("FRAME_n")) {
        const std::string lacks = lacking(names, scope, kNeeded);
        if (lacks.empty())
            found.push_back(scope);
        else
            missing = lacks;
    }
    return found;
}

std::vector<std::string> utopia_scopes(WaveNames& names, bool receive, std::string& missing) {
    const std::string prefix = receive ? "Rx" : "Tx";
    std::vector<std::string> found;
    for (const std::string& before : {prefix, std::string()}) {
        const std::vector<std::string> needed{before + "Clk",   before + "Data", before + "SOC",
                                              before + "Enb_n", before + "Clav", before + "Prty"};
        for (const std::string& scope : names.scopes_with(before + "Data", true)) {
            if (before.empty() && !ends_with(scope, receive ? "_rx" : "_tx")) continue;  // wires without a direction
            const std::string lacks = lacking(names, scope, needed);
            if (lacks.empty() && std::find(found.begin(), found.end(), scope) == found.end()) found.push_back(scope);
            if (!lacks.empty() && !before.empty()) missing = lacks;
        }
    }
    return found;
}

}  // namespace niclab::check
