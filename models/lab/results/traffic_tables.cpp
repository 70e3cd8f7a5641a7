// Tables of hosts with a TCP.
#include "lab/results/columns.h"
#include "lab/results/traffic_results.h"

namespace niclab::lab {

namespace {

using core::Cell;
using core::Decimal;

const core::Column kSampled{"time_s", "s", "Time of the sample, since the start of the simulation."};

/// Of a card at the cycle level; empty at the coarse level.
Cell cycle(const CardResult& c, Cell value) { return c.level == "cycle" ? value : Cell(""); }

Cell lost(const CardResult& c, stack::Drop cause) { return c.lost[std::size_t(cause)]; }

Decimal percent_cell(double share) { return {percent_of(share), 4}; }

}  // namespace

const core::Table<FlowResult>& flow_table() {
    using F = FlowResult;
    static const core::Table<F> table{
        {kRun, [](const F& f) -> Cell { return f.run; }},
        {kFlow, [](const F& f) -> Cell { return f.name; }},
        {{"kind", "", "Kind of its programs."}, [](const F& f) -> Cell { return f.kind; }},
        {{"from", "", "Host that starts the flow."}, [](const F& f) -> Cell { return f.from; }},
        {{"to", "", "The other host."}, [](const F& f) -> Cell { return f.to; }},
        {{"octets", "octets", "Payload that the receiving program read; of frames all their octets."},
         [](const F& f) -> Cell { return f.outcome.octets; }},
        {{"seconds", "s", "Duration of the measurement."},
         [](const F& f) -> Cell { return Decimal(f.outcome.seconds(), 6); }},
        {{"mbit_s", "Mb/s", "Payload per time of the measurement."},
         [](const F& f) -> Cell { return Decimal(f.outcome.mbit_s(), 4); }},
        {{"transactions", "", "Answered requests, or echoes."},
         [](const F& f) -> Cell { return f.outcome.transactions; }},
        {{"transactions_s", "1/s", "Transactions per second."},
         [](const F& f) -> Cell {
             const apps::Outcome& o = f.outcome;
             return Decimal{o.transactions > 0 ? double(o.transactions) / o.seconds() : 0.0, 3};
         }},
        {{"rtt_p50_us", "us", "Round trip of a transaction, median."},
         [](const F& f) -> Cell { return Decimal(f.round_trip_us(50), 3); }},
        {{"rtt_p99_us", "us", "Round trip of a transaction, 99th percentile."},
         [](const F& f) -> Cell { return Decimal(f.round_trip_us(99), 3); }},
        {{"datagrams_sent", "", "Datagrams of UDP and ICMP, or frames."},
         [](const F& f) -> Cell { return f.outcome.datagrams_sent; }},
        {{"datagrams_received", "", "Datagrams of UDP and ICMP, or frames."},
         [](const F& f) -> Cell { return f.outcome.datagrams_received; }},
        {{"segments", "", "TCP segments with data, with retransmissions."},
         [](const F& f) -> Cell { return f.segments; }},
        {{"acks", "", "TCP segments without data."}, [](const F& f) -> Cell { return f.acks; }},
        {{"retransmitted", "", "Retransmitted segments."}, [](const F& f) -> Cell { return f.retransmitted; }},
        {{"timeouts", "", "Expired retransmission timers."}, [](const F& f) -> Cell { return f.timeouts; }},
        {{"fast_retransmits", "", "Segments that were retransmitted after duplicate acknowledgements."},
         [](const F& f) -> Cell { return f.fast_retransmits; }},
    };
    return table;
}

const core::Table<HostSample>& host_table() {
    using H = HostSample;
    static const core::Table<H> table{
        {kRun, [](const H& h) -> Cell { return h.run; }},
        {kSampled, [](const H& h) -> Cell { return Decimal(h.at_s, 6); }},
        {{"host", "", "Name of the host."}, [](const H& h) -> Cell { return h.host; }},
        {{"interrupt", "%", "Share of CPU time in interrupts, since the previous sample."},
         [](const H& h) -> Cell { return Decimal(h.shares.interrupt, 4); }},
        {{"protocol", "%", "Share of CPU time in protocols."},
         [](const H& h) -> Cell { return Decimal(h.shares.protocol, 4); }},
        {{"process", "%", "Share of CPU time in programs."},
         [](const H& h) -> Cell { return Decimal(h.shares.process, 4); }},
        {{"idle", "%", "Share of idle CPU time."}, [](const H& h) -> Cell { return Decimal(h.shares.idle, 4); }},
    };
    return table;
}

const core::Table<FlowSample>& tcp_table() {
    using F = FlowSample;
    static const core::Table<F> table{
        {kRun, [](const F& f) -> Cell { return f.run; }},
        {kSampled, [](const F& f) -> Cell { return Decimal(f.at_s, 6); }},
        {kFlow, [](const F& f) -> Cell { return f.flow; }},
        {{"cwnd", "octets", "Congestion window."}, [](const F& f) -> Cell { return f.window; }},
        {{"ssthresh", "octets", "Slow start threshold. Empty: not set yet."},
         [](const F& f) -> Cell { return f.threshold == ~std::uint64_t{0} ? Cell("") : Cell(f.threshold); }},
        {{"in_flight", "octets", "Octets sent and not yet acknowledged."}, [](const F& f) -> Cell { return f.flight; }},
        {{"rwnd", "octets", "Window of the receiver, as advertised."},
         [](const F& f) -> Cell { return f.peer_window; }},
        {{"acknowledged", "octets", "Octets acknowledged since the start of the connection."},
         [](const F& f) -> Cell { return f.acknowledged; }},
        {{"retransmitted", "", "Segments retransmitted since the start of the connection."},
         [](const F& f) -> Cell { return f.retransmitted; }},
        {{"srtt_us", "us", "Smoothed round-trip time of TCP (RFC 793)."},
         [](const F& f) -> Cell { return Decimal(f.round_trip_us, 3); }},
    };
    return table;
}

const core::Table<QueueSample>& queue_table() {
    using Q = QueueSample;
    static const core::Table<Q> table{
        {kRun, [](const Q& q) -> Cell { return q.run; }},
        {kSampled, [](const Q& q) -> Cell { return Decimal(q.at_s, 6); }},
        {{"queue", "", "Queue, as SWITCH:PORT."}, [](const Q& q) -> Cell { return q.queue; }},
        {{"queued", "cells or frames", "Length of the queue."}, [](const Q& q) -> Cell { return q.queued; }},
        {{"unit", "", "Unit of the queue: cells, or frames at a port of Ethernet."},
         [](const Q& q) -> Cell { return q.unit; }},
        {{"dropped", "",
          "PDUs that lost a cell in this queue, or frames without space in it, since the start of the run."},
         [](const Q& q) -> Cell { return q.dropped; }},
    };
    return table;
}

const core::Table<CardResult>& card_table() {
    using C = CardResult;
    static const core::Table<C> table{
        {kRun, [](const C& c) -> Cell { return c.run; }},
        {{"host", "", "Name of the host."}, [](const C& c) -> Cell { return c.host; }},
        {{"level", "", "Level at which its card is simulated: coarse or cycle."},
         [](const C& c) -> Cell { return c.level; }},
        {{"card", "", "Name of the card."}, [](const C& c) -> Cell { return c.card; }},
        {{"pdus_sent", "PDUs", "Packets that the card accepted."},
         [](const C& c) -> Cell { return c.counts.pdus_sent; }},
        {{"pdus_received", "PDUs", "Complete packets in the memory of the host."},
         [](const C& c) -> Cell { return c.counts.pdus_received; }},
        {{"cells_sent", "cells", "Cells sent to the line, without null cells."},
         [](const C& c) -> Cell { return c.counts.cells_sent; }},
        {{"cells_received", "cells", "Cells received from the line, without null cells."},
         [](const C& c) -> Cell { return c.counts.cells_received; }},
        {{"line_error", "PDUs", "PDUs lost because of a missing or damaged cell."},
         [](const C& c) -> Cell { return lost(c, stack::Drop::LineError); }},
        {{"card_fifo", "PDUs", "PDUs lost in the receive FIFO or the packet memory of the card."},
         [](const C& c) -> Cell { return lost(c, stack::Drop::CardFifo); }},
        {{"card_receive_buffer", "PDUs", "PDUs lost because the card had no receive buffer."},
         [](const C& c) -> Cell { return lost(c, stack::Drop::CardReceiveBuffer); }},
        {{"first_cell_us", "us",
          "Cycle level: from the driver to the first cell in the net, or the first bit of a frame, mean."},
         [](const C& c) -> Cell { return cycle(c, Decimal(c.first_cell_us, 4)); }},
        {{"deliver_us", "us", "Cycle level: from the last cell in the net to the end of the handler, mean."},
         [](const C& c) -> Cell { return cycle(c, Decimal(c.deliver_us, 4)); }},
        {{"driver_us", "us", "Cycle level: CPU time of the driver's register accesses."},
         [](const C& c) -> Cell { return cycle(c, Decimal(c.driver_us, 3)); }},
        {{"late_last_cell_pdus", "PDUs",
          "Cycle level: packets whose last cell was late by a cell time or more, against the rate of the line."},
         [](const C& c) -> Cell { return cycle(c, c.uneven); }},
    };
    return table;
}

const core::Table<DropResult>& drop_table() {
    using D = DropResult;
    static const core::Table<D> table{
        {kRun, [](const D& d) -> Cell { return d.run; }},
        {{"flow", "", "Flow of the packets, by ports or by the hosts of an echo; empty: none."},
         [](const D& d) -> Cell { return d.flow; }},
        {{"where", "", "Host or switch that dropped them, or detected the loss on a line."},
         [](const D& d) -> Cell { return d.where; }},
        {{"cause", "", "Cause of the loss. Cells of a packet may have other causes than the packet."},
         [](const D& d) -> Cell { return stack::to_string(d.cause); }},
        {{"packets", "", "IP packets; each fragment counts."}, [](const D& d) -> Cell { return d.lost.packets; }},
        {{"octets", "octets", "Octets of those packets, with IP headers."},
         [](const D& d) -> Cell { return d.lost.octets; }},
        {{"cells", "cells", "Cells of lost packets that were dropped here for this cause."},
         [](const D& d) -> Cell { return d.lost.cells; }},
    };
    return table;
}

const core::Table<PortResult>& port_table() {
    using P = PortResult;
    static const core::Table<P> table{
        {kRun, [](const P& p) -> Cell { return p.run; }},
        {{"port", "", "Host, or SWITCH:PORT."}, [](const P& p) -> Cell { return p.port; }},
        {{"peer", "", "Other end of the link."}, [](const P& p) -> Cell { return p.peer; }},
        {{"mbit_s", "Mb/s", "Rate of the link."}, [](const P& p) -> Cell { return Decimal(p.bit_rate * 1e-6, 0); }},
        {{"duplex", "", "Duplex mode: half or full."},
         [](const P& p) -> Cell { return p.full_duplex ? "full" : "half"; }},
        {{"frames_sent", "frames", "Frames that were sent without a collision."},
         [](const P& p) -> Cell { return p.sent.frames; }},
        {{"octets_sent", "octets", "Octets of those frames, with padding and FCS."},
         [](const P& p) -> Cell { return p.sent.octets; }},
        {{"frames_received", "frames", "Complete frames received."}, [](const P& p) -> Cell { return p.mac.received; }},
        {{"attempts", "", "Attempts of the MAC to send a frame."}, [](const P& p) -> Cell { return p.sent.attempts; }},
        {{"deferred", "frames", "Frames deferred because the medium was busy."},
         [](const P& p) -> Cell { return p.sent.deferred; }},
        {{"collisions", "", "Attempts that collided."}, [](const P& p) -> Cell { return p.sent.collisions; }},
        {{"backoff_slots", "", "Slots of back-off after collisions, 512 bit times each."},
         [](const P& p) -> Cell { return p.mac.slots; }},
        {{"excessive_collisions", "frames", "Frames that were given up after the last attempt."},
         [](const P& p) -> Cell { return p.sent.excessive; }},
        {{"late_collisions", "", "Collisions after the slot time."},
         [](const P& p) -> Cell { return p.sent.late_collisions; }},
        {{"damaged", "frames", "Received frames that a collision damaged which their sender did not detect."},
         [](const P& p) -> Cell { return p.mac.damaged; }},
        {{"queue_full", "frames", "Frames for which the queue of this port of a switch had no space."},
         [](const P& p) -> Cell { return p.queue_full; }},
        {{"queue_max", "frames", "Maximum length of the queue of this port of a switch."},
         [](const P& p) -> Cell { return p.most_queued; }},
        {{"sending_percent", "%", "Share of the time in which this end sends, with collided attempts."},
         [](const P& p) -> Cell { return percent_cell(p.sending); }},
        {{"occupied_percent", "%", "Share of the time in which this end sends or receives a signal."},
         [](const P& p) -> Cell { return percent_cell(p.occupied); }},
        {{"backoff_percent", "%", "Share of the time in which the line is silent here during a back-off of this end."},
         [](const P& p) -> Cell { return percent_cell(p.held_off); }},
        {{"frames_by_collisions", "frames",
          "Frames that were sent or given up, by their number of collisions from 0 to 16, separated by blanks."},
         [](const P& p) -> Cell {
             return std::vector<std::uint64_t>(p.sent.by_collisions.begin(), p.sent.by_collisions.end());
         }},
    };
    return table;
}

const core::Table<ArpResult>& arp_table() {
    using H = ArpResult;
    static const core::Table<H> table{
        {kRun, [](const H& h) -> Cell { return h.run; }},
        {{"host", "", "Name of the host."}, [](const H& h) -> Cell { return h.host; }},
        {{"protocol", "",
          "Protocol: arp, inatmarp on permanent ATM connections, or atmarp if an ARP server is also used."},
         [](const H& h) -> Cell { return h.protocol; }},
        {{"requests_sent", "packets", "Requests that this host sent."},
         [](const H& h) -> Cell { return h.stats.requests_sent; }},
        {{"requests_received", "packets", "Requests for this host."},
         [](const H& h) -> Cell { return h.stats.requests_received; }},
        {{"replies_sent", "packets", "Replies to requests for this host."},
         [](const H& h) -> Cell { return h.stats.replies_sent; }},
        {{"replies_received", "packets", "Replies to the requests of this host."},
         [](const H& h) -> Cell { return h.stats.replies_received; }},
        {{"naks", "packets", "Refused requests: of this host, or by the ARP server."},
         [](const H& h) -> Cell { return h.stats.naks; }},
        {{"packets_waited", "packets", "IP packets that waited for an address."},
         [](const H& h) -> Cell { return h.stats.waited; }},
        {{"packets_dropped", "packets",
          "Waiting packets that were dropped because a newer one replaced them, the ARP server refused, or the run "
          "ended."},
         [](const H& h) -> Cell { return h.stats.dropped; }},
        {{"max_wait_us", "us", "Longest wait of a packet for an address."},
         [](const H& h) -> Cell { return Decimal(base::to_us(h.stats.longest), 3); }},
        {{"addresses", "", "Addresses known at the end."}, [](const H& h) -> Cell { return h.stats.known; }},
        {{"lane_control_frames", "frames",
          "Frames that LAN emulation would exchange for this host; they are counted, and not on the line."},
         [](const H& h) -> Cell { return h.lane_control; }},
    };
    return table;
}

}  // namespace niclab::lab
