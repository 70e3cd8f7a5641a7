/// @file The rules of the EISA bus for its pins.
///
/// Units: times are in halves of BCLK: its two edges.
/// Source: X9 (a slave that keeps CMD# on for more than 256 BCLK) and X17 (64 BCLK until a master
///   has left): Intel 82374EB, 7.3 and 7.2.2. Slots of X19: see eisa/slot.h. The rest is EISA 3.12,
///   from memory of it: all numbers except those two are *assumed*.
#pragma once

#include <array>

#include "check/report.h"

namespace niclab::check {

/// Index into kEisaRules: X1 is 0.
enum class EisaRule : unsigned {
    StartLength,
    StartAlone,
    CommandFollows,
    AddressSetUp,
    AddressHold,
    CommandLength,
    CommandEdge,
    Ready,
    LongCommand,
    WaitOfNobody,
    BurstAnswered,
    BurstGoesOn,
    BurstAddress,
    BurstKind,
    Acknowledge,
    MasterBegins,
    Leave,
    WriteData,
    Slot,
    RefreshDue,
    OneDriver,
    Clock,
};

// clang-format off
inline constexpr std::array<Rule, 22> kEisaRules{{
    {"X1", "START# begins with a rise of BCLK and lasts a BCLK", "3.12", true},
    {"X2", "START# and CMD# are not on together", "3.12", true},
    {"X3", "CMD# begins where START# ends, and nowhere else", "3.12", true},
    {"X4", "LA and M/IO are valid half a BCLK before START#", "3.12", true},
    {"X5", "LA, BE#, M/IO and W/R do not change while START# is on", "3.12", true},
    {"X6", "CMD# lasts a BCLK at least, with NOWS# half of one", "3.12", true},
    {"X7", "CMD# ends with a rise of BCLK", "3.12", true},
    {"X8", "CMD# does not end where EXRDY was low at the fall of BCLK before", "3.12", true},
    {"X9", "CMD# is on for 256 BCLK at most", "3.12", true},
    {"X10", "EXRDY is low only while START# or CMD# is on", "3.12", true},
    {"X11", "MSBURST# is on only with CMD#, where SLBURST# was on at the end of START#", "3.12", true},
    {"X12", "CMD# stays on while MSBURST# is", "3.12", true},
    {"X13", "in a burst LA changes with a fall of BCLK at which EXRDY is high, within 1 KB", "3.12", true},
    {"X14", "M/IO and W/R do not change in a burst", "3.12", true},
    {"X15", "MAKn# answers its own MREQn#, one at a time", "3.12", true},
    {"X16", "a master's START# comes at least one BCLK after its MAKn#", "3.12", true},
    {"X17", "a master leaves the bus within 64 BCLK after its MAKn#", "3.12", true},
    {"X18", "D of a write is valid from before CMD# until half a BCLK after it; in a burst it changes with rises of BCLK", "3.12", true},
    {"X19", "in a cycle to a slot's ports its AENn alone is off, to other ports all are", "3.12", true},
    {"X20", "a refresh begins within 31.2 us after the one before", "3.12", true},
    {"X21", "one agent at most drives D, and one the address", "3.12", true},
    {"X22", "BCLK is high for half a BCLK; in a cycle it is low for longer only in CMD# with NOWS#", "3.12", true},
}};
// clang-format on

/// The numbers in the rules, in halves of BCLK.
struct EisaLimits {
    unsigned start = 2;              ///< X1
    unsigned set_up = 1;             ///< X4
    unsigned command = 2;            ///< X6
    unsigned longest_command = 512;  ///< X9
    unsigned master_begins = 2;      ///< X16
    unsigned leave = 128;            ///< X17
    unsigned hold = 1;               ///< X18
    unsigned refresh = 520;          ///< X20: of 260; the rest is for the owner of the bus.

    /// Calls `f(name, rule, number)` for each.
    template <class F>
    void each(F&& f) {
        f("start", "X1", start), f("set_up", "X4", set_up), f("command", "X6", command);
        f("longest_command", "X9", longest_command), f("master_begins", "X16", master_begins);
        f("leave", "X17", leave);
        f("hold", "X18", hold), f("refresh", "X20", refresh);
    }
};

inline const Rule& rule(EisaRule r) { return kEisaRules[static_cast<unsigned>(r)]; }

}  // namespace niclab::check
