/// @file Pin sequences for every UTOPIA rule that can be violated: a legal one that passes and an
/// illegal one that violates this rule first. The rows are explained at Pattern in
/// utopia_conformance_test.cpp.
#pragma once

#include <ostream>
#include <vector>

namespace niclab::conformance {

struct UtopiaCase {
    const char* rule;
    bool receive, octet_level;
    const char *legal, *illegal;
};
// NOLINTNEXTLINE(readability-identifier-naming): the name by which GoogleTest finds it
inline void PrintTo(const UtopiaCase& c, std::ostream* os) { *os << c.rule; }

// A cell is 53 words; Enb* leads received data by one clock.
inline const char* const kTxCell = "Clav 1*60\nEnb* 1*2 0*53 1*5\nSOC 0*2 1 0*57";
inline const char* const kTxTwo = "Clav 1*112\nEnb* 1*2 0*106 1*4\nSOC 0*2 1 0*52 1 0*56";
inline const char* const kRxCell = "Clav 0*2 1*54 0*8\nEnb* 1*3 0*53 1*8\nSOC 0*4 1 0*59";
inline const char* const kTxOctets = "Clav 1*20 0*10 1*40\nEnb* 1*2 0*23 1*6 0*30 1*9\nSOC 0*2 1 0*67";
inline const char* const kRxOctets = "Clav 0*2 1*20 0*5 1*33 0*8\nEnb* 1*3 0*58 1*7\nSOC 0*4 1 0*63";

inline const std::vector<UtopiaCase> kUtopiaCases{
    {"U1", false, false, kTxCell, "Clav 1*60\nEnb* 1*2 0*53 1*5\nSOC 0*2 1 0*57\nData d*9 x d"},
    {"U2", false, true, kTxOctets, "Clav 1*20 0*10 1*40\nEnb* 1*2 0*24 1*6 0*29 1*9\nSOC 0*2 1 0*67"},
    {"U3", false, true, kTxOctets, "Clav 1*20 0*10 1*40\nEnb* 1*2 0*21 1*7 0*30 1*10\nSOC 0*2 1 0*67"},
    {"U4", false, false, kTxCell, "Clav 0*2 1*58\nEnb* 1*2 0*53 1*5\nSOC 0*2 1 0*57"},
    {"U4", false, false, kTxTwo, "Clav 1*40 0*16 1*56\nEnb* 1*2 0*106 1*4\nSOC 0*2 1 0*52 1 0*56"},
    {"U5", false, false, "Clav 1*50 0*10\nEnb* 1*2 0*53 1*5\nSOC 0*2 1 0*57",
     "Clav 1*51 0*9\nEnb* 1*2 0*53 1*5\nSOC 0*2 1 0*57"},
    {"U6", false, false, kTxCell, "Clav 1*60\nEnb* 1*2 0*53 1*5\nSOC 0*2 1 0*20 1 0*36"},
    {"U6", false, false, kTxTwo, "Clav 1*112\nEnb* 1*2 0*106 1*4\nSOC 0*2 1 0*109"},
    {"U7", false, false, kTxCell, "Clav 1*60\nEnb* 1*2 0*53 1*5\nSOC 0*2 1 0*57\nParity p*30 P p"},
    {"U7", true, false, kRxCell, "Clav 0*2 1*54 0*8\nEnb* 1*3 0*53 1*8\nSOC 0*4 1 0*59\nParity p*30 P p"},
    {"U8", true, false, kRxCell, "Clav 0*2 1*54 0*8\nEnb* 1*4 0*53 1*7\nSOC 0*4 1 0*59"},
    {"U9", true, true, kRxOctets, "Clav 0*5 1*53 0*8\nEnb* 1*3 0*58 1*7\nSOC 0*4 1 0*63"},
    {"U10", true, false, kRxCell, "Clav 0*2 1*40 0*22\nEnb* 1*3 0*53 1*8\nSOC 0*4 1 0*59"},
    {"U10", true, false, kRxCell, "Clav 0*2 1*54 0*8\nEnb* 1*3 0*53 1*8\nSOC 0*64"},
    {"U12", true, false, kRxCell, "Clav 0*2 1*54 0*8\nEnb* 1*3 0*53 1*8\nSOC 0*4 1 0*20 1 0*38"},
    {"U14", true, false, kRxCell, "Clav 0*4 1*52 0*8\nEnb* 1*3 0*53 1*8\nSOC 0*4 1 0*59"},
};

}  // namespace niclab::conformance
