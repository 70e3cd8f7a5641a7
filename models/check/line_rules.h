/// @file  What a transmitter's STS-3c or STS-12c line, its cell stream and its AAL5 PDUs are held against.
///
/// Source:  GR-253 and ITU-T G.707 for frames, I.432.1 for cells, I.363.5 for AAL5; from memory of the standards.
#pragma once

#include <array>

#include "check/report.h"

namespace niclab::check {

/// Index into kLineRules: S1 is 0.
enum class LineRule : unsigned { Frame, B1, B2, B3, Pointer, Concatenation, Label, Hec, Delineation };

// clang-format off
inline constexpr std::array<Rule, 9> kLineRules{{
    {"S1", "a frame of 810 N octets begins with N A1 and N A2", "GR-253 3.3", true},
    {"S2", "B1 is the even parity of the scrambled frame before", "GR-253 3.3.2.1", true},
    {"S3", "B2 is the even parity of line overhead and SPE of the frame before", "GR-253 3.3.2.2", true},
    {"S4", "B3 is the even parity of the SPE before", "GR-253 3.3.2.3", true},
    {"S5", "the pointer is 0 to 782 and moves only with NDF, an increment or a decrement", "GR-253 3.5.1", true},
    {"S6", "the pointers behind the first say concatenation", "GR-253 3.5.1.4", true},
    {"S7", "C2 says ATM", "GR-253 3.3.2.3", true},
    {"S8", "the HEC of every cell is right", "I.432.1 4.3.2", true},
    {"S9", "cells follow each other without a gap", "I.432.1 4.5", true},
}};
inline constexpr std::array<Rule, 2> kAal5Rules{{
    {"A1", "the CRC-32 of a CS-PDU is right", "I.363.5 6.2.1.2", true},
    {"A2", "Length is not 0 and needs exactly the cells there are", "I.363.5 6.2.1.2", true},
}};
// clang-format on

}  // namespace niclab::check
