/// @file  Writes a waveform in another legal spelling: what it says stays the same.
///
/// At random: line ends and blanks, comments, identifiers, the order of declarations and of the changes at one time, vectors
/// whole, in parts, in bits, in numbered wires, ascending; capitals; short and long values; repeated and empty times; values
/// that are said again; $dumpvars and the like; variables of numbers and text; a finer timescale.
#pragma once

#include <random>
#include <string>

#include "wave_model.h"

namespace niclab::fuzz {

std::string rewrite(const WaveModel& model, std::mt19937_64& random);

}  // namespace niclab::fuzz
