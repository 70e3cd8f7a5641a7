// Tables of hosts with a TCP.
#include "lab/results/columns.h"

namespace niclab::lab {

namespace {

const core::Column kSampled{"time_s", "s", "When it was looked at, since the simulation began."};

}  // namespace

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
        {"cwnd", "octets", "Congestion window."},
        {"ssthresh", "octets", "Of slow start; empty: none yet."},
        {"in_flight", "octets", "Sent and not acknowledged."},
        {"rwnd", "octets", "What the receiver offers."},
        {"acknowledged", "octets", "Since the connection began."},
        {"retransmitted", "", "Segments sent again since the connection began."},
        {"srtt_us", "us", "As TCP smooths it."},
    };
}

core::Columns queue_columns() {
    return {
        kRun,
        kSampled,
        {"queue", "", "SWITCH:PORT."},
        {"queued", "the row's", "In the queue at that time."},
        {"unit", "", "cells; frames, where the port is Ethernet."},
        {"dropped", "", "PDUs that lost a cell there since the run began; frames that found no place."},
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
        {"first_cell_us", "us",
         "Cycle level: from the driver to the first cell in the net, or the first bit of a frame, mean."},
        {"deliver_us", "us", "Cycle level: from the last cell in the net to the end of the handler, mean."},
        {"driver_us", "us", "Cycle level: CPU time of the driver's register accesses."},
        {"late_last_cell_pdus", "PDUs",
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
        {"queue_max", "frames", "The most that waited in a switch before this port."},
        {"sending_percent", "%", "Of the time, collided attempts included."},
        {"occupied_percent", "%", "Of the time, that this end or the other was heard here."},
        {"backoff_percent", "%", "Of the time, that nothing was heard here while a back-off of its own went on."},
        {"frames_by_collisions", "frames", "Sent or given up, by their collisions from 0 to 16; separated by blanks."},
    };
}

core::Columns arp_columns() {
    return {
        kRun,
        {"host", "", "Its name."},
        {"protocol", "", "arp; inatmarp on permanent ATM connections, atmarp where an ARP server is asked as well."},
        {"requests_sent", "packets", "By this host."},
        {"requests_received", "packets", "For this host."},
        {"replies_sent", "packets", "To who asked for this host."},
        {"replies_received", "packets", "To this host's requests."},
        {"naks", "packets", "Requests that the ARP server refused: itself, or of this host."},
        {"packets_waited", "packets", "Of IP, for an address to be known."},
        {"packets_dropped", "packets",
         "Of those; a newer one took their place, the ARP server refused, or the run was over."},
        {"max_wait_us", "us", "That an address with a packet was not known."},
        {"addresses", "", "Known at the end."},
        {"lane_control_frames", "frames", "LAN emulation would have exchanged so many for this host; not on the line."},
    };
}

}  // namespace niclab::lab
