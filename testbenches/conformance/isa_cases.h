/// @file Pin sequences for every rule of the ISA bus: a legal one that passes and an illegal one
/// that violates this rule first. The syntax is explained at IsaPattern.
#pragma once

#include <vector>

namespace niclab::conformance {

struct IsaCase {
    const char* rule;
    const char *legal, *illegal;
};

inline const std::vector<IsaCase> kIsaCases{
    {"I1", ".1 @300 B1 .1 R9", ".1 B1 @300 .1 R9"},
    {"I1", ".1 @D0000 B1 Mr4", ".1 B1 @D0000 Mr4"},
    {"I2", "@300 B1 .1 R9 @302 .1", "@300 B1 .1 R8 @302 R1"},
    {"I2", "@300h B1 .1 IR3", "@300h B1 .1 IR2 @300 IR1"},
    {"I3", "@300 B1 .1 R9 .2 B1 .1 W9", "@300 B1 .1 R1 RW8"},
    {"I3", "@300 B1 .1 R9 .2 B1 .1 r9", "@300 B1 .1 R4 r5"},
    {"I4", "@300 B1 .1 R9 .1 B1 .1 R9", "@300 B1 .1 R9 .3 R9"},
    {"I4", "@300 B2 .1 R9", "@300 B1 .1 R4 RB1 R4"},
    {"I4", "@300 B1 .1 R9", "@300 B1 .1 BR1 R8"},
    {"I5", "@300 B1 .1 R9", "@300 B1 .1 R8 .1"},
    {"I5", "@D0000 B1 .1 w9", "@D0000 B1 .1 w8 .1"},
    {"I6", "@D0000 B1 .1 Mr4", "@D0000 B1 .1 Mr3 .1"},
    {"I7", "@300 B1 .1 IR3", "@300 B1 .1 IR2 .1"},
    {"I7", "@300 B1 .1 IZR3", "@300 B1 .1 IZR2 .1"},
    {"I8", "@D0000 B1 .1 MZr2 .1", "@D0000 B1 .1 MZr1 .1"},
    {"I8", "@300 B1 .1 RZ3 .1", "@300 B1 .1 RZ2 .1"},
    {"I9", "@300 B1 .1 RL9 R3 .1", "@300 B1 .1 RL9 R2 .1"},
    {"I9", "@300 B1 .1 R1 RL1 R7 .1", "@300 B1 .1 R8 RL1 .1"},
    {"I10", "@300 B1 .1 RL260 R3 .1", "@300 B1 .1 RL261 R3 .1"},
    {"I11", "@300 B1 .1 RL8 R3 .1", "@300 .1 L1 B1 .1 R9"},
    {"I12", "@300h B1 .1 R9 .1 @301h B1 .1 R9 .1", "@300h B1 .1 R9 .1 @302 B1 .1 R9 .1"},
    {"I12", "@300h B1 .1 IW3 .1 @302h B1 .1 IW3 .1", "@300h B1 .1 W9 .1 @301h B1 .1 R9 .1"},
    {"I13", "@301h B1 .1 R9", "@301 B1 .1 R9"},
    {"I14", "Q2 QK4 .1", ".2 K4"},
    {"I14", "Qq2 QKq4 q2 qk4", "Qq2 QKqk4"},
    {"I14", "Qq2 QK2", "Q2 Qk2"},
    {"I15", "Q2 QKA2 QKX9 .1", "Q2 QA2 QX9"},
    {"I15", "Q2 QK2 QKX9 K1", "Q2 QK2 QKX9 X1"},
    {"I16", "Q2 QK2 QKX250 K1", "Q2 QK2 QKX251 K1"},
    {"I17", "Q2 QK2 QKX4 QKXMr4 QKX1 K1", "Q2 QK2 QKX3 QKXMr4 QKX1 K1"},
    {"I18", ".520 F2", ".521 F2"},
    {"I18", ".500 F2 .518 F1 .519", ".2 F2 .519 .2"},
    {"I19", ".2 F2 Fr4 F2", ".2 F2 Fw4 F2"},
    {"I19", ".2 F2 Fr4 F2", ".2 F2 FR4 F2"},
    {"I20", ".1 B1 .1 Mr4 .1 B1 Mr4", ".1 B1 .1 Mr4 B1 Mr4"},
    {"I21", "@300 =55 B1 .1 W9 =AA .1", "@300 =55 B1 .1 W8 =AA W1"},
    {"I21", "@300 =55 B1 .1 R4 =AA R5", "@D0000 =55 B1 .1 Mw3 =AA Mw1"},
    {"I22", "@300 B1 .1 R9", "@300 B1 .1 R2 RD2 R5"},
};

}  // namespace niclab::conformance
