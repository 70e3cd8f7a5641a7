/// @file The rules for a transmitter's STS-3c or STS-12c line, its cell stream and its AAL5 PDUs.
///
/// Source: GR-253 and ITU-T G.707 for frames, I.432.1 for cells, I.363.5 for AAL5; from memory of
///   the standards.
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
    {"S6", "the pointers after the first indicate concatenation", "GR-253 3.5.1.4", true},
    {"S7", "C2 says ATM", "GR-253 3.3.2.3", true},
    {"S8", "the HEC of every cell is right", "I.432.1 4.3.2", true},
    {"S9", "cells follow each other without a gap", "I.432.1 4.5", true},
}};
inline constexpr std::array<Rule, 2> kAal5Rules{{
    {"A1", "the CRC-32 of a CS-PDU is right", "I.363.5 6.2.1.2", true},
    {"A2", "Length is not 0 and needs exactly the cells there are", "I.363.5 6.2.1.2", true},
}};
// clang-format on

/// The numbers in the rules of the line.
struct LineLimits {
    unsigned a1 = 0xF6, a2 = 0x28;                    ///< S1
    unsigned last_pointer = 782;                      ///< S5
    unsigned new_data_flag = 0x9;                     ///< S5: bits 15 to 12 of H1 H2.
    unsigned increment = 0x2AA, decrement = 0x155;    ///< S5: the bits that are inverted.
    unsigned concatenation = 0x93, all_ones = 0xFF;   ///< S6: H1 without the SS bits, and H2.
    unsigned label = 0x13;                            ///< S7
    unsigned hec_generator = 0x07, hec_coset = 0x55;  ///< S8
    unsigned sure_headers = 6;                        ///< S8: correct ones after which a candidate for the boundary is
                                                      ///< accepted.
    unsigned lost_headers = 7;                        ///< S9: successive wrong ones.

    /// Calls `f(name, rule, number)` for each.
    template <class F>
    void each(F&& f) {
        f("a1", "S1", a1), f("a2", "S1", a2), f("last_pointer", "S5", last_pointer);
        f("new_data_flag", "S5", new_data_flag), f("increment", "S5", increment), f("decrement", "S5", decrement);
        f("concatenation", "S6", concatenation), f("all_ones", "S6", all_ones), f("label", "S7", label);
        f("hec_generator", "S8", hec_generator), f("hec_coset", "S8", hec_coset);
        f("sure_headers", "S8", sure_headers), f("lost_headers", "S9", lost_headers);
    }
};

/// The numbers in the rules of AAL5.
struct Aal5Limits {
    unsigned generator = 0x04C11DB7;  ///< A1
    unsigned remainder = 0xC704DD7B;  ///< A1: of a whole PDU, its CRC included.
    unsigned trailer_octets = 8;      ///< A2

    /// Calls `f(name, rule, number)` for each.
    template <class F>
    void each(F&& f) {
        f("generator", "A1", generator), f("remainder", "A1", remainder), f("trailer_octets", "A2", trailer_octets);
    }
};

}  // namespace niclab::check
