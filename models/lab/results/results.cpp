#include "lab/results/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/json_object.h"
#include "core/output_file.h"
#include "lab/results/answer.h"
#include "lab/results/chain_report.h"
#include "lab/results/pci_report.h"
#include "lab/results/pdu_table.h"
#include "lab/results/rounded.h"
#include "lab/results/throughput.h"

namespace niclab::lab {

namespace {

using nlohmann::ordered_json;
using probe::EventKind;

Stage& stage_of(Results& results, const std::string& name, const std::string& direction) {
    for (Stage& s : results.stages)
        if (s.name == name && s.direction == direction) return s;
    results.stages.push_back({name, direction, {}});
    return results.stages.back();
}

/// One number with the number of decimals of the kernel's resolution.
ordered_json to_json(const Stage& s) {
    return core::json_object({{"name", s.name},
                              {"direction", s.direction},
                              {"unit", "us"},
                              {"count", s.us.count()},
                              {"min", rounded(s.us.min())},
                              {"avg", rounded(s.us.avg())},
                              {"max", rounded(s.us.max())},
                              {"p50", rounded(s.us.percentile(50))},
                              {"p99", rounded(s.us.percentile(99))},
                              {"p05", rounded(s.us.percentile(5))},
                              {"p95", rounded(s.us.percentile(95))}});
}

ordered_json to_json(const probe::Account& l) {
    ordered_json dropped = ordered_json::object();
    for (const auto& [cause, n] : l.dropped) dropped[cause] = n;
    return core::json_object({{"direction", l.direction},
                              {"unit", l.unit},
                              {"sent", l.sent},
                              {"inserted", l.inserted},
                              {"delivered", l.delivered},
                              {"dropped", dropped},
                              {"in_flight", l.in_flight},
                              {"balances", l.balances()}});
}

ordered_json to_json(const AlarmRecord& a) {
    ordered_json j = core::json_object({{"side", a.side}, {"alarm", a.alarm}, {"declared_ns", rounded(a.declared_ns)}});
    j["cleared_ns"] = a.cleared_ns < 0 ? ordered_json() : ordered_json(rounded(a.cleared_ns));
    return j;
}

ordered_json to_json(const probe::CellSpacing& s, std::uint64_t nulls_inside_pdus) {
    return core::json_object({{"unit", "us"},
                              {"count", s.count},
                              {"mean", rounded(s.mean_us())},
                              {"min", rounded(double(s.min) * 1e-9)},
                              {"max", rounded(double(s.max) * 1e-9)},
                              {"null_cells_inside_pdus", nulls_inside_pdus}});
}

ordered_json to_json(const ReferenceRow& row) {
    return core::json_object({{"source", row.source},
                              {"table", row.table},
                              {"quantity", row.quantity},
                              {"direction", row.direction},
                              {"stat", row.stat},
                              {"split", row.split},
                              {"published", row.published},
                              {"simulated", rounded(row.simulated)},
                              {"error_percent", std::round(row.error_percent() * 100) / 100}});
}

ordered_json to_json(const Results& r) {
    constexpr std::size_t kMembers = 40;
    ordered_json j = head_json(r);
    j.get_ref<ordered_json::object_t&>().reserve(kMembers);  // To grow, it would copy all members.
    j["waited_us"] = rounded(r.waited_us);
    j["messages"] = r.notes;
    j["warnings"] = r.remarks;
    put_answer(j, r);
    j["config"] = *r.config;
    j["chain"] = chain_json(r.chains);
    for (const char* list : {"stages", "ledger", "reference"}) j[list] = ordered_json::array();
    for (const Stage& s : r.stages) j["stages"].push_back(to_json(s));
    j["counters"] = r.counters;
    ordered_json::object_t definitions;  // Avoids a search by name in a map here.
    for (const auto& [name, note] : r.counter_notes) {
        ordered_json::object_t definition;  // Not from a list, which would copy each text twice more.
        definition.emplace_back("unit", note.unit);
        definition.emplace_back("what", note.what);
        definitions.emplace_back(name, std::move(definition));
    }
    j["counter_definitions"] = std::move(definitions);
    j["counters_before_runs"] = r.counters_before_runs;
    j["throughput"] = throughput_json(r);
    j["driver_to_driver"] = latency_json(r);
    for (const probe::Account& l : r.ledger) j["ledger"].push_back(to_json(l));
    j["checks"] = lab::to_json(r.checks);
    j["alarms"] = ordered_json::array();
    for (const AlarmRecord& a : r.alarms) j["alarms"].push_back(to_json(a));
    j["pci"] = ordered_json::object();
    for (const auto& [side, account] : r.pci) j["pci"][side] = lab::to_json(account);
    j["cell_spacing"] = ordered_json::object();
    for (const auto& [direction, s] : r.spacing)
        j["cell_spacing"][direction] = to_json(s, r.nulls_inside_pdus.at(direction));
    j["attribution"] = lab::to_json(r.attribution);
    if (r.analyzer.on) j["analyzer"] = lab::to_json(r.analyzer);
    if (r.means.confidence.on()) j["confidence"] = lab::to_json(r.means);
    for (const ReferenceRow& row : r.reference) j["reference"].push_back(to_json(row));
    j["reference_differs"] = r.reference_differs;
    j["speed"] = {{"simulated_us", rounded(r.simulated_us)}, {"cells", r.cells}};
    j["provenance"] = lab::to_json(r.provenance);
    return j;
}

/// The units of the links, as in the columns of their packets.
enum class Lines { Atm, Own, Both };
struct Units {
    Lines lines = Lines::Atm;
    std::string name = "cells";  ///< Of lines of the cards' kind if there are no others.
};

Units units_of(const Results& r) {
    Units units;
    bool own = false, atm = false;
    for (const probe::Account& l : r.ledger) {
        if (!l.of_line()) continue;
        (l.unit == "cells" ? atm : own) = true;
        if (!atm) units.name = l.unit;
    }
    if (own) units.lines = atm ? Lines::Both : Lines::Own;
    return units;
}

/// Whether the packets of a direction are on a line of the cards' own kind.
bool has_own_line(const Results& r, const std::string& direction) {
    const std::string hop = hop_of(direction);
    return std::any_of(r.ledger.begin(), r.ledger.end(), [&hop](const probe::Account& l) {
        return l.of_line() && l.direction == hop && l.unit != "cells";
    });
}

/// The times at `places` of the chain; empty: it did not happen.
std::string times_of(const probe::PduRow& row, const std::vector<std::size_t>& places) {
    std::string line;
    for (const std::size_t place : places) {
        const core::Femtoseconds t = place < row.at.size() ? row.at[place] : 0;
        line += t == 0 ? "," : fmt::format(",{:.3f}", double(t - row.run_start) * 1e-6);
    }
    return line;
}

/// A file that may be long is never completely in memory.
void write_pdus(const std::string& folder, const Results& r) {
    core::StreamedFile file("output", folder + "/pdus.csv");
    std::ostream& out = file.out();
    const std::vector<std::string> moments = moment_names(r);
    const Units units = units_of(r);
    const core::Table<PduLine> table = pdu_table({r.flows.size() > 1, units.lines == Lines::Own ? units.name : ""});
    core::Columns columns = table.columns();
    for (const core::Column& c : moment_columns(r)) columns.push_back(c);
    out << core::header(columns);
    for (const auto& [direction, rows] : r.pdus) {
        const std::vector<std::size_t> places = moment_places(r, direction, moments);
        const auto flow = std::find_if(r.flows.begin(), r.flows.end(), [&name = direction](const FlowRecord& f) {
            return f.there == name || f.back == name;
        });
        const std::string of_flow = flow != r.flows.end() ? flow->name : "";
        const bool has_cells = !has_own_line(r, direction);
        for (const probe::PduRow& row : rows) {
            std::string line = table.line({row, direction, of_flow, has_cells});
            line.pop_back();
            out << line << times_of(row, places) << '\n';
        }
    }
    file.finish();
}

}  // namespace

bool Results::streams(const std::string& direction) const {
    return std::any_of(flows.begin(), flows.end(), [&](const FlowRecord& f) {
        return f.measures_throughput && (f.there == direction || f.back == direction);
    });
}

bool Results::shares_line(const std::string& hop) const {
    const Ends ends = ends_of(hop);
    for (const std::string& host : {std::string(), ends.from, ends.to})
        if (half_duplex.count(line_busy(hop, host)) > 0) return true;
    return false;
}

const Stage* Results::stage(const std::string& name, const std::string& direction) const {
    for (const Stage& s : stages)
        if (s.name == name && s.direction == direction) return &s;
    return nullptr;
}

namespace {

const std::vector<probe::PduRow>& rows_of(const Results& results, const std::string& direction) {
    for (const auto& [name, rows] : results.pdus)
        if (name == direction) return rows;
    static const std::vector<probe::PduRow> none;
    return none;
}

/// The name of a stage of an echo if several flows have one.
std::string of_flow(const Results& results, const std::string& name, const FlowRecord& flow) {
    return results.flows.size() == 1 ? name : name + "." + flow.name;
}

void add_stage(Results& results, const std::string& stage, const std::string& direction, const std::string& as) {
    for (const double us : stage_us(results, stage, direction)) stage_of(results, stage, as).us.add(us);
}

/// SEL: from the request's first cell on the echoing card's RxUTOPIA to the reply's on its TxUTOPIA.
void add_sel(Results& results, const FlowRecord& flow) {
    std::map<std::pair<unsigned, std::uint32_t>, core::Femtoseconds> arrived;
    for (const probe::PduRow& row : rows_of(results, flow.there))
        arrived[{row.run, row.pdu}] = row.time_of(EventKind::RxSoc);
    for (const probe::PduRow& row : rows_of(results, flow.back)) {
        const core::Femtoseconds from = arrived[{row.run, row.pdu}], to = row.time_of(EventKind::TxSoc);
        if (from != 0 && to > from)
            stage_of(results, "software_echo", of_flow(results, flow.echoing, flow)).us.add(double(to - from) * 1e-9);
    }
}

}  // namespace

void add_stages(Results& results) {
    for (const std::string& stage : stage_names(results)) {
        for (const auto& [direction, rows] : results.pdus) add_stage(results, stage, direction, direction);
        for (const FlowRecord& flow : results.flows)
            if (flow.echoes && stage_is_of_cards(results, stage))
                for (const std::string& direction : {flow.there, flow.back})
                    add_stage(results, stage, direction, of_flow(results, "pooled", flow));
    }
    for (const FlowRecord& flow : results.flows)
        if (flow.echoes) add_sel(results, flow);
}

void write_results(const Results& results, const std::string& folder, const std::string& summary_text) {
    write_head(to_json(results), folder, summary_text);
    write_pdus(folder, results);
    write_attribution(folder, results.attribution);
    write_analyzer(results.analyzer, folder);
    if (!results.occupancy.empty()) core::write_file(folder + "/occupancy.csv", occupancy_csv(results.occupancy));
}

}  // namespace niclab::lab
