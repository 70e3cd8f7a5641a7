#include "comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <vector>

#include "core/config.h"

namespace niclab::linux_kernel {

namespace {

/// A table of rows in time, and its name in the text.
struct Named {
    const char *file, *title;
    const char* line;       ///< What the line of a row is, in the text.
    bool optional = false;  ///< Of Ethernet cards only.
};
constexpr const char *kCaller = "by", *kMapping = "in memory mapped at";
constexpr std::array<Named, 6> kTables{{{"client_cpu", "transactions of the client's CPU", kCaller},
                                        {"client_card", "transactions of the client's card", kMapping, true},
                                        {"client_frames", "frames of the client", kCaller},
                                        {"server_cpu", "transactions of the server's CPU", kCaller},
                                        {"server_card", "transactions of the server's card", kMapping, true},
                                        {"server_frames", "frames of the server", kCaller}}};

/// Two versions of a source have other lines: these are not compared.
struct Row {
    std::string step, fields, line;
    double time_us = 0;
};

/// One table of a recording, row by row.
class Reader {
public:
    Reader(const std::string& folder, const Named& table) : path_(folder + "/" + table.file + ".csv"), in_(path_) {
        if (!in_ && !table.optional) throw core::ConfigError(path_ + ": cannot open it; expected a table of --record");
        std::getline(in_, heading_);
    }
    const std::string& heading() const { return heading_; }
    std::optional<Row> next() {
        std::string line;
        if (!std::getline(in_, line)) return std::nullopt;
        const std::size_t time = line.find(',') + 1, fields = line.find(',', time) + 1, place = line.rfind(',');
        return Row{line.substr(0, time - 1), line.substr(fields, place - fields), line.substr(place + 1),
                   std::stod(line.substr(time))};
    }

private:
    std::string path_, heading_;
    std::ifstream in_;
};

/// A pair of numbers, of the good version and of the bad one.
using Pair = std::array<std::uint64_t, 2>;

struct Difference {
    std::uint64_t number;  ///< Of the row, from 1.
    std::array<std::optional<Row>, 2> rows;
    double time_us() const {
        double first = 1e300;
        for (const auto& row : rows)
            if (row) first = std::min(first, row->time_us);
        return first;
    }
    std::string step() const { return (rows[0] ? rows[0] : rows[1])->step; }
};

struct Table {
    Named name;
    std::string heading;
    Pair rows{};
    std::map<std::string, Pair> by_step;
    std::optional<Difference> fields, time;  ///< The first rows with other fields, and with another time.
};

Table compare_table(const Named& name, const std::array<std::string, 2>& folders) {
    std::array<Reader, 2> readers{Reader(folders[0], name), Reader(folders[1], name)};
    Table table{name, readers[0].heading(), {}, {}, {}, {}};
    for (std::uint64_t number = 1;; ++number) {
        std::array<std::optional<Row>, 2> rows{readers[0].next(), readers[1].next()};
        if (!rows[0] && !rows[1]) return table;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i]) ++table.rows[i], ++table.by_step[rows[i]->step][i];
        const bool both = rows[0] && rows[1];
        if (!table.time && (!both || rows[0]->time_us != rows[1]->time_us)) table.time = Difference{number, rows};
        if (!table.fields && (!both || rows[0]->fields != rows[1]->fields)) table.fields = Difference{number, rows};
    }
}

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> all{""};
    for (const char c : line)
        if (c == ',')
            all.emplace_back();
        else
            all.back() += c;
    return all;
}

/// "write, address C010, octets 2, value 4E21 at 1234.567 us, in step open, by lance.c:1023".
std::string in_words(const Table& table, const std::optional<Row>& row) {
    if (!row) return "no more rows";
    const std::vector<std::string> names = split(table.heading), values = split(row->fields);
    std::string text;
    for (std::size_t i = 0; i < values.size() && i + 2 < names.size(); ++i)
        if (!values[i].empty()) text += (i == 0 ? "" : ", " + names[i + 2] + " ") + values[i];
    text += fmt::format(" at {:.3f} us, in step {}, ", row->time_us, row->step);
    return text + (row->line.empty() ? "by the card, at no line of the driver"
                                     : fmt::format("{} {}", table.name.line, row->line));
}

/// The table with the earliest difference of a kind, or nullptr.
const Table* earliest(const std::vector<Table>& tables, std::optional<Difference> Table::*kind) {
    const Table* first = nullptr;
    for (const Table& table : tables)
        if (table.*kind && (!first || (table.*kind)->time_us() < (first->*kind)->time_us())) first = &table;
    return first;
}

