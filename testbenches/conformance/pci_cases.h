/// @file Pin sequences for every PCI rule that can be violated: legal ones that pass and illegal
/// ones that violate this rule first. The rows are explained in pci_pattern.h.
#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace niclab::conformance {

/// Whole patterns on which the cases are based.
inline const std::map<std::string, std::string> kPciPatterns{
    {"write2", R"(
        REQ#   a a - - - - - - - -
        GNT#   - a - - - - - - - -
        FRAME# - - 0 0 0 1 - - - -
        IRDY#  - - - 0 0 0 1 - - -
        AD     - - 1000 D1 D1 D2 - - - -
        C/BE#  - - 7 0 0 0 - - - -
        PAR    - - - p p p p - - -
        T      - - - - dt dt . - - -)"},
    {"read2", R"(
        REQ#   a a - - - - - - - -
        GNT#   - a - - - - - - - -
        FRAME# - - 0 0 0 1 - - - -
        IRDY#  - - - 0 0 0 1 - - -
        AD     - - 1000 - D1/t D2/t - - - -
        C/BE#  - - 6 0 0 0 - - - -
        PAR    - - - p - p p - - -
        T      - - - - dt dt . - - -)"},
    {"write1", R"(
        REQ#   a a - - - - - - -
        GNT#   - a - - - - - - -
        FRAME# - - 0 1 1 - - - -
        IRDY#  - - - 0 0 1 - - -
        AD     - - 1000 D1 D1 - - - -
        C/BE#  - - 7 0 0 - - - -
        PAR    - - - p p p - - -
        T      - - - - dt . - - -)"},
    {"abort2", R"(
        REQ#   a a - - - - - - - - -
        GNT#   - a - - - - - - - - -
        FRAME# - - 0 0 0 0 0 1 - - -
        IRDY#  - - - 0 0 0 0 0 1 - -
        AD     - - 1000 D1 D1 D1 D1 D1 - - -
        C/BE#  - - 7 0 0 0 0 0 - - -
        PAR    - - - p p p p p p - -)"},
    {"abort1", R"(
        REQ#   a a - - - - - - - - -
        GNT#   - a - - - - - - - - -
        FRAME# - - 0 1 1 - - - - - -
        IRDY#  - - - 0 0 0 0 1 - - -
        AD     - - 1000 D1 D1 D1 D1 - - - -
        C/BE#  - - 7 0 0 0 0 - - - -
        PAR    - - - p p p p p - - -)"},
    {"retry", R"(
        REQ#   a a - - - - - a a - - - - - -
        GNT#   - a - - - - - - a - - - - - -
        FRAME# - - 0 0 0 1 - - - 0 0 0 1 - -
        IRDY#  - - - 0 0 0 1 - - - 0 0 0 1 -
        AD     - - 1000 D1 D1 D1 - - - 1000 D1 D1 D2 - -
        C/BE#  - - 7 0 0 0 - - - 7 0 0 0 - -
        PAR    - - - p p p p - - - p p p p -
        T      - - - - ds ds . - - - - dt dt . -)"},
    {"back_to_back", R"(
        REQ#   a a a a - - - - - -
        GNT#   - a a a a - - - - -
        FRAME# - - 0 1 1 0 1 1 - -
        IRDY#  - - - 0 0 1 0 0 1 -
        AD     - - 1000 D1 D1 1004 D2 D2 - -
        C/BE#  - - 7 0 0 7 0 0 - -
        PAR    - - - p p p p p p -
        T      - - - - dt . - dt . -)"},
    {"config_read", R"(
        REQ#   h h - - - - - - - -
        GNT#   - h h - - - - - - -
        FRAME# - - - 0/h 1/h 1/h - - - -
        IRDY#  - - - - 0/h 0/h 1/h - - -
        AD     - - 10008/h 10008/h - D1/t - - - -
        C/BE#  - - A/h A/h 0/h 0/h - - - -
        PAR    - - - p p - p - - -
        T      - - - - - dt . - - -)"},
    // Sets the latency timer of a to 4 clocks and its cache line to 2 dwords.
    {"config_write", R"(
        REQ#   h h - - - - - - - -
        GNT#   - h h - - - - - - -
        FRAME# - - - 0/h 1/h 1/h - - - -
        IRDY#  - - - - 0/h 0/h 1/h - - -
        AD     - - 1000C/h 1000C/h 0402/h 0402/h - - - -
        C/BE#  - - B/h B/h 0/h 0/h - - - -
        PAR    - - - p p p p - - -
        T      - - - - - dt/a ./a - - -)"},
    {"dual_write", R"(
        REQ#   a a - - - - - - - -
        GNT#   - a - - - - - - - -
        FRAME# - - 0 0 1 1 - - - -
        IRDY#  - - - - 0 0 1 - - -
        AD     - - 2000 1 D1 D1 - - - -
        C/BE#  - - D 7 0 0 - - - -
        PAR    - - - p p p p - - -
        T      - - - - - dt . - - -)"},
    {"idle", R"(
        REQ#   - - - - - - - - - - - - - - -
        GNT#   - - - - - - - - - - - - - - -)"},
};

struct PciCase {
    const char* rule;
    const char* patterns;  ///< Names, joined by +.
    const char* legal;     ///< Changes to them.
    const char* illegal;
    unsigned legal_period_ps = 30'303, illegal_period_ps = 30'303;  ///< Of the clock.
};

// NOLINTNEXTLINE(readability-identifier-naming): the name by which GoogleTest finds it
inline void PrintTo(const PciCase& c, std::ostream* os) { *os << c.patterns << ", " << c.illegal; }

// clang-format off
inline const std::vector<PciCase> kPciCases{
    {"P1", "write2", "", "AD 4:-"},
    {"P1", "write2", "", "AD 2:x"},
    {"P1", "write2", "AD 8:x", "AD 4:x"},
    {"P1", "read2", "repeat 3 2; AD 4:x/t; T 4:d; PAR 5:x/t", "AD 4:x/t"},
    {"P1", "write2", "repeat 3 2; AD 3:x; IRDY# 3:1; PAR 4:x", "repeat 3 2; AD 3:x"},
    {"P3", "write1", "repeat 4 4; FRAME# 5-7:-; T 4-6:d; GNT# 5:b 6:b", "repeat 4 4; FRAME# 5:- 6:0/b 7:0/b; T 4-6:d; GNT# 5:b 6:b"},
    {"P4", "write2", "", "GNT# 1:-"},
    {"P4", "write2", "", "GNT# 1:b"},
    {"P5", "write2", "", "FRAME# 3:1; IRDY# 3:1"},
    {"P6", "write1", "", "T 4:d; FRAME# 4:0"},
    {"P7", "write2", "repeat 3 2", "repeat 3 2; IRDY# 4:1"},
    {"P7", "write2", "repeat 3 2", "repeat 3 2; FRAME# 4:1"},
    {"P8", "write2", "repeat 4 2; IRDY# 3:1 4:1", "repeat 4 2; IRDY# 3:1 4:1; T 5:d"},
    {"P8", "write2", "repeat 4 2; IRDY# 3:1 4:1", "repeat 4 2; IRDY# 3:1 4:1; T 5:dts"},
    {"P10", "write2", "", "IRDY# 6:0"},
    {"P10", "read2", "", "IRDY# 6-9:0; C/BE# 6-9:-"},
    {"P11", "write2", "T 3:d", "T 2:d 3:d"},
    {"P11", "write2", "", "T 4:t"},
    {"P11", "write2", "", "T 8:d 9:."},
    {"P11", "write2", "T 6:.", "T 6:dt 7:."},
    {"P12", "write2", "repeat 4 3; T 4:d 5:d", "repeat 4 3; T 4:d 5:."},
    {"P13", "abort2", "repeat 6 12", "repeat 6 13"},
    {"P13", "abort1", "repeat 4 12", "repeat 4 13"},
    {"P13", "write2", "repeat 3 3", "repeat 3 4"},
    {"P14", "read2", "", "AD 3:1000"},
    {"P14", "read2", "", "T 3:dt"},
    {"P15", "write2", "IRDY# 3:1", "IRDY# 3:1; AD 3:-; PAR 4:-"},
    {"P16", "write2", "repeat 3 2", "repeat 3 2; AD 4:D9"},
    {"P16", "read2", "repeat 4 2; IRDY# 3-4:1; PAR 5:p", "repeat 4 2; IRDY# 3-4:1; PAR 5:p; AD 5:D9/t"},
    {"P17", "write2", "repeat 3 2", "repeat 3 2; C/BE# 4:3"},
    {"P17", "write2", "repeat 3 2; AD 3:1000; IRDY# 3:1", "repeat 3 2; AD 3:1000; C/BE# 3:7"},
    {"P18", "write2", "", "PAR 3:P"},
    {"P18", "read2", "", "PAR 5:P"},
    {"P18", "write2", "", "PAR 5:-"},
    {"P18", "write2", "", "PAR 5:p/t"},
    {"P19", "write2", "", "PERR# 6:0 7:1"},
    {"P20", "write2", "SERR# 5:0", "SERR# 5-6:0"},
    {"P20", "write2", "SERR# 5:0 6:0/h", "SERR# 5:0/h 6:0/h"},
    {"P20", "dual_write", "SERR# 4:0 5:0", "SERR# 5:0 6:0"},
    {"P21", "retry", "", "AD 9:2000"},
    {"P21", "retry", "", "C/BE# 9:F"},
    {"P22", "write2", "T 4:dts 5:ds", "T 4:dts 5:dts"},
    {"P23", "write2", "repeat 4 2; T 4:d 5:s 6:s 7:.", "repeat 4 2; T 4:d 5:ts 6:s 7:."},
    {"P24", "write2", "T 4:ds 5:ds; repeat 4 3", "T 4:ds 5:ds; repeat 4 4"},
    {"P24", "write2", "T 4:ds 5:ds", "T 4:ds 5:d"},
    {"P25", "retry", "", "REQ# 6:a"},
    {"P25", "retry", "REQ# 5:a 7:-; GNT# 8:a", "REQ# 5:a"},
    {"P26", "write2", "", "T 6:-"},
    {"P26", "write2", "", "AD 6:0/b"},
    {"P27", "write2", "repeat 3 7; IRDY# 3-9:1; T 4-9:d", "repeat 3 8; IRDY# 3-10:1; T 4-10:d"},
    {"P28", "write2", "repeat 3 15; T 4-17:d", "repeat 3 16; T 4-18:d"},
    {"P28", "write2", "repeat 3 31; T 4-33:d/h 34-35:dt/h 36:./h", "repeat 3 32; T 4-34:d/h 35-36:dt/h 37:./h"},
    {"P28", "write2", "repeat 5 8; T 5-11:d", "repeat 5 9; T 5-12:d"},
    {"P29", "back_to_back", "", "T 7:dt/h 8:./h"},
    {"P30", "config_read", "", "AD 2-3:1000A/h"},
    {"P30", "config_read", "AD 2-3:10009/h", "AD 2-3:1000B/h"},
    {"P30", "config_read", "AD 2:- 3:10009/h; C/BE# 2:-; PAR 3:-", "AD 2:20008/h"},
    {"P30", "config_read", "", "AD 2:-; C/BE# 2:-; PAR 3:-"},
    {"P31", "write2", "AD 2:1001; T 4:dts 5:ds", "AD 2:1001"},
    {"P31", "write2", "AD 2:1002", "AD 2:1003"},
    {"P31", "write2", "C/BE# 2:F; AD 2:1002; T 4:dts 5:ds", "C/BE# 2:F; AD 2:1002"},
    {"P31", "write1", "C/BE# 2:3 3-4:D; AD 2:1001", "C/BE# 2:3 3-4:E; AD 2:1001"},
    {"P32", "write2", "", "C/BE# 2:5"},
    {"P32", "write2", "", "C/BE# 2:8"},
    {"P32", "write2", "", "C/BE# 2:1"},
    {"P33", "write2", "", "AD 4:D1/ab"},
    {"P33", "write2", "", "T 5:dt/th"},
    {"P34", "idle", "GNT# 1-2:a 3:- 4-5:b", "GNT# 1-2:a 3-5:b"},
    {"P34", "idle", "GNT# 1-2:a", "GNT# 1-2:ab"},
    {"P35", "write2", "repeat 1 16; AD 2-16:0; C/BE# 2-16:0", "repeat 1 17; AD 2-17:0; C/BE# 2-17:0"},
    {"P36", "idle", "GNT# 1-14:a; AD 9-14:0; C/BE# 9-14:0", "GNT# 1-14:a; AD 10-14:0; C/BE# 10-14:0"},
    {"P36", "write2", "", "FRAME# 8-9:1"},
    {"P37", "config_write+write2", "repeat 14 3", "repeat 14 4"},
    {"P38", "config_write+write2", "C/BE# 12:F", "C/BE# 12:F 13-14:1"},
    {"P38", "config_write+write2", "C/BE# 12:F", "C/BE# 12:F; AD 12:1004"},
    {"P38", "config_write+write2", "C/BE# 12:F", "C/BE# 12:F; repeat 14 2"},
    {"P39", "write2", "repeat 0 8; RST# 0-3:0", "repeat 0 7; RST# 0-3:0"},
    {"P39", "idle", "RST# 0-5:0", "RST# 0-5:0; AD 3:0"},
    {"P39", "idle", "RST# 0-5:0; AD 0-5:0/h; C/BE# 0-5:0/h", "RST# 0-5:0; AD 0-5:FFFFFFFF/h"},
    {"P42", "write2", "REQ64# 2-4:0", "REQ64# 2-3:0"},
    {"P42", "write2", "REQ64# 2-4:0; ACK64# 4-5:0", "ACK64# 4-5:0"},
    {"P42", "write2", "REQ64# 2-4:0; ACK64# 4-5:0", "REQ64# 2-4:0; ACK64# 4-6:0"},
    {"P43", "idle", "M66EN 0-14:1", "", 15'151, 15'151},
    {"P43", "idle", "", "", 29'900, 29'899},
    {"P45", "write2", "", "IRDY# 1:0/b 2:1/b"},
    {"P45", "write2", "", "IRDY# 9:0"},
    {"P45", "write2", "", "IRDY# 2:0"},
    {"P46", "write2", "", "GNT# 1:x"},
    {"P46", "idle", "", "REQ# 5:x"},
    {"P47", "write2", "", "T 8:t 9:."},
    {"P47", "write2", "", "T 8:s 9:."},
    {"P47", "write2", "", "T 2:t 3:."},
};
// clang-format on

}  // namespace niclab::conformance
