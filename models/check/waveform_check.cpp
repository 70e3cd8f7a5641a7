#include "check/waveform_check.h"

#include <toml++/toml.h>

#include <algorithm>

#include "check/vcd_reader.h"

namespace niclab::check {

namespace {

toml::array list(const std::vector<std::string>& words) {
    toml::array array;
    for (const std::string& word : words) array.push_back(word);
    return array;
}

core::ConfigTable as_mapping(toml::table keys) {
    return core::ConfigTable({std::make_shared<const toml::table>(std::move(keys))});
}

}  // namespace

WaveformCheck::WaveformCheck(const std::string& file, const std::string& map) {
    std::uint64_t timescale = 0;
    core::ConfigTable table(map.empty() ? std::vector<core::ConfigLayer>{} : std::vector{core::load_layer(map)});
    const std::string unit = table.text("timescale", "", "Unit of time of a VCD that has no $timescale.");
    if (!unit.empty() && (timescale = VcdReader::timescale_of(unit)) == 0)
        throw table.error("timescale", "not a unit of time", "a unit such as \"1 ns\"");
    wave_ = WaveReader::open(file, timescale);
    WaveNames names(*wave_);
    const bool mapped = table.has("pci") || table.has("utopia");
    if (mapped) add_mapped(table, names);
    table.done();
    if (!mapped) add_found(file, names);
    for (const char* signal : {"BALE", "MSBURST_n", "TXEN"})  // of ISA, of EISA, of an Ethernet MAC
        for (std::string& scope : names.scopes_with(signal)) not_judged_.push_back(std::move(scope));
    std::vector<unsigned> read;
    for (const auto& bus : buses_) read.insert(read.end(), bus->variables().begin(), bus->variables().end());
    wave_->keep_only(read);
}

void WaveformCheck::add_mapped(core::ConfigTable& table, WaveNames& names) {
    core::ConfigTable pci = table.table("pci"), utopia = table.table("utopia");
    for (const std::string& name : pci.table_names())
        buses_.push_back(pci_bus(pci_map(pci.table(name), *wave_, names, name, ""), report_));
    for (const std::string& name : utopia.table_names())
        buses_.push_back(utopia_bus(utopia_map(utopia.table(name), *wave_, names, name, ""), report_));
    pci.done();
    utopia.done();
    if (buses_.empty()) throw table.error("pci", "no bus", "a table [pci.NAME] or [utopia.NAME]");
}

void WaveformCheck::add_found(const std::string& file, WaveNames& names) {
    const std::string kTop = "top";  // a bus with its signals in no scope
    std::string missing;
    for (const std::string& scope : pci_scopes(names, missing)) {
        std::vector<std::string> agents, enables;
        for (const std::string& inner : names.scopes_with("FRAME"))
            if (inner.rfind(scope + ".oe_", 0) == 0) {
                enables.push_back(inner);
                agents.push_back(inner.substr(scope.size() + 4));
            }
        // Without a mapping the agents are assigned to the masters, in their order, if the numbers
        // are equal.
        const int req = names.find(scope.empty() ? "REQ_n" : scope + ".REQ_n", true).variable;
        const bool all_masters = req >= 0 && wave_->bits(static_cast<unsigned>(req)) == agents.size();
        toml::table keys{{"scope", scope}, {"agents", list(agents)}, {"enables", list(enables)}};
        if (all_masters) keys.insert("masters", list(agents));
        const std::string name = scope.empty() ? kTop : scope;
        buses_.push_back(
            pci_bus(pci_map(as_mapping(std::move(keys)), *wave_, names, name, file + ": " + name), report_));
    }
    for (const std::string direction : {"tx", "rx"})
        for (const std::string& scope : utopia_scopes(names, direction == "rx", missing)) {
            toml::table keys{{"scope", scope}, {"direction", direction}};
            const std::string name = scope.empty() ? kTop : scope;
            buses_.push_back(
                utopia_bus(utopia_map(as_mapping(std::move(keys)), *wave_, names, name, file + ": " + name), report_));
        }
    if (buses_.empty())
        throw core::ConfigError(file + ": no bus" + (missing.empty() ? "" : ", " + missing + " is missing") +
                                "; expected signals with the names of niclab, or a mapping (--map)");
}

std::string WaveformCheck::lost() const {
    const std::string& by = wave_->version();
    const auto has = [&by](const char* text) { return by.find(text) != std::string::npos; };
    if (has("Verilat"))
        return "Verilator records no z and no x, a shared bus cannot be judged from its waveform; record it in a "
               "simulator of four states";
    if (has("GHDL v") && std::string(wave_->format()) == "FST")
        return "vcd2fst has dropped Z, H, L, U, W and X of single wires from GHDL's VCD; check the VCD itself, or "
               "record "
               "with GHDL's --fst";
    return "";
}

bool WaveformCheck::two_valued() const {
    return std::none_of(buses_.begin(), buses_.end(), [](const auto& bus) { return bus->seen_unknown(); });
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
