/// @file  The parts of an experiment at the coarse level, read table by table.
#pragma once

#include "lab/experiment/known_name.h"
#include "lab/experiment/traffic.h"

namespace niclab::lab {

/// The position of a host among the others.
struct HostPlace {
    std::size_t number = 0, hosts = 1;
    std::string level;  ///< If it names none; empty: that of its card.
    bool lane = false;
};
/// `own`, with the common keys of hosts as the lower layer.
TrafficHost read_traffic_host(core::ConfigTable own, const std::string& name, const HostPlace& place,
                              InputFiles& files);
TrafficSwitch read_traffic_switch(core::ConfigTable table, const std::string& name);
/// "HOST" or "SWITCH:PORT" at `key`.
TrafficEnd read_end(const core::ConfigTable& table, const char* key, const std::string& text, const Traffic& so_far);
/// Throws core::ConfigError if the end has a link.
void refuse_second_link(const core::ConfigTable& table, const char* key, const TrafficEnd& end, const Traffic& so_far);
/// The key of a link's table for an end: `prefix` and the end's name, "to_switch_1" of "switch:1".
std::string table_of_end(const std::string& prefix, const std::string& end);
TrafficLink read_traffic_link(core::ConfigTable table, const std::string& name, const Traffic& so_far);
TrafficVc read_traffic_vc(core::ConfigTable table, const std::string& name, const Traffic& so_far);
/// Throws core::ConfigError for settings that a card at the cycle level does not support: other
/// rates than STS-3c's, shaping, high VCIs.
void refuse_beyond_cycle_cards(const Traffic& traffic, const NamedTables& links, const NamedTables& vcs);
/// The shortest path from one host to another; empty if there is none.
std::vector<TrafficHop> find_path(const Traffic& traffic, std::size_t from, std::size_t to);

}  // namespace niclab::lab
