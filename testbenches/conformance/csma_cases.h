/// @file Pin sequences for the rules of CSMA/CD, on seven wires and on MII. Every rule that can be
/// violated has a legal sequence that passes and an illegal one that violates this rule first. The
/// syntax is explained at CsmaPattern.
#pragma once

#include <ostream>
#include <vector>

namespace niclab::conformance {

struct CsmaCase {
    const char* rule;
    bool receive;
    const char *legal, *illegal;
    unsigned width = 1;  ///< Data wires.
};
// NOLINTNEXTLINE(readability-identifier-naming): the name by which GoogleTest finds it
inline void PrintTo(const CsmaCase& c, std::ostream* os) { *os << c.rule; }

inline const std::vector<CsmaCase> kCsmaCases{
    {"E1", false, "P f64", "z0 f64"},
    {"E1", false, "K32", "z61 f64"},
    {"E2", false, "P f64 .96 P f64", "P f64 .95 P f64"},
    {"E2", false, "K32 .96 P f64", "K32 .95 P f64"},
    {"E3", false, "c100 .65 c32 P f64", "c100 .64 c33 P f64"},
    {"E3", false, ".9 P f64", "c100 .65 c33 P f64"},
    {"E4", false, "c100 .97 P f64", "c100 .96 P f64"},
    {"E4", false, "P f64 c15 .81 P f64", "P f64 c16 .95 P f64"},
    {"E5", false, "K32", "K31"},
    {"E5", false, "K48", "K49"},
    {"E5", false, "P b100 J33", "P b100 J32"},
    {"E5", false, "P b100 J49", "P b100 J50"},
    {"E6", false, "K32 .512 P f64", "K32 .1024 P f64"},
    {"E6", false, "( K32 .512 )*9 K32 .523776 P f64", "( K32 .512 )*10 K32 .524288 P f64"},
    {"E7", false, "K32 .96 P f64", "K32 .97 P f64"},
    {"E7", false, "K32 .512 P f64", "K32 .513 P f64"},
    {"E7", false, "K32 c40 .97 P f64", "K32 c40 .99 P f64"},
    {"E7", false, "( K32 .512 )*15 K32 .600 P f64", "( K32 .512 )*14 K32 .600 P f64"},
    {"E8", false, "P f64", "P f64 b3"},
    {"E9", false, "P f64", "P f63"},
    {"E10", false, "P f1518", "P f1519"},
    {"E11", false, "P f100", "P w100"},
    {"E12", false, "P16 f64", "P17 f64"},
    {"E12", false, "P f64", "P f64 m8"},
    {"E13", false, "P f64 .5 q15 .50", "P f64 .4 q15 .50"},
    {"E13", false, "P f64 .15 q10 .50", "P f64 .16 q10 .50"},
    {"E13", false, "c90 C10 c5", "P f64 .9 q16 .50"},
    {"E14", true, "P f64", "z6 f64"},
    {"E14", true, "p7 X50", "p8 z8 f64"},
    {"E15", true, "P f64", "P1 f64"},

    {"E1", false, "P f64", "z0 f64", 4},
    {"E1", false, "K32", "s60 f64", 4},  // A nibble of the preamble is missing.
    {"E1", false, "P f64", "p4 P f64", 4},
    {"E2", false, "P f64 .96 P f64", "P f64 .92 P f64", 4},
    {"E2", false, "K32 .96 P f64", "K32 .92 P f64", 4},
    {"E3", false, "c100 .68 c32 P f64", "c100 .64 c36 P f64", 4},
    {"E3", false, ".8 P f64", "c100 .68 c36 P f64", 4},
    {"E4", false, "c100 .100 P f64", "c100 .96 P f64", 4},
    {"E4", false, "P f64 c12 .84 P f64", "P f64 c16 .92 P f64", 4},
    {"E5", false, "K32", "K28", 4},
    {"E5", false, "K48", "K52", 4},
    {"E5", false, "P b100 J36", "P b100 J32", 4},
    {"E5", false, "P b100 J52", "P b100 J56", 4},
    {"E6", false, "K32 .512 P f64", "K32 .1024 P f64", 4},
    {"E6", false, "( K32 .512 )*9 K32 .523776 P f64", "( K32 .512 )*10 K32 .524288 P f64", 4},
    {"E7", false, "K32 .96 P f64", "K32 .100 P f64", 4},
    {"E7", false, "K32 .512 P f64", "K32 .516 P f64", 4},
    {"E7", false, "K32 c40 .100 P f64", "K32 c40 .108 P f64", 4},
    {"E7", false, "( K32 .512 )*15 K32 .600 P f64", "( K32 .512 )*14 K32 .600 P f64", 4},
    {"E8", false, "P f64", "P f64 b4", 4},  // An odd number of nibbles.
    {"E9", false, "P f64", "P f63", 4},
    {"E10", false, "P f1518", "P f1519", 4},
    {"E11", false, "P f100", "P w100", 4},
    {"E12", false, "P16 f64", "P20 f64", 4},
    {"E12", false, "P f64", "P f64 m8", 4},
    {"E13", false, "P f64 .4 q12 .48", "P f64 q12 .48", 4},
    {"E13", false, "P f64 .12 q12 .48", "P f64 .16 q12 .48", 4},
    {"E13", false, "P f64 .8 q16 .48", "P f64 .8 q20 .48", 4},
    {"E13", false, "c88 C12 c8", "c88 C12 c8 .40 q8", 4},
    {"E14", true, "s8 f64", "z6 f64", 4},  // The whole preamble may be lost.
    {"E14", true, "p8 X52", "p8 z8 f64", 4},
    {"E15", true, "P f64", "P4 f64", 4},
    {"E16", true, "P f64", "p2 P f64 b2", 4},
    {"E16", true, "P f64 b4", "s6 f64 b2", 4},  // A dribble nibble is not an error of the pins.
};

}  // namespace niclab::conformance
