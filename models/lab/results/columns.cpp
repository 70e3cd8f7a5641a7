#include "lab/results/columns.h"

#include <algorithm>

#include "probe/account/pci_csv.h"
#include "probe/analyzer/analyzer_output.h"

namespace niclab::lab {

namespace {

const core::Column kRun{"run", "", "Number of the run, from 0."};
const core::Column kSampled{"at_s", "s", "When it was looked at, since the simulation began."};
const core::Column kFlow{"flow", "", "Name of the flow."};

void append(core::Columns& all, const core::Columns& more) { all.insert(all.end(), more.begin(), more.end()); }

const char* kNothing = "nothing";

/// pdus.csv with all the columns that some experiment has.
core::Columns all_pdu_columns(const core::Columns& moments) {
    core::Columns all = pdu_columns(moments, "", true);
    const auto has = [&all](const core::Column& c) {
        return std::any_of(all.begin(), all.end(), [&c](const core::Column& d) { return d.name == c.name; });
    };
    for (const core::Column& c : pdu_columns({}, kNothing, true))
        if (c.name != kNothing && !has(c)) all.push_back(c);
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
                 {"status", "", "delivered, lost, crc_error or length_error."}});
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

core::Columns flow_columns() {
    return {
        kRun,
        kFlow,
        {"kind", "", "What its programs do."},
        {"from", "", "Host that begins."},
        {"to", "", "Host it talks to."},
        {"octets", "octets", "What arrived at the receiving program."},
        {"seconds", "s", "How long that took."},
        {"mbit_s", "Mb/s", "The one by the other, in bits of 10^6."},
        {"transactions", "", "Requests answered, or echoes."},
        {"transactions_s", "1/s", "A second."},
        {"rtt_p50_us", "us", "Median round trip of a transaction."},
        {"rtt_p99_us", "us", "99 % of them take no longer."},
        {"datagrams_sent", "", "UDP only."},
        {"datagrams_received", "", "UDP only."},
        {"segments", "", "TCP segments with data, repeated ones included."},
        {"acks", "", "Segments that only acknowledge."},
        {"retransmitted", "", "Segments sent again."},
        {"timeouts", "", "Retransmission timers that ran out."},
        {"fast_retransmits", "", "Segments sent again after duplicate acknowledgements."},
    };
}

core::Columns host_columns() {
    return {
        kRun,
        kSampled,
        {"host", "", "Name of the host."},
        {"interrupt", "%", "Share of its CPUs in interrupts, since the sample before."},
        {"protocol", "%", "In protocols."},
        {"process", "%", "In programs."},
        {"idle", "%", "The rest."},
    };
}

core::Columns tcp_columns() {
    return {
        kRun,
        kSampled,
        kFlow,
        {"window", "octets", "Congestion window."},
        {"threshold", "octets", "Of slow start; empty: none yet."},
        {"flight", "octets", "Sent and not acknowledged."},
        {"peer_window", "octets", "What the receiver offers."},
        {"acknowledged", "octets", "Since the connection began."},
        {"retransmitted", "", "Segments sent again since the connection began."},
        {"round_trip_us", "us", "As TCP smooths it."},
    };
}

core::Columns queue_columns() {
    return {
        kRun,
        kSampled,
        {"queue", "", "SWITCH:PORT."},
        {"cells", "cells", "In the queue at that time; frames, where the port is Ethernet."},
        {"dropped_pdus", "", "PDUs that lost a cell there since the run began."},
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
        {"behind", "",
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
                 {"fragments_heard", "", "What its receiver heard of others' collisions."},
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

core::Columns card_columns() {
    return {
        kRun,
        {"host", "", "Name of the host."},
        {"level", "", "How closely its card is simulated: coarse or cycle."},
        {"card", "", "Card."},
        {"pdus_sent", "PDUs", "Packets that the card took."},
        {"pdus_received", "PDUs", "Packets that came to the host's memory whole."},
        {"cells_sent", "cells", "On the line, null cells not counted."},
        {"cells_received", "cells", "From the line, null cells not counted."},
        {"line_error", "PDUs", "Lost because a cell was missing or wrong."},
        {"card_fifo", "PDUs", "Lost in the card's receive FIFO or its packet memory."},
        {"card_receive_buffer", "PDUs", "Lost because the host gave the card no buffer in time."},
        {"first_cell_us", "us", "Cycle level: from the driver to the first cell in the net, mean."},
        {"deliver_us", "us", "Cycle level: from the last cell in the net to the end of the handler, mean."},
        {"driver_us", "us", "Cycle level: CPU time of the driver's register accesses."},
        {"uneven_pdus", "PDUs",
         "Cycle level: sent with a last cell later by a cell time or more than the line's rate foretells."},
    };
}

core::Columns drop_columns() {
    return {
        kRun,
        {"flow", "", "Whose packets, by its programs' ports, or echoes between its hosts; empty: of no flow."},
        {"where", "", "Host or switch that lost them, or found the loss on a line."},
        {"cause", "", "Each packet has one, and each cell; cells of a packet may have others than it."},
        {"packets", "", "Of IP; fragments count by themselves."},
        {"octets", "octets", "Of those packets, with IP's headers."},
        {"cells", "cells", "Of lost packets, that the place dropped for this cause."},
    };
}

core::Columns port_columns() {
    return {
        kRun,
        {"port", "", "Host, or switch and port."},
        {"peer", "", "The other end of its link."},
        {"mbit_s", "Mb/s", "Of the link."},
        {"duplex", "", "half or full."},
        {"frames_sent", "frames", "Whole."},
        {"octets_sent", "octets", "Of those, with padding and FCS."},
        {"frames_received", "frames", "Whole."},
        {"attempts", "", "Times its MAC began to send."},
        {"deferred", "frames", "That found the medium busy."},
        {"collisions", "", "Attempts that collided."},
        {"backoff_slots", "", "Drawn behind collisions, of 512 bit times each."},
        {"excessive_collisions", "frames", "Given up after the last attempt."},
        {"late_collisions", "", "Collisions behind the slot time."},
        {"damaged", "frames", "That came spoilt by a collision which their sender did not see."},
        {"queue_full", "frames", "That a switch had no place for before this port."},
        {"most_queued", "frames", "The most that waited in a switch before this port."},
        {"sending_percent", "%", "Of the time, collided attempts included."},
        {"occupied_percent", "%", "Of the time, that this end or the other was heard here."},
        {"by_collisions", "frames", "Sent or given up, by their collisions from 0 to 16; separated by blanks."},
    };
}

core::Columns arp_columns() {
    return {
        kRun,
        {"host", "", "Its name."},
        {"protocol", "", "arp, or inatmarp on permanent ATM connections."},
        {"requests_sent", "packets", "By this host."},
        {"requests_received", "packets", "For this host."},
        {"replies_sent", "packets", "To who asked for this host."},
        {"replies_received", "packets", "To this host's requests."},
        {"packets_waited", "packets", "Of IP, for an address to be known."},
        {"packets_dropped", "packets", "Of those; a newer one took their place, or the run was over."},
        {"longest_us", "us", "That an address with a packet was not known."},
        {"addresses", "", "Known at the end."},
        {"lane_control_frames", "frames", "LAN emulation would have exchanged so many for this host; not on the line."},
    };
}

std::vector<Table> known_tables(const core::Columns& moments) {
    return {
        {"pdus.csv", "One row a packet and direction; moments in ns since the run's start, empty: did not happen.",
         all_pdu_columns(moments)},
        {"attribution.csv", "One row a span of a packet's life; the spans of a packet follow each other without a gap.",
         attribution_columns()},
        {"pci.csv", "One row a transaction on a PCI bus.", probe::pci_columns()},
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
        {"arp.csv", "With network.arp = \"exchange\": one row a host and run.", arp_columns()},
        {"drops.csv", "Coarse level: one row a flow, place and cause that lost packets.", drop_columns()},
    };
}

}  // namespace niclab::lab
