/// @file Tables of hosts with a TCP.
#pragma once

#include "core/table.h"
#include "lab/results/traffic_results.h"

namespace niclab::lab {

const core::Table<FlowResult>& flow_table();
const core::Table<HostSample>& host_table();
const core::Table<FlowSample>& tcp_table();
const core::Table<QueueSample>& queue_table();
const core::Table<CardResult>& card_table();
const core::Table<DropResult>& drop_table();
const core::Table<PortResult>& port_table();
const core::Table<ArpResult>& arp_table();

}  // namespace niclab::lab
