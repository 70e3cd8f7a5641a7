/// @file The parts of the records that observers pass from one process to another: those of
/// results that a hop contributes, and what they consist of.
#pragma once

#include "check/report.h"
#include "lab/parallel/archive.h"
#include "lab/results/results.h"

namespace niclab::probe {

template <class Archive>
void transfer_parts(Archive& a, PciAccount::Master& m) {
    transfer_all(a, m.name, m.dwords, m.ends, m.arbitration, m.acquisition, m.target);
}
template <class Archive>
void transfer_parts(Archive& a, PciAccount::States& s) {
    transfer_all(a, s.card.name, s.card.pair, s.clocks);
}
template <class Archive>
void transfer_parts(Archive& a, Account& l) {
    transfer_all(a, l.direction, l.unit, l.sent, l.delivered, l.in_flight, l.inserted, l.dropped);
}
/// Without its chain: set_chains().
template <class Archive>
void transfer_parts(Archive& a, PduRow& row) {
    transfer_all(a, row.run, row.pdu, row.vpi, row.vci, row.payload_octets, row.sdu_octets, row.cells, row.status);
    transfer_all(a, row.at, row.run_start);
}

}  // namespace niclab::probe

namespace niclab::card {

template <class Archive>
void transfer_parts(Archive& a, Span& s) {
    transfer_all(a, s.cause, s.begin, s.end, s.amount, s.holder);
}

}  // namespace niclab::card

namespace niclab::check {

template <class Archive>
void transfer_parts(Archive& a, Violation& v) {
    transfer_all(a, v.rule, v.at, v.where, v.seen);
}

}  // namespace niclab::check

namespace niclab::lab {

template <class Archive>
void transfer_parts(Archive& a, Share& s) {
    transfer_all(a, s.cause, s.words, s.pdus, s.total, s.amount, s.square_us2);
}
template <class Archive>
void transfer_parts(Archive& a, PduChain& c) {
    transfer_all(a, c.run, c.pdu, c.octets, c.run_start, c.down, c.up, c.spans, c.in_waveform);
}
template <class Archive>
void transfer_parts(Archive& a, AlarmRecord& r) {
    transfer_all(a, r.side, r.alarm, r.declared_ns, r.cleared_ns);
}
template <class Archive>
void transfer_parts(Archive& a, Darkness& d) {
    transfer_all(a, d.direction, d.side, d.from_us, d.back_us, d.cells_again_us);
}
template <class Archive>
void transfer_parts(Archive& a, CounterNote& n) {
    transfer_all(a, n.unit, n.what);
}
template <class Archive>
void transfer_parts(Archive& a, Violation& v) {
    transfer_all(a, v.rule, v.where, v.what, v.time_ns);
}
template <class Archive>
void transfer_parts(Archive& a, Check& c) {
    transfer_all(a, c.checked, c.violations_seen, c.violations);
}
/// Of times, which have the default unit.
template <class Archive>
void transfer_parts(Archive& a, RunMeans::Item& item) {
    transfer_all(a, item.name, item.values);
}
/// Of one hop; all other members belong to the whole bench. The chains of its packets are set by
/// set_chains().
template <class Archive>
void transfer_parts(Archive& a, Results& r) {
    transfer_all(a, r.cells, r.ledger, r.half_duplex, r.line_samples, r.attribution.directions, r.pdus, r.checks);
    transfer_all(a, r.spacing, r.cell_us, r.nulls_inside_pdus, r.darkness, r.counters, r.counter_notes);
    transfer_all(a, r.means.confidence, r.means.items);
}

/// The chain of all packets of a hop.
void set_chains(Results& of_hop, const card::ChainPtr& chain);
/// Adds what a hop contributes to the results, and moves its packets.
void add_records(Results& results, Results& of_hop);

}  // namespace niclab::lab
