/// @file  The cell under way on UTOPIA wires as words for a waveform.
#pragma once

#include <cstdint>
#include <string>

namespace niclab::check {

/// What a row says while `octets` of a cell were taken, of which the header comes first; 0 between cells.
std::uint64_t cell_code(const std::uint8_t* cell, unsigned octets);

/// "0/3904:1": VPI, VCI and PTI at a UNI, "null" for what carries nothing (VPI 0, VCI 0), "header" until four octets of it
/// were taken, "-" between cells.
std::string cell_words(std::uint64_t code);

}  // namespace niclab::check
