/// @file The columns of a table with very many rows: each is declared once, with what writes its
/// value. Slower tables have core::Table.
#pragma once

#include <string>
#include <tuple>
#include <utility>

#include "core/column.h"
#include "core/row_text.h"

namespace niclab::core {

/// `put(at, row)` writes the value of a row at `at`, and returns the position after it; or it appends
/// the value to a string, for add_line().
template <class Put>
struct RowField {
    Column column;
    Put put;
};
template <class Put>
RowField(Column, Put) -> RowField<Put>;

template <class... Put>
Columns columns_of(const std::tuple<RowField<Put>...>& fields) {
    return std::apply([](const auto&... f) { return Columns{f.column...}; }, fields);
}

/// Writes a line, which must have space at `at`. Returns the position after it.
template <class Row, class... Put>
char* put_line(char* at, const Row& row, const std::tuple<RowField<Put>...>& fields) {
    std::apply([&](const auto&... f) { ((at = put(f.put(at, row), ",")), ...); }, fields);
    at[-1] = '\n';  // Instead of the last comma.
    return at;
}

/// Appends a line.
template <class Row, class... Put>
void add_line(std::string& text, const Row& row, const std::tuple<RowField<Put>...>& fields) {
    std::apply([&](const auto&... f) { ((f.put(text, row), text += ','), ...); }, fields);
    text.back() = '\n';  // Instead of the last comma.
}

}  // namespace niclab::core
