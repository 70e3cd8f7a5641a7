/// @file The cost of address resolution if addresses are not configured: one row per host.
///
/// Source: LAN emulation's control frames as 3Com's and Cabletron's manuals describe the
///   registration of a station in the LAN. They are configuration, join, the address of the BUS,
///   then an LE_ARP for each station, with a request and a response each.
/// Not modelled: those frames on the line; they are counted.
#pragma once

#include "lab/bench/traffic_bench.h"

namespace niclab::lab {

struct ArpResult {
    unsigned run = 0;
    std::string host, protocol;  ///< arp, inatmarp or atmarp
    stack::Neighbours::Stats stats;
    std::uint64_t lane_control = 0;  ///< Frames.
};

/// Empty if all addresses are configured.
std::vector<ArpResult> arp_results(const TrafficBench& bench, unsigned run);
/// A table of the first run; empty without hosts.
std::string arp_text(const std::vector<ArpResult>& hosts);

}  // namespace niclab::lab
