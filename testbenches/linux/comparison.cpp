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
#include "recording.h"

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
    static const std::regex line("[\\w.-]+\\.c:(\\d+|\\?)");  // "?": compiled without debug information
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
        const auto one = lines[0].find(key), other = lines[1].find(key);
        if (one == lines[0].end() || other == lines[1].end()) continue;  // a trial has ended before
        if (one->second == other->second) continue;
        std::string words = key;
        std::replace(words.begin(), words.end(), ',', ' ');
        text += fmt::format("  {}\n    good  {}\n    bad   {}\n", words, one->second, other->second);
    }
    return text;
}

/// A row of steps.csv.
struct Verdict {
    std::string step, result;
    bool passed = false;
    bool known = false;  ///< Not a step, but faults that do not fail a trial.
};

/// The field of a row that begins at `at`; `at` is then after its comma.
std::string field(const std::string& row, std::size_t& at) {
    std::string text;
    const bool is_quoted = at < row.size() && row[at] == '"';
    for (at += is_quoted ? 1 : 0; at < row.size(); ++at) {
        const bool is_quote = is_quoted && row[at] == '"';
        if (is_quote && (at + 1 == row.size() || row[at + 1] != '"')) break;
        if (!is_quoted && row[at] == ',') break;
        text += row[at];
        if (is_quote) ++at;
    }
    at += is_quoted ? 2 : 1;
    return text;
}

std::vector<Verdict> verdicts_in(const std::string& folder) {
    const std::string path = folder + "/steps.csv";
    std::ifstream in(path);
    if (!in) throw core::ConfigError(path + ": cannot open it; expected a table of --record");
    std::vector<Verdict> all;
    std::string row;
    std::getline(in, row);
    while (std::getline(in, row)) {
        std::size_t at = 0;
        Verdict v;
        v.step = field(row, at);
        const std::string passed = field(row, at);
        v.passed = passed == "yes", v.known = passed == kKnownFaults;
        v.result = field(row, at);
        all.push_back(v);
    }
    return all;
}

/// The first part of a result: without the register accesses, and of the broken rules the first one.
std::string cause_of(const Verdict& verdict) {
    std::string text = verdict.result.substr(0, verdict.result.find("; register accesses of this step"));
    static const std::regex broken("^\\d+ broken[;:] ");
    text = std::regex_replace(text, broken, "");
    for (const char* next : {"; client: ", "; server: "}) text = text.substr(0, text.find(next));
    return text;
}

bool has_line(const std::string& text) { return without_lines(text) != text; }

/// "unload: the driver has crashed at lance.c:900: ..."; empty: the version passes. It has the first
/// failed step, and the first one that names a line of the driver.
std::string failure_of(const std::vector<Verdict>& verdicts) {
    const Verdict *first = nullptr, *placed = nullptr;
    for (const Verdict& v : verdicts) {
        if (v.passed || v.known) continue;
        if (!first) first = &v;
        if (!placed && has_line(cause_of(v))) placed = &v;
    }
    if (!first) return "";
    std::string text = first->step + ": " + cause_of(*first);
    if (placed && placed != first) text += "; " + placed->step + ": " + cause_of(*placed);
    return text;
}

/// Which version fails, how, and at which line; empty: none. `lines`: of the first access of each
/// version that differs, if no step names one.
std::string answer(const std::array<std::vector<Verdict>, 2>& verdicts, const std::array<std::string, 2>& versions,
                   const std::array<std::string, 2>& lines) {
    constexpr std::array<const char*, 2> kNames{"good", "bad"};
    std::string text;
    std::array<std::string, 2> failures;
    for (std::size_t i = 0; i < failures.size(); ++i) {
        failures[i] = failure_of(verdicts[i]);
        if (failures[i].empty()) continue;
        text += fmt::format("The {} version, {}, fails in {}", kNames[i], versions[i], failures[i]);
        if (!has_line(failures[i]) && !lines[i].empty()) text += "; the first access that differs is at " + lines[i];
        text += ".\n";
    }
    for (std::size_t i = 0; i < failures.size() && !text.empty(); ++i)
        if (failures[i].empty()) text += fmt::format("The {} version, {}, passes.\n", kNames[i], versions[i]);
    return text.empty() ? "" : text + "\n";
}

/// "passes", "fails" or "is not reached".
std::string word_of(const Verdict* verdict) {
    return !verdict ? "is not reached" : verdict->passed ? "passes" : "fails";
}

/// What is compared of a result: not the lines of two versions, nor that a trial has ended before.
std::string comparable(const Verdict& verdict) {
    const std::string text = without_lines(verdict.result);
    return text.substr(0, text.find(kUntilEnd));
}

/// The steps that differ, a sentence for each, with both results.
std::string steps_that_differ(const std::array<std::vector<Verdict>, 2>& verdicts) {
    std::vector<std::string> names;
    for (const auto& version : verdicts)
        for (const Verdict& v : version)
            if (std::find(names.begin(), names.end(), v.step) == names.end()) names.push_back(v.step);
    std::string text;
    for (const std::string& name : names) {
        std::array<const Verdict*, 2> both{};
        for (std::size_t i = 0; i < both.size(); ++i)
            for (const Verdict& v : verdicts[i])
                if (v.step == name) both[i] = &v;
        const bool same = both[0] && both[1] && both[0]->passed == both[1]->passed;
        if (same && comparable(*both[0]) == comparable(*both[1])) continue;
        if ((both[0] ? both[0] : both[1])->known)
            text += fmt::format("  {}: not the same in both versions.\n", name);
        else if (same)
            text += fmt::format("  {}: it {} in both versions, with other results.\n", name, word_of(both[0]));
        else
            text += fmt::format("  {}: it {} in the good version, and {} in the bad one.\n", name, word_of(both[0]),
                                word_of(both[1]));
        if (both[0]) text += fmt::format("    good  {}\n", both[0]->result);
        if (both[1]) text += fmt::format("    bad   {}\n", both[1]->result);
    }
    return text;
}

/// The line of the first access of each version that differs.
std::array<std::string, 2> first_lines(const Table* table) {
    std::array<std::string, 2> lines;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (table && table->fields->rows[i]) lines[i] = table->fields->rows[i]->line;
    return lines;
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
    const std::array<std::vector<Verdict>, 2> verdicts{verdicts_in(good_folder), verdicts_in(bad_folder)};
    const std::string statistics = small_table("statistics", 3, folders), steps = steps_that_differ(verdicts);
    Comparison all;
    const Table* table = earliest(tables, &Table::fields);
    const std::string begin = answer(verdicts, versions, first_lines(table));
    if (table)
        all.text = first_difference(*table, *table->fields, "difference", versions);
    else if (const Table* later = earliest(tables, &Table::time))
        all.text = "Both versions do the same, at other times. " +
                   first_difference(*later, *later->time, "difference in time", versions);
    else if (all.equal = statistics.empty() && steps.empty(); all.equal)
        all.text = "Both versions do the same at the same times.\n";
    else
        all.text = "Both versions do the same on the bus and the cable, and differ in their statistics or steps.\n";
    all.text = begin + all.text + "\n" + counts(tables);
    if (!statistics.empty()) all.text += "\nStatistics that differ, after each step:\n\n" + statistics;
    if (!steps.empty()) all.text += "\nSteps that differ:\n\n" + steps;
    return all;
}

}  // namespace niclab::linux_kernel
