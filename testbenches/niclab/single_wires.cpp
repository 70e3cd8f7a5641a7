#include <algorithm>
#include <cctype>

#include "annotated.h"
#include "core/output_file.h"
#include "probe/wave/vcd_file.h"

namespace niclab::cli {

namespace {

constexpr core::Femtoseconds kPerNs = 1'000'000;

bool ends_low(const std::string& name) { return name.size() > 2 && name.compare(name.size() - 2, 2, "_n") == 0; }

/// CBE_n of four bits becomes CBE0_n to CBE3_n, TxClk becomes CLK.
std::string wire_name(const std::string& signal, unsigned bits, unsigned bit) {
    std::string name = signal;
    if (name.compare(0, 2, "Tx") == 0 || name.compare(0, 2, "Rx") == 0) name.erase(0, 2);
    const bool low = ends_low(name);
    if (low) name.resize(name.size() - 2);
    for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return name + (bits > 1 ? std::to_string(bit) : "") + (low ? "_n" : "");
}

std::vector<std::string> numbered(std::vector<std::string> names, const std::string& name, unsigned from, unsigned to,
                                  const std::string& end = "") {
    for (unsigned i = from; i < to; ++i) names.push_back(name + std::to_string(i) + end);
    return names;
}

/// The channels of the decoders of traces/sigrok, in their order; a missing one is a constant.
std::vector<std::string> wanted_by_decoder(bool pci) {
    if (!pci) return numbered({"CLK", "ENB_n", "SOC"}, "DATA", 0, 8);
    std::vector<std::string> names = {"CLK", "FRAME_n", "IRDY_n", "TRDY_n", "DEVSEL_n", "STOP_n"};
    names = numbered(numbered(names, "AD", 0, 32), "CBE", 0, 4, "_n");
    names.push_back("ACK64_n");
    return numbered(names, "CBE_HIGH", 0, 4, "_n");
}

bool level_of(const check::WaveValue& v, unsigned bit, bool pulled_up) {
    return (v.unknown >> bit & 1) != 0 ? pulled_up : (v.bits >> bit & 1) != 0;
}

}  // namespace

SingleWires::SingleWires(const std::string& folder, const check::WaveformCheck& check) {
    core::make_folder(folder);
    for (const auto& of : check.buses()) {
        Bus& bus = buses_.emplace_back();
        std::string name = of->name();
        std::replace(name.begin(), name.end(), '/', '_');
        bus.file = std::make_unique<probe::VcdFile>("--sigrok", folder + "/" + name + ".vcd", "1 ns");
        bus.wires = wires_of(*of, check.wave());
        std::vector<probe::WaveFile::Variable> variables;
        for (std::size_t i = 0; i < bus.wires.size(); ++i) {
            variables.push_back({of->name(), bus.wires[i].name, 1});
            if (bus.wires[i].variable < 0) continue;
            const auto variable = static_cast<std::size_t>(bus.wires[i].variable);
            if (variable >= bus.of.size()) bus.of.resize(variable + 1);
            bus.of[variable].push_back(i);
        }
        bus.file->declare(variables);
    }
}

std::vector<SingleWires::Wire> SingleWires::wires_of(const check::WaveformBus& bus, const check::WaveReader& wave) {
    std::vector<Wire> there, ordered;
    for (const auto& [name, variable] : bus.signals()) {
        const unsigned bits = wave.bits(variable);
        const bool clock = &name == &bus.signals().front().name;  // it comes first
        for (unsigned bit = 0; bit < bits; ++bit)
            there.push_back(
                {wire_name(name, bits, bit), static_cast<int>(variable), bit, ends_low(name), clock, ends_low(name)});
    }
    const bool pci = std::any_of(there.begin(), there.end(), [](const Wire& w) { return w.name == "FRAME_n"; });
    for (const std::string& name : wanted_by_decoder(pci)) {
        const auto at = std::find_if(there.begin(), there.end(), [&](const Wire& w) { return w.name == name; });
        ordered.push_back(at == there.end() ? Wire{name, -1, 0, true, false, true} : *at);
        if (at != there.end()) there.erase(at);
    }
    // The parity and the rest of 16 bits after them, also in the decoder's order.
    std::stable_partition(there.begin(), there.end(), [](const Wire& w) { return w.name.compare(0, 4, "DATA") != 0; });
    ordered.insert(ordered.end(), there.begin(), there.end());
    return ordered;
}

void SingleWires::begin(const check::WaveReader& wave) {
    begun_ = true;
    for (Bus& bus : buses_) {
        bus.file->time(wave.now() / kPerNs);
        for (std::size_t i = 0; i < bus.wires.size(); ++i)
            bus.file->value(i, probe::WaveFile::Value::of(bus.wires[i].level, false));
        bus.file->initial_values_end();
    }
}

void SingleWires::flush(Bus& bus, std::uint64_t until_ns) {
    if (bus.late.empty() || bus.late_ns > until_ns) return;
    bus.file->time(bus.late_ns);
    for (const std::size_t i : bus.late) bus.file->value(i, probe::WaveFile::Value::of(bus.wires[i].level, false));
    bus.late.clear();
}

void SingleWires::look(const check::WaveReader& wave) {
    if (!begun_) begin(wave);
    const std::uint64_t ns = last_ns_ = wave.now() / kPerNs;
    for (Bus& bus : buses_) {
        flush(bus, ns);
        for (const check::WaveReader::Change& c : wave.changes()) {
            if (c.variable >= bus.of.size()) continue;
            for (const std::size_t i : bus.of[c.variable]) {
                Wire& w = bus.wires[i];
                const bool level = level_of(c.value, w.bit, w.pulled_up);
                if (level == w.level) continue;
                w.level = level;
                if (w.clock) {
                    bus.file->time(ns);
                    bus.file->value(i, probe::WaveFile::Value::of(level, false));
                } else {
                    bus.late.push_back(i);
                    bus.late_ns = ns + 1;
                }
            }
        }
    }
}

void SingleWires::finish() {
    for (Bus& bus : buses_) {
        flush(bus, last_ns_ + 1);
        bus.file->finish();
    }
}

}  // namespace niclab::cli
