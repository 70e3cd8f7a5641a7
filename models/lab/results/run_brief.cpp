// The screen of a run at the cycle level: losses, throughput and times, and a table of causes.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lab/results/answer.h"
#include "lab/results/brief.h"

namespace niclab::lab {

namespace {

constexpr std::size_t kMostColumns = 2;  ///< Directions in one table of causes.
constexpr std::size_t kMostCauses = 5;
constexpr std::size_t kNarrowest = 16;  ///< "75.66 to 78.65".

struct DirectionTimes {
    std::string words;
    const DirectionChains* chains;
    std::vector<Share> shares;
    double mean_us() const { return chains->driver_to_driver().avg(); }
};

/// The directions in which packets arrived, in the order of the flows.
std::vector<DirectionTimes> directions(const Results& r) {
    std::vector<DirectionTimes> all;
    for (const auto& of_flow : directions_of_flows(r))
        for (const std::string& name : of_flow)
            for (const auto& [direction, chains] : r.attribution.directions)
                if (direction == name && chains.driver_to_driver().count() > 0)
                    all.push_back({in_words(name), &chains, chains.shares(Way::DriverToDriver)});
    return all;
}

std::string joined(const std::vector<std::string>& all) {
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) text += (i == 0 ? "" : i + 1 == all.size() ? " and " : ", ") + all[i];
    return text;
}

/// One sentence for all directions that have packets of the same sizes.
std::vector<std::string> latency_sentences(const std::vector<DirectionTimes>& all) {
    std::vector<std::pair<std::string, std::vector<std::string>>> by_size;
    for (const DirectionTimes& d : all) {
        const std::string octets = octets_in_words(d.chains->octets().first, d.chains->octets().second);
        const auto known =
            std::find_if(by_size.begin(), by_size.end(), [&](const auto& s) { return s.first == octets; });
        auto& list =
            known == by_size.end() ? by_size.emplace_back(octets, std::vector<std::string>()).second : known->second;
        list.push_back(fmt::format("{:.2f} us {}", d.mean_us(), d.words));
    }
    const bool one = std::all_of(all.begin(), all.end(),
                                 [](const DirectionTimes& d) { return d.chains->driver_to_driver().count() == 1; });
    std::vector<std::string> sentences;
    sentences.reserve(by_size.size());
    for (const auto& [octets, list] : by_size)
        sentences.push_back(fmt::format("From driver to driver, a packet of {} takes {}{}.", octets, joined(list),
                                        one ? "" : ", on average"));
    return sentences;
}

/// A cause in all directions, microseconds of a packet; the largest comes first.
struct CauseRow {
    std::string words;
    std::vector<double> us;
    double largest() const { return *std::max_element(us.begin(), us.end()); }
};

std::vector<CauseRow> cause_rows(const std::vector<DirectionTimes>& all) {
    std::vector<CauseRow> rows;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const Share& share : all[i].shares) {
            const std::string words = in_words(share);
            auto row = std::find_if(rows.begin(), rows.end(), [&](const CauseRow& c) { return c.words == words; });
            if (row == rows.end()) row = rows.insert(rows.end(), {words, std::vector<double>(all.size(), 0)});
            row->us[i] += share.mean_us();
        }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const CauseRow& a, const CauseRow& b) { return a.largest() > b.largest(); });
    return rows;
}

