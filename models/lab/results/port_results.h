/// @file The results of the ports of a bench's Ethernet links: one row per MAC, or for the ATM port
/// of a bridge.
#pragma once

#include "lab/bench/traffic_bench.h"

namespace niclab::lab {

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

std::vector<PortResult> port_results(const Traffic& traffic, const TrafficBench& bench, unsigned run);
/// Percent of the time, to 1e-6.
double percent_of(double share);
/// A table of the first run; empty without ports.
std::string ports_text(const std::vector<PortResult>& ports);

}  // namespace niclab::lab
