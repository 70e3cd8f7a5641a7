/// @file A table of results: each column is declared once, with its value of a row. The file, the
/// listings, the reference and the JSON are made from it.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "core/column.h"

namespace niclab::core {

/// A number with the decimals that it has in a CSV file.
struct Decimal {
    Decimal(double v, int d) : value(v), digits(d) {}
    double value;
    int digits;
};

/// A value of a row. In a CSV file a list is separated by blanks.
using Cell = std::variant<std::string, std::uint64_t, Decimal, std::vector<std::uint64_t>>;

inline std::string to_text(const Cell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    if (const auto* number = std::get_if<std::uint64_t>(&cell)) return fmt::format("{}", *number);
    if (const auto* d = std::get_if<Decimal>(&cell)) return fmt::format("{:.{}f}", d->value, d->digits);
    std::string all;
    for (const std::uint64_t v : std::get<std::vector<std::uint64_t>>(cell))
        all += fmt::format("{}{}", all.empty() ? "" : " ", v);
    return all;
}

/// A number has all of its decimals here.
inline nlohmann::ordered_json to_json(const Cell& cell) {
    if (const auto* d = std::get_if<Decimal>(&cell)) return d->value;
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    if (const auto* number = std::get_if<std::uint64_t>(&cell)) return *number;
    return std::get<std::vector<std::uint64_t>>(cell);
}

template <class Row>
struct Field {
    Column column;
    Cell (*get)(const Row&);
};

template <class Row>
class Table {
public:
    Table(std::initializer_list<Field<Row>> fields) : fields_(fields) {}

    /// Appends further columns.
    Table& add(std::initializer_list<Field<Row>> fields) {
        fields_.insert(fields_.end(), fields);
        return *this;
    }
    Columns columns() const {
        Columns all;
        for (const Field<Row>& f : fields_) all.push_back(f.column);
        return all;
    }
    /// A line of a CSV file.
    std::string line(const Row& row) const {
        std::string text;
        for (const Field<Row>& f : fields_) text.append(&f == &fields_.front() ? "" : ",").append(to_text(f.get(row)));
        return text + "\n";
    }
    /// A CSV file with a header line.
    template <class Rows>
    std::string csv(const Rows& rows) const {
        std::string text = header(columns());
        for (const auto& row : rows) text += line(row);
        return text;
    }
    /// A list of objects with the names of the columns.
    template <class Rows>
    nlohmann::ordered_json json(const Rows& rows) const {
        nlohmann::ordered_json all = nlohmann::ordered_json::array();
        for (const auto& row : rows) {
            nlohmann::ordered_json object = nlohmann::ordered_json::object();
            for (const Field<Row>& f : fields_) object[f.column.name] = to_json(f.get(row));
            all.push_back(std::move(object));
        }
        return all;
    }

private:
    std::vector<Field<Row>> fields_;
};

}  // namespace niclab::core
