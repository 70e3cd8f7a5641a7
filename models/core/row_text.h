/// @file  Numbers in the rows of tables, by hand: a library's formatting would take as long as all else that a row costs.
#pragma once

#include <cstdint>
#include <string>

#include "core/time.h"

namespace niclab::core {

/// In decimal.
void add_number(std::string& row, std::uint64_t n);
/// Nanoseconds with three decimals, as format's {:.3f} of a double.
void add_nanoseconds(std::string& row, Femtoseconds t);

}  // namespace niclab::core
