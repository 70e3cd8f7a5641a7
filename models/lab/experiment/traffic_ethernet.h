/// @file  What an experiment of hosts with a TCP may say of Ethernet: cards, links, switches and LANE bridges, and which ways lead through them.
#pragma once

#include "lab/experiment/traffic.h"

namespace niclab::lab {

/// What a driver pays for copies goes into `costs`.
coarse::EtherCardConfig read_ethernet_card(core::ConfigTable& table, kernel::Costs& costs);
/// False: it is an ATM switch, nothing but its kind was read.
bool read_ethernet_switch(core::ConfigTable& table, TrafficSwitch& s);
/// False: both ends are for cells. Refuses a link between the two kinds of lines.
bool read_ethernet_link(core::ConfigTable& table, const Traffic& traffic, TrafficLink& link);
/// Ends a connection's path at the bridge behind which Ethernet begins. False: cells begin again behind it.
bool cut_at_bridge(const Traffic& traffic, TrafficVc& vc);
/// Refuses a way of which two pieces are ATM.
void check_way(const core::ConfigTable& flow, const Traffic& traffic, std::size_t from, std::size_t to);
/// Refuses Ethernet switches in a circle, and a bridge without LAN emulation.
void refuse_loops_and_clip(const core::ConfigTable& root, const Traffic& traffic, bool lane);

}  // namespace niclab::lab
