/// @file An experiment of hosts with a CPU and a TCP as plain structs: switches, long lines,
/// programs. Each host's card is at the coarse level or, clock by clock, at the cycle level.
#pragma once

#include <algorithm>

#include "apps/kind.h"
#include "coarse/ether_card.h"
#include "host/packet.h"
#include "kernel/costs.h"
#include "lab/experiment/experiment.h"
#include "lab/experiment/segment_keys.h"
#include "net/atm_switch.h"
#include "net/ether_switch.h"

namespace niclab::lab {

struct TrafficHost {
    std::string name, software;
    kernel::Costs costs{};
    unsigned processors = 1;
    stack::StackConfig stack;
    coarse::CardConfig card;
    std::string card_name;
    /// Its card if that is one for Ethernet; `card` is then ignored.
    std::optional<coarse::EtherCardConfig> ether;
    /// Bus, card and driver of a host at the cycle level, for which only MTU and header of `card`
    /// are used; nullptr: at the coarse level.
    std::shared_ptr<HostConfig> cycle;
    std::optional<MacStation> mac;  ///< It is only a MAC: without a CPU, a TCP and a card.
    /// Its card, at either level, is for Ethernet.
    bool on_ethernet() const { return ether || mac || (cycle && cycle->ether()); }
    /// Its packets have LAN emulation's header on ATM.
    bool lane() const { return card.header_octets == host::kLaneOctets; }
};

struct TrafficSwitch {
    enum class Kind { Atm, Ethernet, LaneBridge, Hub, Coax };
    std::string name;
    Kind kind = Kind::Atm;
    unsigned ports = 2;
    bool is_segment = false;       ///< It is a `[[segment]]`: a coax, or a hub with a cable of ns_per_m per station.
    double ns_per_m = 5;           ///< Of the cables of a hub, or of the coax.
    net::QueueConfig queue;        ///< Of an ATM switch.
    net::EtherSwitchConfig ether;  ///< Of the other kinds.
    /// A medium without MACs of its own, which all its stations share.
    bool is_shared() const { return kind == Kind::Hub || kind == Kind::Coax; }
    /// Only the first port of a bridge is for cells.
    bool is_ethernet(unsigned port) const { return kind != Kind::Atm && (kind != Kind::LaneBridge || port > 0); }
};

/// A host's card, or a port of a switch.
struct TrafficEnd {
    bool is_switch = false;
    std::size_t node = 0;  ///< Of the hosts, or of the switches.
    unsigned port = 0;
    std::string name;  ///< "a", "asx200:1", or the name of a segment
    bool operator==(const TrafficEnd& o) const { return is_switch == o.is_switch && node == o.node && port == o.port; }
};

/// Of a link that is Ethernet.
struct TrafficEther {
    double bit_rate = 10e6;
    std::array<bool, 2> full_duplex{};  ///< Of the MAC at each end.
    Femtoseconds delay = 0;             ///< Not of a segment.
    double at_m = 0;          ///< Of a station on a coax: its position; of one at a repeater: the length of its cable.
    bool at_signals = false;  ///< A card at the cycle level, a MAC or a shared medium is at one of its ends.
};

struct TrafficLink {
    std::string name;
    std::array<TrafficEnd, 2> ends;
    std::optional<TrafficEther> ether;
    std::array<net::LineConfig, 2> to;  ///< Towards each end.
};

/// A hop of a connection's path: a link with the end towards which it leads.
struct TrafficHop {
    std::size_t link = 0;
    unsigned towards = 0;
};

/// A connection of two hosts, with the same VCI on each link and in both directions.
struct TrafficVc {
    std::string name;
    std::size_t from = 0, to = 0;  ///< Hosts.
    std::uint16_t vci = 0;
    bool switched = false;                 ///< Set up by the host that has queried the ARP server; false: permanent.
    std::vector<TrafficHop> path;          ///< From `from` to `to`, or to the bridge.
    std::optional<std::size_t> bridge{};   ///< Switch at which it ends, before `to`, which is on Ethernet.
    double peak_cell_rate = 0;             ///< Bits per second of cells of 53 octets, shaped by both cards; 0: the
                                           ///< line's.
    double police = 0;                     ///< Bits per second, at each switch's first port; 0: no policing.
    Femtoseconds tolerance = 0;            ///< Of policing.
    std::vector<std::string> not_open_at;  ///< Hosts and switches on the path where it is not open.
    bool open_at(const std::string& place) const {
        return std::find(not_open_at.begin(), not_open_at.end(), place) == not_open_at.end();
    }
};

struct TrafficFlow {
    std::string name, kind;
    const apps::Kind* programs = nullptr;        ///< One of the three is not nullptr.
    std::shared_ptr<const SegmentFlow> frames;   ///< Between hosts that are only a MAC.
    std::shared_ptr<const SegmentFlow> packets;  ///< Of UDP, with the plan of a kind in lab/flows.
    std::shared_ptr<const apps::Plan> plan;      ///< Of the programs.
    apps::Buffers buffers;                       ///< Of the sockets.
    std::size_t from = 0, to = 0;                ///< Hosts; the same: the loop-back.
    Femtoseconds start = 0, duration = 0;
    /// What does not arrive is not repeated.
    bool is_unreliable() const { return !programs || programs->datagrams; }
    bool has_transactions() const { return programs ? programs->transactions : packets && packets->plan->echoes(); }
    /// Its outcome is the time of each packet, and no rate.
    bool measures_times() const { return packets && !packets->plan->measures_throughput(); }
    bool ends_by_itself() const { return programs ? plan->ends_by_itself() : (frames ? frames : packets)->count > 0; }
};

struct Traffic {
    Experiment common;  ///< Name, seed, runs, analyzer, resolved keys and their origins; no hosts.
    Femtoseconds duration = 10 * base::kSecond, sample = 0, jitter = 0;
    bool resolves = false;                  ///< Addresses are resolved by ARP; false: they are configured.
    std::optional<std::size_t> arp_server;  ///< The host that resolves those of switched connections.
    std::vector<TrafficHost> hosts;
    std::vector<TrafficSwitch> switches;
    std::vector<TrafficLink> links;
    std::vector<TrafficVc> vcs;
    std::vector<TrafficFlow> flows;
    bool has_cycle_hosts() const;
    /// Some part of it is at the cycle level: a host, or a line that more than two stations share.
    bool has_signals() const;
    /// "coarse", "cycle" or "mixed". A host that is only a MAC is at the cycle level.
    std::string level() const;
};

/// Names for an analyzer or a trigger on its signals: hosts at the cycle level are first.
AnalyzerNames analyzer_names(const Traffic& traffic);

/// Reads and checks it. Throws core::ConfigError.
Traffic read_traffic(const std::string& path, const Overrides& overrides, InputFiles files = {});

}  // namespace niclab::lab
