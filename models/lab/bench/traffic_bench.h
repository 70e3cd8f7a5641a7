/// @file The hosts, lines, switches and programs of an experiment, ready to run on one event queue;
/// hosts at the cycle level run in SystemC in parallel.
#pragma once

#include <memory>

#include "kernel/software.h"
#include "lab/bench/atm_cycle_host.h"
#include "lab/bench/drop_ledger.h"
#include "lab/bench/ether_net.h"
#include "lab/bench/mac_host.h"
#include "lab/bench/packet_flow.h"
#include "lab/experiment/traffic.h"

namespace niclab::lab {

/// One host: software on its CPU, protocols, card.
struct TrafficNode {
    TrafficNode(base::EventQueue& event_queue, const TrafficHost& host)
        : config(host), software(event_queue, host.costs, host.processors), stack(event_queue, software, host.stack) {}
    const TrafficHost& config;
    kernel::Software software;
    stack::Stack stack;
    std::unique_ptr<coarse::Card> card;  ///< One of the four; none: it has no link.
    std::unique_ptr<coarse::EtherCard> ether;
    std::unique_ptr<CycleHost> cycle;
    std::unique_ptr<MacHost> mac;   ///< Instead of stack and card.
    AtmCycleHost* cells = nullptr;  ///< Either of the two is `cycle`, if that exists.
    EtherCycleHost* frames = nullptr;
    stack::DropCounts lost{};  ///< In its card, and on the line as detected by its card.
    /// Its stack has a card.
    bool linked() const { return card || ether || cycle; }
    /// Whether IP resolves the peers of ATM connections.
    bool asks_connections() const { return !config.on_ethernet() && !config.lane(); }
};

/// Of its card.
CardCounts counts_of(const TrafficNode& node);

/// Packets, as IP counts them below the stacks: each is delivered, dropped for one cause, or under
/// way.
struct PacketLedger {
    std::uint64_t sent = 0, delivered = 0, in_flight = 0;
    std::uint64_t copies = 0, filtered = 0;  ///< Copies by Ethernet switches that flood, and those that ended at other
                                             ///< stations.
    stack::DropCounts dropped{};
    std::uint64_t lost() const;
    bool balances() const { return sent + copies == delivered + filtered + lost() + in_flight; }
};

/// Cells that left cards: each is delivered with its whole PDU, dropped for one cause, or under way.
struct CellLedger : PacketLedger {};

class TrafficBench {
public:
    /// `run`: selects all random draws. At LinkLevel::Signal buses and lines of hosts at the cycle
    /// level are never at transaction level.
    TrafficBench(const Traffic& traffic, unsigned run, LinkLevel links = LinkLevel::Transaction);

    base::EventQueue& event_queue() { return event_queue_; }
    const base::EventQueue& event_queue() const { return event_queue_; }
    /// Initialises the cards at the cycle level, before the flows begin. Throws std::runtime_error
    /// if one does not answer.
    void bring_up();
    /// Simulates up to `end`.
    void run(Femtoseconds end);
    /// The run is over: packets that cards at the cycle level have not delivered are lost.
    void settle();
    /// Begins the flows.
    void start();
    bool over() const;
    bool has_arp_server() const { return traffic_.arp_server.has_value(); }
    const std::vector<std::unique_ptr<TrafficNode>>& nodes() const { return nodes_; }
    /// By switch; nullptr: an Ethernet switch.
    const std::vector<std::unique_ptr<net::AtmSwitch>>& switches() const { return switches_; }
    const std::vector<std::unique_ptr<apps::App>>& apps() const { return apps_; }
    const EtherNet& ethernet() const { return *ethernet_; }
    /// nullptr: no host is at the cycle level.
    core::KernelBridge* kernel_bridge() const { return kernel_bridge_.get(); }
    /// Cards at the cycle level.
    std::vector<const End*> ends() const;
    /// By link, towards each end; nullptr: Ethernet.
    const std::vector<std::array<std::unique_ptr<net::Line>, 2>>& lines() const { return lines_; }
    PacketLedger ledger() const;
    CellLedger cell_ledger() const;
    const DropLedger& drops() const { return drops_; }

private:
    void note_drop(const std::string& where, bool in_stack, const stack::Loss& loss);
    void lay_lines(std::uint64_t seed);
    void add_cards(std::uint64_t seed);
    void add_ethernet_card(TrafficNode& node, net::FramePort& port);
    std::unique_ptr<apps::App> make_app(std::size_t flow);
    void add_cycle_hosts(std::uint64_t seed);
    void add_cycle_host(TrafficNode& node, base::RandomStream& phases, std::uint64_t seed);
    void connect_lines();
    void connect_host(const TrafficEnd& end, net::Line& to_host, net::Line& from_host);
    struct Connection {
        std::uint16_t number;
        Femtoseconds spacing;
        bool switched;
    };
    void open(TrafficNode& from, const TrafficNode& to, const Connection& connection);
    void open_connections();
    void resolve_addresses();
    void add_apps();
    void count_lost(TrafficNode& node, const stack::Loss& loss) {
        note_drop(node.config.name, false, loss);
        node.lost[std::size_t(loss.cause)] += loss.packets;
    }
    void begin(std::uint64_t flow) { apps_[flow]->start(); }

    const Traffic& traffic_;
    const LinkLevel links_;
    std::unique_ptr<core::Contexts> context_;  ///< Of SystemC; all three exist if a host is at the cycle level.
    base::EventQueue event_queue_;
    std::unique_ptr<core::KernelBridge> kernel_bridge_;
    const std::uint64_t seed_;
    base::RandomStream starts_;
    std::vector<std::unique_ptr<TrafficNode>> nodes_;
    std::vector<std::unique_ptr<net::AtmSwitch>> switches_;
    std::unique_ptr<EtherNet> ethernet_;
    std::vector<std::array<std::unique_ptr<net::Line>, 2>> lines_;
    std::vector<std::unique_ptr<apps::App>> apps_;
    FlowFinder flow_of_;
    DropLedger drops_;
};

}  // namespace niclab::lab
