#include "lab/results/columns.h"

#include <algorithm>

#include "probe/account/pci_csv.h"
#include "probe/analyzer/analyzer_output.h"
#include "probe/pcie/pcie_csv.h"

namespace niclab::lab {

namespace {

void append(core::Columns& all, const core::Columns& more) { all.insert(all.end(), more.begin(), more.end()); }

/// pdus.csv with the columns of all experiments.
core::Columns all_pdu_columns(const core::Columns& moments, const std::set<std::string>& units) {
    core::Columns all = pdu_columns(moments, "", true);
    const auto has = [&all](const core::Column& c) {
        return std::any_of(all.begin(), all.end(), [&c](const core::Column& d) { return d.name == c.name; });
    };
    for (const std::string& own : units)
        for (const core::Column& c : pdu_columns({}, own, true))
            if (!has(c)) all.push_back(c);
    return all;
}

}  // namespace

core::Columns pdu_columns(const core::Columns& moments, const std::string& own_units, bool several) {
    core::Columns all{kRun,
                      {"pdu", "", "Number of the packet in its direction, from 0 in each run."},
                      {"direction", "", "Between the two hosts, such as a_to_b."}};
    if (several) all.push_back({"flow", "", "Name of the flow; a column where there are several."});
    if (own_units.empty())
        append(all, {{"vpi", "", "Virtual path of its cells."}, {"vci", "", "Virtual channel of its cells."}});
    else
        append(all, {{"channel", "", "On a line of the cards' own, in place of vpi and vci."}});
    append(all, {{"payload_octets", "octets", "What the program sent."},
                 {"sdu_octets", "octets", "The same with the headers of its protocols."},
                 {own_units.empty() ? "cells" : own_units, own_units.empty() ? "cells" : own_units,
                  "What it was cut into; a line of the cards' own has its own word for them."},
                 {"status", "", "ok, lost, crc_error or length_error."}});
    append(all, moments);
    return all;
}

core::Columns attribution_columns() {
    return {
        kRun,
        {"pdu", "", "Number of the packet, as in pdus.csv."},
        {"direction", "", "As in pdus.csv."},
        {"id", "", "What programs know the cause by; it does not change with the words."},
        {"resource", "", "What works for the packet, or is waited for."},
        {"state", "", "working or waiting."},
        {"cause", "", "Why, in words, with who held it where that was seen."},
        {"amount", "", "Of what the cause counts, such as cells ahead; empty: it counts nothing."},
        {"begin_ns", "ns", "Since the run's start."},
        {"end_ns", "ns", "The next span begins at the same time."},
        {"duration_fs", "fs", "Exact: the spans of a packet sum to its time to the femtosecond."},
    };
}

core::Columns occupancy_columns() {
    return {
        {"side", "", "Host, with the card's name where it is the second one."},
        {"fifo", "", "Which FIFO of the card."},
        {"capacity_cells", "cells", "How many it can hold."},
        {"begin_ns", "ns", "Of a bin of time, since the simulation began."},
        {"end_ns", "ns", "Of that bin."},
        {"min_cells", "cells", "Smallest fill in the bin."},
        {"mean_cells", "cells", "Mean over its time."},
        {"max_cells", "cells", "Largest."},
    };
}

core::Columns frame_columns() {
    return {
        {"frame", "", "Number of the frame, from 0."},
        kFlow,
        {"from", "", "Host that sends it."},
        {"to", "", "Host it is for."},
        {"octets", "octets", "With its FCS."},
        {"status", "", "waiting, on_the_way, delivered, excessive_collisions, late_collision, damaged or queue_full."},
        {"attempts", "", "Times it began."},
        {"offered_fs", "fs", "When its program handed it over, since the simulation began."},
        {"total_fs", "fs",
         "From then until it was whole at the other program, or given up; empty: neither. The sum of the next seven."},
        {"queue_fs", "fs", "Behind earlier frames of its host."},
        {"deferral_fs", "fs", "Waiting while others are heard."},
        {"gap_fs", "fs", "The gap before each attempt, and waiting while nobody is heard."},
        {"backoff_fs", "fs", "Slots drawn behind its collisions."},
        {"collided_fs", "fs", "Attempts that collided, with their jam."},
        {"wire_fs", "fs", "The attempt that did not, from its first bit of preamble to its last of FCS."},
        {"arrival_fs", "fs", "From there to the other MAC's last octet."},
        {"deferred_to", "",
         "deferral_fs by who was heard: a host or collision, a blank, femtoseconds; separated by semicolons."},
    };
}

core::Columns station_columns() {
    core::Columns all{{"station", "", "Name of the host."},
                      {"offered", "frames", "Handed over by its programs: the sum of the seven fates."},
                      {"offered_octets", "octets", "The same in octets, with FCS."}};
    const std::pair<const char*, const char*> fates[] = {
        {"waiting", "Still in the host, or between two attempts."},
        {"on_the_way", "Sent, and the run's end came first."},
        {"delivered", "Whole at the other host."},
        {"excessive_collisions", "Given up after its last attempt."},
        {"late_collision", "Given up after a collision behind the slot time."},
        {"damaged", "Sent, and did not arrive whole."},
        {"queue_full", "Refused: its host held as many as it may."}};
    for (const auto& [name, what] : fates) {
        all.push_back({name, "frames", what});
        all.push_back({name + std::string("_octets"), "octets", "The same in octets, with FCS."});
    }
    append(all, {{"received", "frames", "Whole, for this host."},
                 {"received_octets", "octets", "The same in octets, with FCS."},
                 {"attempts", "", "Times it began to send."},
                 {"collisions", "", "Of them, those that collided."},
                 {"deferred", "frames", "Frames that found the medium busy."},
                 {"fragments_received", "", "What its receiver heard of others' collisions."},
                 {"mbit_s", "Mb/s", "Of its frames delivered, with FCS."}});
    return all;
}

core::Columns cable_columns() {
    return {
        {"station", "", "Who sent."},
        {"frame", "", "As in frames.csv."},
        {"attempt", "", "Of that frame, from 1."},
        {"begin_fs", "fs", "First bit of the preamble, since the simulation began."},
        {"end_fs", "fs", "Behind the last bit, of FCS or jam."},
        {"outcome", "", "frame or collided."},
        {"slots", "", "Drawn behind a collision, of 512 bit times; 0 where the frame was given up."},
    };
}

std::vector<Table> known_tables(const core::Columns& moments, const std::set<std::string>& units) {
    return {
        {"pdus.csv", "One row a packet and direction; moments in ns since the run's start, empty: did not happen.",
         all_pdu_columns(moments, units)},
        {"attribution.csv", "One row a span of a packet's life; the spans of a packet follow each other without a gap.",
         attribution_columns()},
        {"pci.csv", "One row a transaction on a PCI bus.", probe::pci_columns()},
        {"pcie.csv", "One row per TLP on a link of PCI Express.", probe::pcie_columns()},
        {"occupancy.csv", "With --report: one row a FIFO and bin of time.", occupancy_columns()},
        {"analyzer.csv", "With [analyzer]: one row a state that ended.", probe::mark_columns()},
        {"flows.csv", "Coarse level: one row a flow and run.", flow_columns()},
        {"hosts.csv", "Coarse level: one row a host and sample.", host_columns()},
        {"tcp.csv", "Coarse level: one row a TCP connection and sample.", tcp_columns()},
        {"queues.csv", "Coarse level: one row a switch port and sample.", queue_columns()},
        {"frames.csv", "Ethernet segment: one row a frame that a program handed over.", frame_columns()},
        {"stations.csv", "Ethernet segment: one row a station, whose frames have one fate each.", station_columns()},
        {"cable.csv", "Ethernet segment: one row an attempt, in the order in which they began.", cable_columns()},
        {"cards.csv", "Hosts with a TCP: one row a host's card and run, at either level.", card_columns()},
        {"ports.csv", "Hosts with a TCP on Ethernet: one row an end of an Ethernet link and run.", port_columns()},
        {"arp.csv", "With network.arp = \"exchange\" or an arp_server: one row a host and run.", arp_columns()},
        {"drops.csv", "Coarse level: one row a flow, place and cause that lost packets.", drop_columns()},
    };
}

}  // namespace niclab::lab