/// A column for each direction and a row for each cause, which sum to the mean.
class CauseTable {
public:
    explicit CauseTable(std::vector<DirectionTimes> all) : all_(std::move(all)), causes_(cause_rows(all_)) {
        for (const DirectionTimes& d : all_) widths_.push_back(std::max(d.words.size(), kNarrowest));
    }
    BriefTable table() const {
        BriefTable t;
        std::vector<std::string> names;
        for (const DirectionTimes& d : all_) names.push_back(d.words);
        t.head = {row(names, "us, from driver to driver")};
        t.rows = 2 + std::min(causes_.size(), kMostCauses);
        t.indent = row(std::vector<std::string>(all_.size()), "x").size() - 1;
        t.first = [*this](std::size_t count) { return first(count); };
        return t;
    }

private:
    std::string row(const std::vector<std::string>& cells, const std::string& words) const {
        std::string text;
        for (std::size_t i = 0; i < cells.size(); ++i) text += fmt::format("  {:>{}}", cells[i], widths_[i]);
        return text + "  " + words;
    }
    template <class Cell>
    std::string row_of(Cell cell, const std::string& words) const {
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < all_.size(); ++i) cells.push_back(cell(i));
        return row(cells, words);
    }
    std::vector<std::string> first(std::size_t count) const {
        constexpr std::size_t kWithRange = 4;
        const auto stats = [this](std::size_t i) -> const probe::StageStats& {
            return all_[i].chains->driver_to_driver();
        };
        std::vector<std::string> rows = {
            row_of([&](std::size_t i) { return fmt::format("{:.2f}", stats(i).avg()); }, "mean of " + packets())};
        if (count >= kWithRange)
            rows.push_back(
                row_of([&](std::size_t i) { return fmt::format("{:.2f} to {:.2f}", stats(i).min(), stats(i).max()); },
                       "shortest to longest"));
        std::vector<double> rest;
        for (std::size_t i = 0; i < all_.size(); ++i) rest.push_back(stats(i).avg());
        const std::size_t causes = std::min(count - rows.size(), causes_.size());
        for (std::size_t k = 0; k < causes; ++k) {
            rows.push_back(
                row_of([&](std::size_t i) { return fmt::format("{:.2f}", causes_[k].us[i]); }, causes_[k].words));
            for (std::size_t i = 0; i < all_.size(); ++i) rest[i] -= causes_[k].us[i];
        }
        if (causes > 0 && causes < causes_.size())
            rows.push_back(row_of([&](std::size_t i) { return fmt::format("{:.2f}", rest[i]); },
                                  fmt::format("{} other causes", causes_.size() - causes)));
        return rows;
    }
    std::string packets() const {
        std::vector<std::string> counts;
        for (const DirectionTimes& d : all_) counts.push_back(std::to_string(d.chains->driver_to_driver().count()));
        if (std::all_of(counts.begin(), counts.end(), [&](const auto& c) { return c == counts.front(); }))
            counts.resize(1);
        return joined(counts) + (counts == std::vector<std::string>{"1"} ? " packet" : " packets");
    }

    std::vector<DirectionTimes> all_;
    std::vector<CauseRow> causes_;
    std::vector<std::size_t> widths_;
};

/// A row for each direction, with its largest cause.
BriefTable largest_parts(const std::vector<DirectionTimes>& all) {
    std::vector<std::string> rows;
    rows.reserve(all.size());
    for (const DirectionTimes& d : all) {
        const Share& most = *std::max_element(d.shares.begin(), d.shares.end(),
                                              [](const Share& a, const Share& b) { return a.total < b.total; });
        rows.push_back(fmt::format("  {}: {:.2f} us ({:.0f} %) {}", d.words, most.mean_us(),
                                   100 * most.mean_us() / d.mean_us(), in_words(most)));
    }
    return table_of_rows("Largest part of this time, mean:", std::move(rows), 6, "");
}

std::vector<std::string> warnings(const Results& r) {
    std::vector<std::string> all;
    for (const auto& [name, check] : r.checks)
        if (check.violations_seen > 0)
            all.push_back(
                fmt::format("Warning: the checker of {} found {} violation{}{}.", name, check.violations_seen,
                            check.violations_seen == 1 ? "" : "s",
                            check.violations.empty() ? "" : ", the first of rule " + check.violations[0].rule));
    for (const probe::Account& l : r.ledger)
        if (!l.balances())
            all.push_back(fmt::format("Warning: the ledger of {} {} does not balance.", l.unit, l.direction));
    for (const std::string& message : r.messages()) all.push_back(message);
    return all;
}

}  // namespace

Brief brief(const Results& r) {
    Brief b;
    std::vector<DirectionTimes> all = directions(r);
    const std::vector<Finding> found = findings(r);
    std::vector<std::string> losses, rates, times;
    for (const Finding& f : found)
        if (f.kind != std::string("latency"))
            (f.kind == std::string("loss") ? losses : rates).push_back(f.brief.empty() ? f.text : f.brief);
    if ((losses.empty() && rates.empty()) || all.size() > kMostColumns) times = latency_sentences(all);
    const auto first =
        std::find_if(found.begin(), found.end(), [](const Finding& f) { return f.kind != std::string("loss"); });
    const bool rates_first = first != found.end() && first->kind == std::string("throughput");
    for (auto* part : {&losses, rates_first ? &rates : &times, rates_first ? &times : &rates})
        b.answer.insert(b.answer.end(), part->begin(), part->end());
    if (b.answer.empty()) b.answer.push_back("No packet arrived.");
    b.answer.front() = (r.partial ? "PARTIAL: " : "") + changes(r.provenance.changed) + b.answer.front();
    if (!all.empty()) b.table = all.size() > kMostColumns ? largest_parts(all) : CauseTable(std::move(all)).table();
    b.warnings = warnings(r);
    b.about = fmt::format("{}, {} run{}, seed {}", r.experiment, r.runs, r.runs == 1 ? "" : "s", r.seed);
    return b;
}

}  // namespace niclab::lab
