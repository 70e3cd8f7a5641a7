#include "lab/watch/record_parts.h"

#include <iterator>

namespace niclab::lab {

namespace {

template <class T>
void append(std::vector<T>& to, std::vector<T>& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

void set_chains(Results& of_hop, const card::ChainPtr& chain) {
    for (auto& [stream, rows] : of_hop.pdus) {
        of_hop.chains.emplace_back(stream, chain);
        for (probe::PduRow& row : rows) row.chain = chain;
    }
}

void add_records(Results& results, Results& of_hop) {
    results.cells += of_hop.cells;
    append(results.ledger, of_hop.ledger);
    results.half_duplex.merge(of_hop.half_duplex);
    results.line_samples.merge(of_hop.line_samples);
    append(results.chains, of_hop.chains);
    append(results.attribution.directions, of_hop.attribution.directions);
    append(results.pdus, of_hop.pdus);
    for (auto& [name, check] : of_hop.checks) {
        Check& whole = results.checks[name];
        whole.checked += check.checked, whole.violations_seen += check.violations_seen;
        append(whole.violations, check.violations);
    }
    results.spacing.merge(of_hop.spacing);
    results.cell_us.merge(of_hop.cell_us);
    results.nulls_inside_pdus.merge(of_hop.nulls_inside_pdus);
    append(results.darkness, of_hop.darkness);
    results.counters.merge(of_hop.counters);
    results.counter_notes.merge(of_hop.counter_notes);
    if (of_hop.means.confidence.on()) results.means.confidence = of_hop.means.confidence;
    append(results.means.items, of_hop.means.items);
}

}  // namespace niclab::lab
