/// @file Text folded to the width of a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace niclab::lab {

/// Columns of a terminal where none is known, and of every file.
inline constexpr std::size_t kTextColumns = 100;

/// Breaks lines of more than `columns` at their blanks. Continued lines begin with `indent` blanks.
std::string folded(const std::string& text, std::size_t indent, std::size_t columns = kTextColumns);

}  // namespace niclab::lab
