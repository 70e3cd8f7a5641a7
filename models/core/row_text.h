/// @file Fast formatting of numbers in rows of tables: a library's formatting would take as long as
/// all other work per row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/time.h"

namespace niclab::core {

/// Appends `n` in decimal.
void add_number(std::string& row, std::uint64_t n);
/// Appends nanoseconds with three decimals, as {:.3f} of a double in std::format.
void add_nanoseconds(std::string& row, Femtoseconds t);
/// Appends microseconds with three decimals; what is less than a picosecond does not count.
void add_microseconds(std::string& row, Femtoseconds t);

/// The same into memory at `to`, which must have space for kMostDigits characters. Returns the
/// position after the last one.
inline constexpr std::size_t kMostDigits = 24;
char* put_number(char* to, std::uint64_t n);
char* put_nanoseconds(char* to, Femtoseconds t);
/// In hexadecimal, with at least eight digits.
char* put_hex8(char* to, std::uint64_t n);
inline char* put(char* to, std::string_view text) { return to + text.copy(to, text.size()); }

}  // namespace niclab::core
