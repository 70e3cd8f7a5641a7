#include "lab/results/cause_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/count_of.h"
#include "lab/results/answer.h"

namespace niclab::lab {

namespace {

constexpr std::size_t kMostCauses = 5;
constexpr std::size_t kNarrowest = 16;  ///< "75.66 to 78.65".

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
                                  base::count_of(causes_.size() - causes, "other cause")));
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
    return table_of_rows("Largest part of the time from driver to driver, mean:", std::move(rows), 6, "");
}

}  // namespace

std::vector<DirectionTimes> direction_times(const AttributionReport& report, const std::string& direction) {
    std::vector<DirectionTimes> all;
    for (const auto& [name, chains] : report.directions)
        if ((direction.empty() || direction == name) && chains.driver_to_driver().count() > 0)
            all.push_back({in_words(name), &chains, chains.shares(Way::DriverToDriver)});
    return all;
}

std::string joined(const std::vector<std::string>& all) {
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) text += (i == 0 ? "" : i + 1 == all.size() ? " and " : ", ") + all[i];
    return text;
}

BriefTable cause_table(std::vector<DirectionTimes> all) {
    if (all.empty()) return {};
    return all.size() > kMostCauseColumns ? largest_parts(all) : CauseTable(std::move(all)).table();
}

}  // namespace niclab::lab
