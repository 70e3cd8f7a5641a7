/// @file The keys of Ethernet in an experiment of hosts with a TCP: cards, links, switches and LANE
/// bridges, and the allowed paths through them.
#pragma once

#include "lab/experiment/traffic.h"

namespace niclab::lab {

/// The driver's costs of copies are written to `costs`.
coarse::EtherCardConfig read_ethernet_card(core::ConfigTable& table, kernel::Costs& costs);
/// Returns false for an ATM switch, of which only the kind was read.
bool read_ethernet_switch(core::ConfigTable& table, TrafficSwitch& s);
/// Returns false if both ends are for cells. Throws for a link between the two kinds of lines.
bool read_ethernet_link(core::ConfigTable& table, const Traffic& traffic, TrafficLink& link);
/// Adds a `[[segment]]` as a switch without MACs, and a link to each of its stations. Throws
/// core::ConfigError.
void read_traffic_segment(core::ConfigTable table, const std::string& name, Traffic& traffic);
/// Ends a connection's path at the bridge to Ethernet. Returns false if cells begin again after it.
bool cut_at_bridge(const Traffic& traffic, TrafficVc& vc);
/// Throws for a path with two ATM parts.
void check_way(const core::ConfigTable& flow, const Traffic& traffic, std::size_t from, std::size_t to);
/// Throws for Ethernet switches in a loop, and for a bridge without LAN emulation.
void refuse_loops_and_clip(const core::ConfigTable& root, const Traffic& traffic, bool lane);

}  // namespace niclab::lab
