#include "lab/results/pci_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/json_object.h"

namespace niclab::lab {

namespace {

constexpr const char* kUtilisation = "clocks with FRAME# or IRDY# asserted, of all";
constexpr const char* kDataUtilisation = "clocks on which a dword moves, of all";

double share(std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? std::round(1e6 * double(part) / double(whole)) / 1e6 : 0;
}

nlohmann::ordered_json to_json(const probe::ClockStats& s) {
    if (s.count == 0) return {{"count", 0}};
    return core::json_object(
        {{"count", s.count}, {"min", s.min}, {"avg", std::round(s.avg() * 1000) / 1000}, {"max", s.max}});
}

nlohmann::ordered_json table4(const probe::PciAccount::States& states) {
    nlohmann::ordered_json j;
    for (unsigned i = 0; i < probe::PciAccount::kStates; ++i) j[i == 0 ? "idle" : std::to_string(i)] = states.clocks[i];
    return j;
}

/// Table 4 for each card, with its name if there are several.
std::string table4_text(const probe::PciAccount& a) {
    std::string text;
    for (const probe::PciAccount::States& states : a.states()) {
        text += "; Table 4" + (a.states().size() > 1 ? " of " + states.card.name : "");
        for (unsigned i = 0; i < probe::PciAccount::kStates; ++i)
            text += fmt::format(" {}:{}", i == 0 ? "idle" : std::to_string(i), states.clocks[i]);
    }
    return text;
}

}  // namespace

nlohmann::ordered_json to_json(const probe::PciAccount& a) {
    nlohmann::ordered_json j;
    j["clocks"] = a.clocks();
    j["utilisation"] = {{"definition", kUtilisation}, {"value", share(a.busy_clocks(), a.clocks())}};
    j["data_utilisation"] = {{"definition", kDataUtilisation}, {"value", share(a.data_clocks(), a.clocks())}};
    j["table4_clocks"] = table4(a.states().front());
    for (const probe::PciAccount::States& states : a.states())
        if (a.states().size() > 1) j["cards"][states.card.name] = {{"table4_clocks", table4(states)}};
    for (const probe::PciAccount::Master& m : a.masters()) {
        nlohmann::ordered_json& entry = j["masters"][m.name];
        entry["dwords"] = m.dwords;
        for (unsigned e = 0; e < m.ends.size(); ++e)
            entry["ends"][to_string(static_cast<probe::PciEnd>(e))] = m.ends[e];
        entry["arbitration_clocks"] = to_json(m.arbitration);
        entry["acquisition_clocks"] = to_json(m.acquisition);
        entry["target_clocks"] = to_json(m.target);
    }
    return j;
}

std::string pci_text(const std::string& side, const probe::PciAccount& a) {
    std::string text =
        fmt::format("pci {:<8}{:.1f} % busy ({}), {:.1f} % with data{}", side, 100 * share(a.busy_clocks(), a.clocks()),
                    kUtilisation, 100 * share(a.data_clocks(), a.clocks()), table4_text(a));
    text += fmt::format("\n  {:<18}{:>13}{:>9}   {:>16}{:>16}{:>16}\n", "clocks, avg and max", "transactions", "dwords",
                        "arbitration", "acquisition", "target");
    for (const probe::PciAccount::Master& m : a.masters()) {
        if (m.arbitration.count == 0) continue;
        text += fmt::format("  {:<18}{:>13}{:>9}   ", m.name, m.arbitration.count, m.dwords);
        for (const probe::ClockStats* s : {&m.arbitration, &m.acquisition, &m.target})
            text += fmt::format("{:>11.2f}{:>5}", s->avg(), s->max);
        text += "\n";
    }
    return text;
}

}  // namespace niclab::lab
