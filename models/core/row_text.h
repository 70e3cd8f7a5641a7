/// @file  Numbers in the rows of tables, by hand: a library's formatting would take as long as all else that a row costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/time.h"

namespace niclab::core {

/// In decimal.
void add_number(std::string& row, std::uint64_t n);
/// Nanoseconds with three decimals, as format's {:.3f} of a double.
void add_nanoseconds(std::string& row, Femtoseconds t);

/// The same into memory that has room for it, of kMostDigits characters: behind `to`, and returns what is behind that.
inline constexpr std::size_t kMostDigits = 24;
char* put_number(char* to, std::uint64_t n);
char* put_nanoseconds(char* to, Femtoseconds t);
inline char* put(char* to, std::string_view text) { return to + text.copy(to, text.size()); }

}  // namespace niclab::core
