#include "lab/results/attribution_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/json_object.h"
#include "core/output_file.h"
#include "core/row_fields.h"
#include "lab/results/columns.h"
#include "lab/results/confidence.h"
#include "lab/results/rounded.h"

namespace niclab::lab {

namespace {

constexpr std::size_t kMostInText = 8;

const char* state(const card::Cause& cause) { return cause.waiting ? "waiting" : "working"; }

core::Femtoseconds sum(const std::vector<Share>& all) {
    core::Femtoseconds total = 0;
    for (const Share& s : all) total += s.total;
    return total;
}

nlohmann::ordered_json to_json(const Share& s, const std::string& direction, double whole_us) {
    nlohmann::ordered_json j = core::json_object({{"direction", direction},
                                                  {"id", s.cause->id},
                                                  {"resource", s.cause->place},
                                                  {"state", state(*s.cause)},
                                                  {"cause", s.words},
                                                  {"count", s.pdus},
                                                  {"mean_us", rounded(s.mean_us())},
                                                  {"deviation_us", rounded(s.deviation_us())},
                                                  {"ci95_us", rounded(half_width(s.pdus, s.deviation_us()))},
                                                  {"percent", std::round(s.mean_us() / whole_us * 1e4) / 1e2}});
    if (s.amount > 0) j["mean_amount"] = rounded(s.mean_amount());
    return j;
}

struct SpanRow {
    const std::string& direction;
    const PduChain& chain;
    const card::Span& span;
};

/// Largest size of a row without the names in it.
constexpr std::size_t kMostOctets = 8 * core::kMostDigits;
std::size_t most_octets(const SpanRow& r) {
    const std::string_view id = r.span.cause->id, place = r.span.cause->place, words = r.span.cause->words;
    return kMostOctets + r.direction.size() + id.size() + place.size() + words.size() + r.span.holder.size();
}

/// Whether the words of a span are those of `share`, without a string of them.
bool belongs_to(const card::Span& span, const Share& share) {
    if (share.cause != span.cause) return false;
    const std::string_view holder = std::string_view(share.words).substr(std::strlen(span.cause->words));
    return span.holder.empty() ? holder.empty()
                               : holder.size() == span.holder.size() + 2 && holder.substr(2) == span.holder;
}

/// The words of a span, in the same way.
char* put_words(char* at, const card::Span& span) {
    at = core::put(at, span.cause->words);
    return span.holder.empty() ? at : core::put(core::put(at, ": "), span.holder);
}

/// Of attribution.csv.
const auto& fields() {
    using core::Column;
    using core::RowField;
    using Row = SpanRow;
    static const std::tuple all{
        RowField{kRun, [](char* at, const Row& r) { return core::put_number(at, r.chain.run); }},
        RowField{Column{"pdu", "", "Number of the packet, as in pdus.csv."},
                 [](char* at, const Row& r) { return core::put_number(at, r.chain.pdu); }},
        RowField{Column{"direction", "", "Direction, as in pdus.csv."},
                 [](char* at, const Row& r) { return core::put(at, r.direction); }},
        RowField{Column{"id", "", "Identifier of the cause, for programs; it does not change."},
                 [](char* at, const Row& r) { return core::put(at, r.span.cause->id); }},
        RowField{Column{"resource", "", "Resource that processes the packet, or for which it waits."},
                 [](char* at, const Row& r) { return core::put(at, r.span.cause->place); }},
        RowField{Column{"state", "", "State of the packet: working or waiting."},
                 [](char* at, const Row& r) { return core::put(at, state(*r.span.cause)); }},
        RowField{Column{"cause", "", "Cause in words, with the holder of the resource if known."},
                 [](char* at, const Row& r) { return core::put(put_words(core::put(at, "\""), r.span), "\""); }},
        RowField{Column{"amount", "", "Amount that the cause counts, such as cells ahead. Empty: not counted."},
                 [](char* at, const Row& r) { return r.span.amount ? core::put_number(at, r.span.amount) : at; }},
        RowField{Column{"begin_ns", "ns", "Start of the span, since the start of the run."},
                 [](char* at, const Row& r) { return core::put_nanoseconds(at, r.span.begin - r.chain.run_start); }},
        RowField{Column{"end_ns", "ns", "End of the span; the next one begins at this time."},
                 [](char* at, const Row& r) { return core::put_nanoseconds(at, r.span.end - r.chain.run_start); }},
        RowField{Column{"duration_fs", "fs", "Exact duration: the spans of a packet sum to its time."},
                 [](char* at, const Row& r) { return core::put_number(at, r.span.duration()); }},
    };
    return all;
}

}  // namespace

double Share::deviation_us() const {
    if (pdus < 2) return 0;
    const double variance = (square_us2 - mean_us() * mean_us() * double(pdus)) / double(pdus - 1);
    return variance > 0 ? std::sqrt(variance) : 0;
}

std::size_t ShareTable::place_of(const card::Span& s) {
    const auto at = std::find_if(found_.begin(), found_.end(), [&s](const Share& x) { return belongs_to(s, x); });
    if (at != found_.end()) return static_cast<std::size_t>(at - found_.begin());
    found_.push_back({s.cause, s.words()});
    return found_.size() - 1;
}

void ShareTable::add_part(std::size_t share, core::Femtoseconds time) {
    const auto at = std::find_if(parts_.begin(), parts_.end(), [share](const Part& p) { return p.share == share; });
    if (at == parts_.end())
        parts_.push_back({share, time});
    else
        at->time += time;
}

void ShareTable::add(const PduChain& chain) {
    ++pdus_;
    parts_.clear();
    for (const card::Span& s : chain.spans) {
        if (way_ == Way::DriverToDriver && (s.begin < chain.down || s.end > chain.up)) continue;
        const std::size_t share = place_of(s);
        found_[share].amount += s.amount;
        add_part(share, s.duration());
    }
    for (const Part& p : parts_) {
        found_[p.share].total += p.time;
        found_[p.share].square_us2 += double(p.time) * 1e-9 * double(p.time) * 1e-9;
    }
}

std::vector<Share> ShareTable::shares() const {
    std::vector<Share> all = found_;
    for (Share& s : all) s.pdus = pdus_;
    return all;
}

void DirectionChains::add(PduChain chain) {
    ++pdus_;
    whole_.add(chain), between_.add(chain);
    if (chain.down != 0 && chain.up > chain.down) driver_us_.add(double(chain.up - chain.down) * 1e-9);
    octets_ = {std::min(octets_.first, chain.octets), std::max(octets_.second, chain.octets)};
    if (first_.size() >= kMostChains) return;
    chain.spans.shrink_to_fit();
    first_.push_back(std::move(chain));
}

bool AttributionReport::empty() const {
    return std::all_of(directions.begin(), directions.end(), [](const auto& d) { return d.second.empty(); });
}

core::Columns attribution_columns() { return core::columns_of(fields()); }

void write_attribution(const std::string& folder, const AttributionReport& report) {
    core::StreamedFile file("output", folder + "/attribution.csv");
    file.out() << core::header(attribution_columns());
    std::vector<char> rows(core::StreamedFile::kWorthWriting);
    char* end = rows.data();
    const auto write = [&] { file.out().write(rows.data(), end - rows.data()), end = rows.data(); };
    for (const auto& [direction, chains] : report.directions)
        for (const PduChain& chain : chains.first())
            for (const card::Span& s : chain.spans) {
                const SpanRow row{direction, chain, s};
                const std::size_t most = most_octets(row);
                if (most > static_cast<std::size_t>(rows.data() + rows.size() - end)) write();
                if (most > rows.size()) rows.resize(most), end = rows.data();
                end = core::put_line(end, row, fields());
            }
    write();
    file.finish();
}

nlohmann::ordered_json to_json(const AttributionReport& report) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const auto& [direction, chains] : report.directions) {
        const std::vector<Share> found = chains.shares(Way::ProgramToProgram);
        const double whole_us = double(sum(found)) * 1e-9 / double(chains.size());
        for (const Share& s : found) all.push_back(to_json(s, direction, whole_us));
    }
    return all;
}

std::string attribution_text(const AttributionReport& report) {
    std::string table;
    for (const auto& [direction, chains] : report.directions) {
        if (chains.empty()) continue;
        std::vector<Share> between = chains.shares(Way::DriverToDriver);
        std::sort(between.begin(), between.end(), [](const Share& a, const Share& b) { return a.total > b.total; });
        table += fmt::format("\n{:<66}{:>11}\n", "from driver to driver, " + direction, "us");
        for (std::size_t i = 0; i < between.size() && i < kMostInText; ++i) {
            const Share& s = between[i];
            table += fmt::format("  {:<64}{:>11.3f}\n",
                                 fmt::format("{} {}: {}", s.cause->place, state(*s.cause), s.words), s.mean_us());
        }
    }
    return table;
}

}  // namespace niclab::lab