/// The lines of a small table by their key: what is before the last `values` columns.
std::map<std::string, std::string> lines_of(const std::string& path, std::size_t key_columns,
                                            std::vector<std::string>& order) {
    std::ifstream in(path);
    if (!in) throw core::ConfigError(path + ": cannot open it; expected a table of --record");
    std::map<std::string, std::string> lines;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::size_t at = 0;
        for (std::size_t i = 0; i < key_columns; ++i) at = line.find(',', at) + 1;
        const std::string key = line.substr(0, at - 1);
        if (lines.emplace(key, line.substr(at)).second && std::find(order.begin(), order.end(), key) == order.end())
            order.push_back(key);
    }
    return lines;
}

/// A text in which all lines of sources are the same: those of two versions differ.
std::string without_lines(const std::string& text) {
    static const std::regex line("[\\w.-]+\\.c:\\d+");
    return std::regex_replace(text, line, "LINE");
}

/// Rows of a small table with other values; empty: none.
std::string small_table(const std::string& file, std::size_t key_columns, const std::array<std::string, 2>& folders) {
    std::vector<std::string> order;
    std::array<std::map<std::string, std::string>, 2> lines;
    for (std::size_t i = 0; i < lines.size(); ++i)
        lines[i] = lines_of(folders[i] + "/" + file + ".csv", key_columns, order);
    std::string text;
    for (const std::string& key : order) {
        const auto value = [&key, &lines](std::size_t i) {
            const auto at = lines[i].find(key);
            return at == lines[i].end() ? std::string("missing") : at->second;
        };
        if (without_lines(value(0)) == without_lines(value(1))) continue;
        std::string words = key;
        std::replace(words.begin(), words.end(), ',', ' ');
        text += fmt::format("  {}\n    good  {}\n    bad   {}\n", words, value(0), value(1));
    }
    return text;
}

std::string first_difference(const Table& table, const Difference& difference, const std::string& kind,
                             const std::array<std::string, 2>& versions) {
    return fmt::format("The first {} is number {} of the {}:\n\n  good  {}\n  bad   {}\n\ngood: {}\nbad: {}\n", kind,
                       difference.number, table.name.title, in_words(table, difference.rows[0]),
                       in_words(table, difference.rows[1]), versions[0], versions[1]);
}

/// The numbers of rows, and of those steps that differ in them.
std::string counts(const std::vector<Table>& tables) {
    std::string text = fmt::format("{:<52}{:>10}{:>10}  first difference\n", "number of", "good", "bad");
    for (const Table& table : tables) {
        if (table.rows == Pair{}) continue;
        const std::string first =
            table.fields ? fmt::format("number {}, at {:.3f} us", table.fields->number, table.fields->time_us())
            : table.time ? "times only"
                         : "none";
        text += fmt::format("{:<52}{:>10}{:>10}  {}\n", table.name.title, table.rows[0], table.rows[1], first);
        for (const auto& [step, rows] : table.by_step)
            if (rows[0] != rows[1]) text += fmt::format("{:<52}{:>10}{:>10}\n", "  in " + step, rows[0], rows[1]);
    }
    return text;
}

}  // namespace

Comparison compare_recordings(const std::string& good_folder, const std::string& bad_folder, const std::string& good,
                              const std::string& bad) {
    const std::array<std::string, 2> folders{good_folder, bad_folder}, versions{good, bad};
    std::vector<Table> tables;
    for (const Named& name : kTables) tables.push_back(compare_table(name, folders));
    const std::string statistics = small_table("statistics", 3, folders), steps = small_table("steps", 1, folders);
    Comparison all;
    if (const Table* table = earliest(tables, &Table::fields))
        all.text = first_difference(*table, *table->fields, "difference", versions);
    else if (const Table* later = earliest(tables, &Table::time))
        all.text = "Both versions do the same, at other times. " +
                   first_difference(*later, *later->time, "difference in time", versions);
    else if (all.equal = statistics.empty() && steps.empty(); all.equal)
        all.text = "Both versions do the same at the same times.\n";
    else
        all.text = "Both versions do the same on the bus and the cable, and differ in their statistics or steps.\n";
    all.text += "\n" + counts(tables);
    if (!statistics.empty()) all.text += "\nStatistics that differ, after each step:\n\n" + statistics;
    if (!steps.empty()) all.text += "\nSteps that differ:\n\n" + steps;
    return all;
}

}  // namespace niclab::linux_kernel
