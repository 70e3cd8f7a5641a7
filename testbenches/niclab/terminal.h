/// @file  The width of the terminal, and text that is folded to it.
#pragma once

#include <cstddef>
#include <string>

namespace niclab::cli {

/// Columns of standard output, from 80 to 120: those of the variable COLUMNS, else of the terminal,
/// else 100.
std::size_t terminal_columns();

/// Prints lines that are folded to the terminal. Continued lines begin with `indent` blanks.
void print_folded(const std::string& text, std::size_t indent = 0);

/// Prints `name` and, from a fixed column on, what is said of it. A long name has a line of its own.
void print_entry(const std::string& name, const std::string& text, std::size_t column);

}  // namespace niclab::cli
