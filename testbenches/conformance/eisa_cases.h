/// @file Pin sequences for every rule of the EISA bus: a legal one that passes and an illegal one
/// that violates this rule first. The syntax is explained at EisaPattern.
#pragma once

#include <vector>

namespace niclab::conformance {

struct EisaCase {
    const char* rule;
    const char *legal, *illegal;
};

/// BCLK rises before each second sample: `.1` is half a clock, and a cycle begins after an odd
/// number of samples.
inline const std::vector<EisaCase> kEisaCases{
    {"X1", "m .2 @1000 .1 S2 C2 .2", "m .2 @1000 .1 S4 C2 .2"},
    {"X1", "m .2 @1000 .1 S2 C2 .2", "m .2 @1000 .1 S1 C3 .2"},
    {"X1", "m .2 @1000 .1 S2 C4 .2", "m .2 @1000 .2 S2 C2 .2"},
    {"X2", "m .2 @1000 .1 S2 C2 S2 C2 .2", "m .2 @1000 .1 S2 C2 SC1 S1 C2 .2"},
    {"X3", "m .2 @1000 .1 S2 C2 .2", "m .2 @1000 .1 S2 .2"},
    {"X3", "m .2 @1000 .1 S2 C2 .4", "m .2 @1000 .1 S2 C2 .2 C2 .2"},
    {"X4", "m .2 @1000 .1 S2 C2 .2", "m .3 @1000 S2 C2 .2"},
    {"X4", "m .2 i @1C00 aFFFD .1 S2 C2 .2", "m @1C00 aFFFD .3 i S2 C2 .2"},
    {"X5", "m .2 @1000 .1 S2 @2000 C2 .2", "m .2 @1000 .1 S1 @2000 S1 C2 .2"},
    {"X5", "m .2 @1000 .1 ES2 C2 .2", "m .2 @1000 .1 ES1 S1 C2 .2"},
    {"X5", "m .2 @1000 .1 w S2 C2 .2", "m .2 @1000 .1 S1 w S1 C2 .2"},
    {"X6", "m .2 @1000 .1 S2 C2 .2", "m .2 @1000 .1 S2 C1 .2"},
    {"X6", "m .2 @1000 .1 NS2 C_1 .2", "m .2 @1000 .1 S2 C1 .2"},
    {"X7", "m .2 @1000 .1 S2 C4 .2", "m .2 @1000 .1 S2 C3 .2"},
    {"X8", "m .2 @1000 .1 S2 LC2 C2 .2", "m .2 @1000 .1 S2 LC2 .2"},
    {"X8", "m .2 @1000 .1 S2 LC1 C3 .2", "m .2 @1000 .1 S2 C1 C1 LC2 .2"},
    {"X9", "m F2 @1000 .1 S2 C512 .2", "m F2 @1000 .1 S2 C513 .2"},
    {"X10", "m .2 @1000 .1 LS2 LC1 C3 .2", "m .2 @1000 .1 S2 C2 .1 L1 .2"},
    {"X11", "m .2 @1000 .1 bS2 C1 @1004 BC2 C1 .2", "m .2 @1000 .1 S2 C1 @1004 BC2 C1 .2"},
    {"X11", "m .2 @1000 .1 bS2 C2 .2", "m .2 @1000 .1 bS2 C2 B1 .1"},
    {"X12", "m .2 @1000 .1 bS2 C1 @1004 BC2 C1 .2", "m .2 @1000 .1 bS2 C1 @1004 BC1 .2"},
    {"X13", "m .2 @1000 .1 bS2 C1 @1004 BC2 @1008 BC2 C1 .2", "m .2 @1000 .1 bS2 C1 @1004 BC1 @1008 BC1 BC1 C1 .2"},
    {"X13", "m .2 @1000 .1 bS2 C1 @1004 BC1 LBC2 BC1 @1008 BC2 C1 .2",
     "m .2 @1000 .1 bS2 C1 @1004 BC1 LBC1 @1008 LBC1 BC2 C2 .2"},
    {"X13", "m .2 @13FC .1 bS2 C1 @1400 C1 S2 C2 .2", "m .2 @13FC .1 bS2 C1 @1400 BC2 C1 .2"},
    {"X14", "m .2 @1000 .1 bS2 C1 @1004 BC2 i C1 .2", "m .2 @1000 .1 bS2 C1 @1004 BC1 i BC1 C1 .2"},
    {"X14", "m .2 @1000 .1 bS2 C1 @1004 BC2 w C1 .2", "m .2 @1000 .1 bS2 C1 @1004 BC1 w BC1 C1 .2"},
    {"X15", "Q2 QK4 .2", ".2 K4 .2"},
    {"X15", "Qq2 QKq4 Qq2 Qqk4 .2", "Qq2 QKq2 QKqk2 .2"},
    {"X15", "Qq2 QK2", "Q2 Qk2"},
    {"X16", "m Q3 QK1 @1000 QK1 QKS2 QKC2 .2", "m @1000 Q4 QK1 QKS2 QKC2 .2"},
    {"X17", "Q2 QK4 Q128 .2", "Q2 QK4 Q129 .2"},
    {"X18", "m w .2 @1000 .1 S1 =5 S1 C2 .1 =7 .1", "m w .2 @1000 .1 S2 =5 C2 .2"},
    {"X18", "m w .2 @1000 .1 S1 =5 S1 C2 .1 =7 .1", "m w .2 @1000 .1 S1 =5 S1 C2 =7 .2"},
    {"X18", "m w .2 @1000 .1 S1 =5 bS1 C1 @1004 BC1 =6 BC1 C1 .2", "m w .2 @1000 .1 S1 =5 bS1 C1 @1004 =6 BC2 C1 .2"},
    {"X18", "m r .2 @1000 .1 S2 =5 C2 =7 .2", "m w .2 @1000 .1 S1 =5 S1 C1 =6 C1 .2"},
    {"X19", "i aFFF7 .2 @3C80 .1 S2 C2 .2", "i a0 .2 @3C80 .1 S2 C2 .2"},
    {"X19", "i a0 .2 @300 .1 S2 C2 .2", "i aFFFE .2 @300 .1 S2 C2 .2"},
    {"X19", "i aFFFE .2 @80 .1 S2 C2 .2", "i aFFF7 .2 @80 .1 S2 C2 .2"},
    {"X20", ".520 F2 .2", ".521 F2 .2"},
    {"X20", ".500 F2 .518 F2 .518", ".2 F2 .522"},
    {"X21", "m .2 @1000 .1 S2 C2 .2", "m .2 @1000 .1 S2 DC2 .2"},
    {"X21", "m .2 @1000 .1 S2 C2 .2", "m .2 @1000 .1 S1 AS1 C2 .2"},
    {"X22", "m .2 @1000 .1 NS2 C_1 .2", "m .2 @1000 .1 S2 C_1 C1 .2"},
    {"X22", "m .2 @1000 .1 S2 C2 .1 _2 .1", "m .2 @1000 .1 S2 C2 .1 ^2 .2"},
};

}  // namespace niclab::conformance
