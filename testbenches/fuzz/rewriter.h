/// @file A rewriter of a waveform to another legal form with the same meaning.
///
/// Behaviour: at random it changes line ends, blanks, comments, identifiers, capitals and the
///   timescale. Declarations and the changes at one time come in another order. Vectors are whole,
///   in parts, in bits, in numbered wires, or ascending. Values are short or long, and some are
///   repeated, as times are. Variables of numbers and text are added.
#pragma once

#include <random>
#include <string>

#include "wave_model.h"

namespace niclab::fuzz {

std::string rewrite(const WaveModel& model, std::mt19937_64& random);

}  // namespace niclab::fuzz
