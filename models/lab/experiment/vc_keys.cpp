#include "lab/experiment/vc_keys.h"

#include <fmt/format.h>

#include <set>

#include "lab/experiment/connection_number.h"

namespace niclab::lab {

namespace {
constexpr std::uint16_t kFirstVci = 0xF40, kLastVci = 0xFFF;
}

void Connections::read(const std::vector<std::string>& links) {
    for (auto& [name, table] : tables_) vcs_.push_back(read_vc(name, table, links));
}

Connections::Vc Connections::read_vc(const std::string& name, core::ConfigTable& t,
                                     const std::vector<std::string>& links) {
    Vc vc;
    vc.name = name;
    const std::string link = t.text("link", "", "Link of the connection, required if the hosts share several links.");
    if (!link.empty()) vc.link = index_of_name(t, "link", link, "link", links);
    const auto vci = [&t](const char* key, std::int64_t standard, const char* what) {
        return static_cast<std::uint16_t>(t.integer(key, standard, kLowestVci, kLastVci, what));
    };
    vc.vci = vci("vci", kFirstVci, "VCI of cells from a flow's `from` to its `to`. The VPI is 0.");
    vc.vci_back = vci("vci_back", vc.vci, "VCI of cells in the reverse direction. The VPI is 0.");
    if (t.has("encapsulation"))
        vc.encapsulation =
            t.choice("encapsulation", "llc", {"raw", "llc", "lane"}, "Encapsulation of the packets of the flow.");
    t.done();
    return vc;
}

void Connections::use(FlowConfig& flow, core::ConfigTable& t) {
    const std::string name = t.text("vc", "", "Connection of the flow, from [[vc]]. Empty: a connection of its own.");
    vc_of_.emplace_back();
    if (name.empty()) return;
    const std::size_t index = index_of_name(t, "vc", name, "vc", names_of(tables_));
    Vc& vc = vcs_[index];
    if (vc.used) throw t.error("vc", "used by another flow", "one flow per vc");
    vc.used = true;
    vc_of_.back() = index;
    flow.vci = vc.vci;
    flow.vci_back = vc.vci_back;
}

void Connections::number(std::vector<FlowConfig>& flows, const NamedTables& flow_tables,
                         const PlaceOf& place_of) const {
    std::set<std::pair<Place, std::uint16_t>> taken;
    const auto taken_by = [&](const FlowConfig& flow, unsigned end, std::uint16_t vci) {
        return std::pair(place_of(flow, end), vci);
    };
    for (std::size_t i = 0; i < flows.size(); ++i) {
        FlowConfig& flow = flows[i];
        if (!vc_of_[i]) continue;
        const core::ConfigTable& vc = tables_[*vc_of_[i]].second;
        if (!taken.insert(taken_by(flow, flow.from, flow.vci)).second)
            throw vc.error("vci", "used by another vc of this link", "another VCI");
        const auto there = taken_by(flow, flow.from, flow.vci), back = taken_by(flow, 1 - flow.from, flow.vci_back);
        if (back != there && !taken.insert(back).second)
            throw vc.error("vci_back", "used by another vc of this link", "another VCI");
    }
    for (std::size_t i = 0; i < flows.size(); ++i) {
        FlowConfig& flow = flows[i];
        if (vc_of_[i]) continue;
        std::uint16_t vci = kFirstVci;
        const auto used = [&](unsigned end) { return taken.count(taken_by(flow, end, vci)) > 0; };
        while (vci <= kLastVci && (used(0) || used(1))) ++vci;
        if (vci > kLastVci) throw flow_tables[i].second.error("vc", "no free VCI", "at most 192 flows without a vc");
        flow.vci = flow.vci_back = vci;
        taken.insert(taken_by(flow, 0, vci)), taken.insert(taken_by(flow, 1, vci));
    }
}

}  // namespace niclab::lab
