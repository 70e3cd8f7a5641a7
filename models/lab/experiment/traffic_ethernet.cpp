#include "lab/experiment/traffic_ethernet.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "lab/experiment/segment_keys.h"
#include "lab/experiment/traffic_keys.h"

namespace niclab::lab {

namespace {

coarse::Linear read_time(core::ConfigTable& t, const std::string& name, coarse::Linear standard, const char* what) {
    const std::string sentence = what;
    return {t.number(name + "_us", standard.us, 0, 1e6, sentence + " fixed part in microseconds."),
            t.number(name + "_octet_ns", standard.octet_ns, 0, 1e6, sentence + " part per octet in nanoseconds.")};
}

std::uint32_t memory(core::ConfigTable& t, const char* key, std::uint32_t standard, const char* what) {
    return std::uint32_t(t.integer(key, standard, 1514, 1 << 24, what));
}

/// Of both transceivers, and with a cable of 2 km.
constexpr double kLeastSignalDelayNs = 102.5, kMostSignalDelayNs = 10'100;

bool ends_on_ethernet(const Traffic& traffic, const TrafficEnd& end) {
    return end.is_switch ? traffic.switches[end.node].is_ethernet(end.port) : traffic.hosts[end.node].on_ethernet();
}

}  // namespace

coarse::EtherCardConfig read_ethernet_card(core::ConfigTable& t, kernel::Costs& costs) {
    coarse::EtherCardConfig c;
    t.text("name", "", "Name of the card.");
    t.choice("line", "ethernet", {"ethernet"}, "Line of the card. Without this key: ATM.");
    c.start =
        read_time(t, "start", c.start, "Latency from the driver, or the end of its copy, to a frame ready to be sent,");
    c.deliver = read_time(t, "deliver", c.deliver, "Latency from the last bit of a frame to the interrupt,");
    c.turnaround_us = t.number("turnaround_us", 0, 0, 1e6,
                               "Minimum time from the end of a frame to the next transmission, in microseconds.");
    c.transmit_octets =
        memory(t, "transmit_octets", c.transmit_octets, "Size of the card's transmit memory in octets.");
    c.receive_octets = memory(t, "receive_octets", c.receive_octets, "Size of the card's receive memory in octets.");
    c.pio_word_us = t.number(
        "pio_word_us", 0, 0, 1000,
        "CPU time per word that the driver copies to or from the card, in microseconds. 0: the card is a bus master.");
    const double recovery_us =
        t.number("pio_recovery_us", 0, 0, 1000,
                 "Recovery time of the host's bridge after each word of programmed I/O, in microseconds.");
    c.pio_word_octets = unsigned(t.integer("pio_word_octets", 2, 1, 4, "Size of a word of programmed I/O in octets."));
    c.start_octets = std::uint32_t(t.integer("start_octets", c.start_octets, 1, c.start_octets,
                                             "Copied octets of a frame at which its transmission may start."));
    c.frees_as_sent = t.boolean("release_while_sending", false,
                                "Release transmit memory octet by octet during transmission, not frame by frame.");
    c.fastest_bit_rate =
        t.bits_per_second("max_rate", c.fastest_bit_rate, 10e6, 100e6, "Maximum bit rate of the card's MAC.");
    t.done();
    const double octet_us = (c.pio_word_us + recovery_us) / c.pio_word_octets;
    for (const auto copy : {stack::Activity::CardOut, stack::Activity::CardIn})
        costs[std::size_t(copy)] = {0, 1e3 * octet_us};
    return c;
}

bool read_ethernet_switch(core::ConfigTable& t, TrafficSwitch& s) {
    if (!t.has("kind")) return false;
    const std::string kind = t.choice("kind", "atm", {"atm", "ethernet", "lane_bridge", "hub"},
                                      "Kind of the switch. lane_bridge: ATM card at port 1, Ethernet at the others; "
                                      "hub: 10 Mb/s repeater, with its links at the cycle level.");
    if (kind == "atm") return false;
    s.kind = kind == "ethernet" ? TrafficSwitch::Kind::Ethernet
             : kind == "hub"    ? TrafficSwitch::Kind::Hub
                                : TrafficSwitch::Kind::LaneBridge;
    s.ports = unsigned(t.integer("ports", 16, 2, 1024, "Number of ports. They are numbered from 1."));
    if (s.kind == TrafficSwitch::Kind::Hub) {
        t.done();
        return true;
    }
    s.ether.queue_frames = std::size_t(t.integer(
        "queue_frames", 64, 1, 1 << 20, "Capacity of each output queue in frames, including the one being sent."));
    s.ether.transit = read_span(t, "transit", 10e3, 0, 1e9, "Latency of the switch without queueing.");
    t.done();
    return true;
}

namespace {

/// The cards at the cycle level at the ends of a link, and the hub.
struct EtherLinkEnds {
    std::array<std::optional<ether_board::LineKind>, 2> cards;
    std::optional<ether_board::LineKind> kind;  ///< Of one of the cards.
    bool hub = false, mac = false;
    bool at_signals() const { return kind || hub || mac; }
    void check(const core::ConfigTable& t, const TrafficEther& e, const TrafficLink& link) const {
        if ((hub || mac) && (e.bit_rate > 10e6 || e.full_duplex[0] || e.full_duplex[1]))
            throw t.error(
                e.bit_rate > 10e6 ? "rate" : "duplex",
                std::string(hub ? "a hub" : "a host that is only a MAC") + " with more than 10 Mb/s, or full duplex",
                "10 Mb/s and half duplex");
        for (const unsigned k : {0u, 1u}) {
            if (!cards[k]) continue;
            const std::string whose = "not that of the card of " + link.ends[k].name + ", which is at the cycle level";
            const char* const duplex = cards[k]->full_duplex ? "full" : "half";
            if (e.bit_rate != cards[k]->mbps * 1e6)
                throw t.error("rate", whose, fmt::format("{} Mb/s, or another speed of the card", cards[k]->mbps));
            if (e.full_duplex[k] != cards[k]->full_duplex)
                throw t.error("duplex", whose, fmt::format("\"{}\", or another duplex of the card", duplex));
        }
    }
};

EtherLinkEnds ethernet_ends_of(const core::ConfigTable& t, const Traffic& traffic, const TrafficLink& link) {
    EtherLinkEnds of;
    unsigned hubs = 0;
    for (const unsigned k : {0u, 1u}) {
        const TrafficEnd& end = link.ends[k];
        if (end.is_switch) {
            hubs += traffic.switches[end.node].is_shared();
        } else if (traffic.hosts[end.node].mac) {
            of.mac = true;
        } else if (const auto& cycle = traffic.hosts[end.node].cycle) {
            of.cards[k] = of.kind = cycle->ether()->line_kind();
            if (of.kind->mbps > 100)
                throw t.error("ends", "the card of " + end.name + " is for 1000 Mb/s",
                              "a card for 10 or 100 Mb/s in a host with a TCP");
        }
    }
    if (hubs == 2) throw t.error("ends", "two hubs", "a hub and a host, or a hub and a switch");
    of.hub = hubs > 0;
    return of;
}

}  // namespace

bool read_ethernet_link(core::ConfigTable& t, const Traffic& traffic, TrafficLink& link) {
    const bool first = ends_on_ethernet(traffic, link.ends[0]), second = ends_on_ethernet(traffic, link.ends[1]);
    if (!first && !second) return false;
    if (first != second)
        throw t.error("ends",
                      fmt::format("'{}' is Ethernet and '{}' is ATM", link.ends[first ? 0 : 1].name,
                                  link.ends[first ? 1 : 0].name),
                      "two of one kind, or a lane_bridge between them");
    const EtherLinkEnds of = ethernet_ends_of(t, traffic, link);
    TrafficEther e;
    e.at_signals = of.at_signals();
    e.bit_rate =
        t.bits_per_second("rate", of.kind ? of.kind->mbps * 1e6 : 10e6, 10e6, 100e6, "Bits a second: 10 or 100 Mb/s.");
    if (e.bit_rate != 10e6 && e.bit_rate != 100e6) throw t.error("rate", "out of range", "10 or 100 Mb/s");
    for (const TrafficEnd& end : link.ends)
        if (const auto* card =
                end.is_switch || !traffic.hosts[end.node].ether ? nullptr : &*traffic.hosts[end.node].ether)
            if (card->fastest_bit_rate < e.bit_rate)
                throw t.error("rate", "faster than the card of " + end.name, "10 Mb/s");
    const std::string both = t.choice("duplex", of.kind && of.kind->full_duplex ? "full" : "half", {"half", "full"},
                                      "Duplex mode of the link. Half: CSMA/CD between the two ends.");
    const bool given = t.has("duplex");
    for (const unsigned k : {0u, 1u}) {
        core::ConfigTable at = t.table(table_of_end("at_", link.ends[k].name));
        const std::string standard = given || !of.cards[k] ? both : of.cards[k]->full_duplex ? "full" : "half";
        e.full_duplex[k] =
            at.choice("duplex", standard, {"half", "full"}, "Duplex mode of this end of the link.") == "full";
        at.done();
    }
    of.check(t, e, link);
    e.delay =
        read_span(t, "delay", 500, e.at_signals ? kLeastSignalDelayNs : 0, e.at_signals ? kMostSignalDelayNs : 1e9,
                  "One way; 100 m of twisted pair are about 500 ns, with transceivers more.");
    t.done();
    link.ether = e;
    return true;
}

namespace {

/// The end of a segment's station: for Ethernet, at 10 Mb/s and half duplex, and not another shared
/// medium.
void check_station(const core::ConfigTable& t, const Traffic& traffic, const TrafficEnd& end) {
    refuse_second_link(t, "host", end, traffic);
    if (!ends_on_ethernet(traffic, end))
        throw t.error("host", "'" + end.name + "' is ATM", "a host with a card for Ethernet");
    if (end.is_switch) {
        if (traffic.switches[end.node].is_shared())
            throw t.error("host", "a port of a hub", "a host, or a port of an Ethernet switch");
    } else if (const auto& cycle = traffic.hosts[end.node].cycle) {
        const ether_board::LineKind kind = cycle->ether()->line_kind();
        if (kind.mbps != 10 || kind.full_duplex)
            throw t.error("host",
                          fmt::format("the card of {} is for {} Mb/s and {} duplex", end.name, kind.mbps,
                                      kind.full_duplex ? "full" : "half"),
                          "10 Mb/s and half duplex on a segment");
    }
}

}  // namespace

void read_traffic_segment(core::ConfigTable t, const std::string& name, Traffic& traffic) {
    std::vector<TrafficEnd> ends;
    const SegmentLine line = read_segment_line(t, [&](core::ConfigTable& station, const std::string& text) {
        const TrafficEnd end = read_end(station, "host", text, traffic);
        check_station(station, traffic, end);
        const auto known = std::find(ends.begin(), ends.end(), end);
        const auto number = std::size_t(known - ends.begin());
        if (known == ends.end()) ends.push_back(end);
        return number;
    });
    const auto is_name = [&name](const auto& other) { return other.name == name; };
    if (std::any_of(traffic.hosts.begin(), traffic.hosts.end(), is_name) ||
        std::any_of(traffic.switches.begin(), traffic.switches.end(), is_name))
        throw t.error("name", "already in use", "another name");
    if (ends.size() < 2) throw t.error("stations", "fewer than two stations", "at least two");
    TrafficSwitch s;
    s.name = name, s.kind = line.repeater ? TrafficSwitch::Kind::Hub : TrafficSwitch::Kind::Coax;
    s.ports = unsigned(ends.size()), s.is_segment = true, s.ns_per_m = line.ns_per_m;
    for (const SegmentLine::Station& station : line.stations) {
        TrafficLink link;
        link.name = name;
        link.ends = {ends[station.number], {true, traffic.switches.size(), unsigned(station.number), name}};
        link.ether.emplace();
        link.ether->at_signals = true, link.ether->at_m = station.at_m;
        traffic.links.push_back(std::move(link));
    }
    traffic.switches.push_back(std::move(s));
}

bool cut_at_bridge(const Traffic& traffic, TrafficVc& vc) {
    const auto on_ethernet = [&](const TrafficHop& hop) { return traffic.links[hop.link].ether.has_value(); };
    const auto first = std::find_if(vc.path.begin(), vc.path.end(), on_ethernet);
    if (first == vc.path.end()) return true;
    if (first == vc.path.begin() || !std::all_of(first, vc.path.end(), on_ethernet)) return false;
    const TrafficHop& last = *std::prev(first);
    vc.bridge = traffic.links[last.link].ends[last.towards].node;
    vc.path.erase(first, vc.path.end());
    return true;
}

void check_way(const core::ConfigTable& flow, const Traffic& traffic, std::size_t from, std::size_t to) {
    unsigned changes = 0;
    std::optional<bool> last;
    for (const TrafficHop& hop : find_path(traffic, from, to)) {
        const bool ethernet = traffic.links[hop.link].ether.has_value();
        changes += last && *last != ethernet;
        last = ethernet;
    }
    if (changes > 1)
        throw flow.error(
            "to", "a path from " + traffic.hosts[from].name + " to " + traffic.hosts[to].name + " through two bridges",
            "at most one lane_bridge on a path");
}

void refuse_loops_and_clip(const core::ConfigTable& root, const Traffic& traffic, bool lane) {
    std::vector<std::size_t> group(traffic.switches.size());
    std::iota(group.begin(), group.end(), 0);
    const std::function<std::size_t(std::size_t)> leader = [&](std::size_t s) {
        return group[s] == s ? s : leader(group[s]);
    };
    for (const TrafficLink& link : traffic.links) {
        if (!link.ether || !link.ends[0].is_switch || !link.ends[1].is_switch) continue;
        const std::size_t a = leader(link.ends[0].node), b = leader(link.ends[1].node);
        if (a == b)
            throw root.error((traffic.switches[link.ends[1].node].is_segment ? "segment." : "link.") + link.name,
                             "a loop of Ethernet switches",
                             "one path between any two, since there is no spanning tree");
        group[a] = b;
    }
    for (const TrafficSwitch& s : traffic.switches)
        if (s.kind == TrafficSwitch::Kind::LaneBridge && !lane)
            throw root.error("network.ip", "\"clip\" with the lane_bridge " + s.name, "\"lane\"");
}

}  // namespace niclab::lab
