/// @file The cell under way on UTOPIA wires as text for a waveform.
#pragma once

#include <cstdint>
#include <string>

namespace niclab::check {

/// Octets of a cell after which the code of a row stays the same up to the end of the cell.
constexpr unsigned kCellRowOctets = 4;

/// Code of a row after `octets` octets of a cell, the header first; 0 between cells.
std::uint64_t cell_code(const std::uint8_t* cell, unsigned octets);

/// "0/3904:1": VPI, VCI and PTI at a UNI; "null" for cells without payload (VPI 0, VCI 0); "header"
/// before kCellRowOctets of it; "-" between cells.
std::string cell_words(std::uint64_t code);

}  // namespace niclab::check
