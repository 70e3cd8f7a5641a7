#include "lab/results/columns.h"

#include <algorithm>

#include "lab/buses/bus.h"
#include "lab/results/attribution_report.h"
#include "lab/results/occupancy.h"
#include "lab/results/packet_times.h"
#include "lab/results/pdu_table.h"
#include "lab/results/segment_results.h"
#include "lab/results/traffic_results.h"
#include "probe/account/pci_csv.h"
#include "probe/analyzer/analyzer_output.h"

namespace niclab::lab {

namespace {

void append(core::Columns& all, const core::Columns& more) { all.insert(all.end(), more.begin(), more.end()); }

/// pdus.csv with the columns of all experiments.
core::Columns all_pdu_columns(const core::Columns& moments, const std::set<std::string>& units) {
    core::Columns all = pdu_table({true}).columns();
    append(all, moments);
    const auto has = [&all](const core::Column& c) {
        return std::any_of(all.begin(), all.end(), [&c](const core::Column& d) { return d.name == c.name; });
    };
    for (const std::string& own : units)
        for (const core::Column& c : pdu_table({true, own}).columns())
            if (!has(c)) all.push_back(c);
    return all;
}

template <auto kTable>
core::Columns columns_of() {
    return kTable().columns();
}

}  // namespace

std::vector<Table> known_tables(const core::Columns& moments, const std::set<std::string>& units) {
    std::vector<Table> tables = {
        {"pdus.csv",
         "One row per packet and direction. Times in ns since the start of the run; empty if the event did not happen.",
         [moments, units] { return all_pdu_columns(moments, units); }},
        {"attribution.csv", "One row per span of a packet's time. The spans of a packet are contiguous.",
         attribution_columns},
        {"pci.csv", "One row per transaction on a PCI bus.", probe::pci_columns},
        {"occupancy.csv", "With --report: one row per FIFO and interval.", columns_of<occupancy_table>},
        {"analyzer.csv", "With [analyzer]: one row per state that ended.", probe::mark_columns},
        {"flows.csv", "Coarse level: one row per flow and run.", columns_of<flow_table>},
        {"latencies.csv",
         "Hosts with a TCP: one row per packet that arrived, of flows of kind echo, transmit, periodic or poisson.",
         columns_of<packet_time_table>},
        {"hosts.csv", "Coarse level: one row per host and sample.", columns_of<host_table>},
        {"tcp.csv", "Coarse level: one row per TCP connection and sample.", columns_of<tcp_table>},
        {"queues.csv", "Coarse level: one row per switch port and sample.", columns_of<queue_table>},
        {"frames.csv", "Ethernet segment: one row per frame of a program.", columns_of<frame_table>},
        {"stations.csv", "Ethernet segment: one row per station; each frame has one outcome.",
         columns_of<station_table>},
        {"cable.csv", "Ethernet segment: one row per attempt, in order of start.", columns_of<cable_table>},
        {"cards.csv", "Hosts with a TCP: one row per card and run, at either level.", columns_of<card_table>},
        {"ports.csv", "Hosts with a TCP on Ethernet: one row per end of an Ethernet link and run.",
         columns_of<port_table>},
        {"arp.csv", "With network.arp = \"exchange\" or an arp_server: one row per host and run.",
         columns_of<arp_table>},
        {"drops.csv", "Coarse level: one row per flow, place and cause of lost packets.", columns_of<drop_table>},
    };
    const auto after_pci =
        std::find_if(tables.begin(), tables.end(), [](const Table& t) { return t.file == "pci.csv"; }) + 1;
    std::vector<Table> of_buses;
    for (const buses::Kind* kind : buses::in_order())
        if (kind->table) of_buses.push_back({kind->table->file, kind->table->what, kind->table->columns});
    tables.insert(after_pci, of_buses.begin(), of_buses.end());
    return tables;
}

}  // namespace niclab::lab
