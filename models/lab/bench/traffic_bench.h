/// @file  The hosts, lines, switches and programs of an experiment at the coarse level, ready to run on one agenda.
#pragma once

#include <memory>

#include "kernel/software.h"
#include "lab/bench/drop_ledger.h"
#include "lab/experiment/traffic.h"

namespace niclab::lab {

/// One host: software on its CPU, protocols, card.
struct TrafficNode {
    TrafficNode(base::Agenda& agenda, const TrafficHost& host)
        : config(host), software(agenda, host.costs, host.processors), stack(agenda, software, host.stack) {}
    const TrafficHost& config;
    kernel::Software software;
    stack::Stack stack;
    std::unique_ptr<coarse::Card> card;  ///< None: it has no link.
};

/// Packets, as IP counts them below the stacks: each is delivered, dropped for one cause, or under way.
struct PacketLedger {
    std::uint64_t sent = 0, delivered = 0, in_flight = 0;
    stack::DropCounts dropped{};
    std::uint64_t lost() const;
    bool balances() const { return sent == delivered + lost() + in_flight; }
};

class TrafficBench {
public:
    /// `run`: redraws all that is random.
    TrafficBench(const Traffic& traffic, unsigned run);

    base::Agenda& agenda() { return agenda_; }
    /// Begins the flows.
    void start();
    bool over() const;
    const std::vector<std::unique_ptr<TrafficNode>>& nodes() const { return nodes_; }
    const std::vector<std::unique_ptr<net::AtmSwitch>>& switches() const { return switches_; }
    const std::vector<std::unique_ptr<apps::App>>& apps() const { return apps_; }
    /// By link, towards each end.
    const std::vector<std::array<std::unique_ptr<net::Line>, 2>>& lines() const { return lines_; }
    PacketLedger ledger() const;
    const DropLedger& drops() const { return drops_; }

private:
    void note_drop(const std::string& where, bool in_stack, const stack::Loss& loss);
    void lay_lines(std::uint64_t seed);
    void add_cards(std::uint64_t seed);
    void connect_lines();
    void open_connections();
    void add_apps();
    std::unique_ptr<apps::App> make_app(const TrafficFlow& flow, std::size_t number);
    void begin(std::uint64_t flow) { apps_[flow]->start(); }

    const Traffic& traffic_;
    base::Agenda agenda_;
    base::RandomStream starts_;
    std::vector<std::unique_ptr<TrafficNode>> nodes_;
    std::vector<std::unique_ptr<net::AtmSwitch>> switches_;
    std::vector<std::array<std::unique_ptr<net::Line>, 2>> lines_;
    std::vector<std::unique_ptr<apps::App>> apps_;
    FlowFinder flow_of_;
    DropLedger drops_;
};

}  // namespace niclab::lab
