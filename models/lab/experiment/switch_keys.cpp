#include "lab/experiment/switch_keys.h"

#include <fmt/format.h>

#include <algorithm>

#include "cards/ether_board/line.h"
#include "lab/experiment/known_name.h"

namespace niclab::lab {

namespace {
constexpr unsigned kMostPorts = 64;
}

SwitchConfig read_switch(core::ConfigTable t, const std::string& name) {
    SwitchConfig s;
    s.name = name;
    t.choice("kind", "ethernet", {"ethernet"}, "Kind of the switch. Between cards at the cycle level: ethernet.");
    s.queue_frames = unsigned(
        t.integer("queue_frames", 64, 1, 65536, "Depth of each output queue in frames, including the one being sent."));
    s.transit_us =
        t.time_ns("transit", 10e3, 1, 1e9, "Latency of the switch from the end of a frame to the output queue.") * 1e-3;
    s.flooded =
        t.choice("multicast", "registered", {"registered", "flooded"},
                 "Delivery of multicast frames: only to ports registered for the group, or flooded to all ports.") ==
        "flooded";
    t.done();
    return s;
}

std::optional<SwitchEnd> switch_end(const core::ConfigTable& link, const std::string& text,
                                    const std::vector<std::string>& switches) {
    const auto found = std::find(switches.begin(), switches.end(), text.substr(0, text.find(':')));
    if (found == switches.end()) return std::nullopt;
    return SwitchEnd{std::size_t(found - switches.begin()), port_of(link, "ends", text, kMostPorts)};
}

void attach(Experiment& e, const SwitchEnd& to, const CardEnd& end, core::ConfigTable line) {
    SwitchConfig& s = e.switches[to.number];
    for (const SwitchConfig::Port& other : s.ports)
        if (other.number == to.port)
            throw line.error("ends", fmt::format("'{}:{}' has another link", s.name, to.port), "one link per port");
    card::Plan& plan = *e.hosts[end.host].cards[end.card];
    SwitchConfig::Port port{to.port, end, nullptr};
    if (plan.units() == "frames") port.cable = plan.read_link(line);
    const auto* cable = dynamic_cast<const ether_board::LinePlan*>(port.cable.get());
    if (!cable)
        throw line.error("ends", fmt::format("a card for {} ({})", plan.line(), end.name),
                         "a card for Ethernet at a port of a switch");
    if (cable->config().repeater)
        throw line.error("repeater", "a repeater between a card and a port of a switch", "false");
    line.done();
    s.ports.push_back(std::move(port));
    std::sort(s.ports.begin(), s.ports.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
}

std::optional<CommonSwitch> common_switch(const std::vector<std::pair<SwitchEnd, CardEnd>>& drops, std::size_t from,
                                          std::size_t to) {
    for (const auto& [there, a] : drops)
        for (const auto& [here, b] : drops)
            if (a.host == from && b.host == to && there.number == here.number)
                return CommonSwitch{there.number, {a, b}};
    return std::nullopt;
}

void add_way(Experiment& e, const CommonSwitch& over) {
    LinkConfig link;
    link.ends = over.ends;
    link.units = e.hosts[over.ends[0].host].cards[over.ends[0].card]->units();
    link.over = over.number;
    e.links.push_back(std::move(link));
}

}  // namespace niclab::lab
