/// @file The results of a run at the coarse level, and its output files.
#pragma once

#include "core/table.h"
#include "lab/bench/traffic_bench.h"
#include "lab/results/packet_paths.h"
#include "lab/results/results.h"
#include "lab/results/traffic_limits.h"

namespace niclab::lab {

struct FlowResult {
    unsigned run = 0;
    std::string name, kind, from, to;
    apps::Outcome outcome;
    std::uint64_t segments = 0, retransmitted = 0, timeouts = 0, fast_retransmits = 0, acks = 0;
    /// For the connection: written = read + waiting to be read + not yet arrived, and nothing was
    /// acknowledged before its arrival.
    bool balances = true;
    std::uint64_t waiting = 0, outstanding = 0;
    stack::DropCounts lost{};
    std::vector<Use> shares;  ///< During the measurement; empty: it was not completed.
    FlowSigns signs;
    Limit limit() const { return limit_of(shares, signs); }
    double round_trip_us(double percent) const { return percentile_us(outcome.round_trips, percent); }
};

/// Shares of a host's CPU, percent.
struct CpuShares {
    double interrupt = 0, protocol = 0, process = 0, idle = 100;
    double busy() const { return 100 - idle; }
};

struct HostResult {
    unsigned run = 0;
    std::string name;
    CpuShares shares;                                           ///< Over the time of the flows.
    std::vector<std::pair<std::string, Femtoseconds>> strands;  ///< Exact; the rest is idle.
    Femtoseconds idle = 0, elapsed = 0;
    unsigned processors = 1;
    std::uint64_t pdus_sent = 0, pdus_received = 0, interrupts = 0;
    bool exact() const;
};

struct CardResult {
    unsigned run = 0;
    std::string host, level, card;
    CardCounts counts;
    stack::DropCounts lost{};
    /// Only at the cycle level:
    double first_cell_us = 0, deliver_us = 0, driver_us = 0;
    std::uint64_t uneven = 0;
};

/// The results of the ports of a bench's Ethernet links: one row per MAC, or for the ATM port
/// of a bridge.
struct PortResult {
    unsigned run = 0;
    std::string port, peer;  ///< "a", "switch:1"
    bool full_duplex = false;
    double bit_rate = 0;
    ether::TransmitMachine::Stats sent;
    net::PortStats mac;
    double sending = 0, occupied = 0, held_off = 0;  ///< Shares of the time.
    std::uint64_t queue_full = 0;                    ///< For a switch.
    std::size_t most_queued = 0;
};

/// The cost of address resolution if addresses are not configured: one row per host.
///
/// Source: LAN emulation's control frames as 3Com's and Cabletron's manuals describe the
///   registration of a station in the LAN. They are configuration, join, the address of the BUS,
///   then an LE_ARP for each station, with a request and a response each.
/// Not modelled: those frames on the line; they are counted.
struct ArpResult {
    unsigned run = 0;
    std::string host, protocol;  ///< arp, inatmarp or atmarp
    stack::Neighbours::Stats stats;
    std::uint64_t lane_control = 0;  ///< Frames.
};

/// Packets of a flow that were lost at one place for one cause.
struct DropResult {
    unsigned run = 0;
    std::string flow, where;  ///< An empty flow: they belong to none.
    stack::Drop cause{};
    DropLedger::Lost lost;
};

struct HostSample {
    unsigned run = 0;
    double at_s = 0;
    std::string host;
    CpuShares shares;  ///< Since the previous sample.
};

struct FlowSample {
    unsigned run = 0;
    double at_s = 0;
    std::string flow;
    std::uint64_t window = 0, threshold = 0, flight = 0, peer_window = 0, acknowledged = 0, retransmitted = 0;
    double round_trip_us = 0;
};

struct QueueSample {
    unsigned run = 0;
    double at_s = 0;
    std::string queue;  ///< "switch:port"
    std::uint32_t queued = 0;
    const char* unit = "cells";  ///< Or frames.
    std::uint64_t dropped = 0;   ///< PDUs that lost a cell there, or frames.
};

struct TrafficResults : RunHead {
    std::vector<FlowResult> flows;
    std::vector<HostResult> hosts;
    std::vector<CardResult> cards;
    std::vector<HostSample> host_samples;
    std::vector<FlowSample> flow_samples;
    std::vector<QueueSample> queue_samples;
    std::vector<PortResult> ports;      ///< For Ethernet; else empty.
    std::vector<ArpResult> arp;         ///< Empty if addresses are configured.
    std::vector<PacketLedger> ledgers;  ///< By run.
    std::vector<CellLedger> cells;
    std::vector<stack::DropCounts> drops_above;
    std::vector<DropResult> drops;
    double simulated_s = 0;
    std::uint64_t packets = 0, steps = 0;
    PacketPaths paths;              ///< Of packets between Ethernet cards at the cycle level, of all runs.
    bool has_packet_times() const;  ///< One of its flows is measured for the time of its packets.
    bool checks_held() const;
};

const core::Table<FlowResult>& flow_table();
const core::Table<HostSample>& host_table();
const core::Table<FlowSample>& tcp_table();
const core::Table<QueueSample>& queue_table();
const core::Table<CardResult>& card_table();
const core::Table<DropResult>& drop_table();
const core::Table<PortResult>& port_table();
const core::Table<ArpResult>& arp_table();

/// Empty without Ethernet.
std::vector<PortResult> port_results(const Traffic& traffic, const TrafficBench& bench, unsigned run);
/// Percent of the time, to 1e-6.
double percent_of(double share);
/// Empty if all addresses are configured.
std::vector<ArpResult> arp_results(const TrafficBench& bench, unsigned run);

/// Of a flow in each run, Mb/s, or transactions per second.
std::vector<double> rates_of(const TrafficResults& results, const std::string& flow);
RunMeans means_of(const Traffic& traffic, const TrafficResults& results);
/// A flow's result of the first run, with the counts, round trips and times of packets of all runs.
FlowResult in_all_runs(const TrafficResults& results, const std::string& flow);
/// Jain's index of the flows' rates in a run: 1 if all are equal. Flows of frames count only if there
/// are no others: their rates are no payload. Flows that are measured for the time of their packets
/// do not count.
double fairness(const TrafficResults& results, unsigned run);

/// The most frequent cause of losses; empty: nothing was lost.
std::string main_cause(const stack::DropCounts& lost);

/// Each flow's rate and its limit, in one sentence; the changes of the run come before the first.
std::vector<std::string> traffic_answers(const TrafficResults& results);
/// How many packets were lost for each reason, "switch_queue 259, epd 455"; empty: none.
std::string traffic_losses(const TrafficResults& results);
std::string summary(const TrafficResults& results);
/// Writes results.json, flows.csv, hosts.csv, tcp.csv, queues.csv, drops.csv, cards.csv and
/// summary.txt. With Ethernet it writes ports.csv, with address resolution arp.csv, with times of
/// packets latencies.csv, with paths of packets attribution.csv. Throws core::ConfigError.
void write_results(const TrafficResults& results, const std::string& folder, const std::string& summary);

}  // namespace niclab::lab
