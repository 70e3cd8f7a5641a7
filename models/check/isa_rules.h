/// @file The rules of the ISA bus for its pins.
///
/// Units: times are in halves of BCLK: commands begin and end at both its edges.
/// Source: IEEE P996 and the bus of the PC/AT, from memory of them; IBM, 5150 Technical Reference,
///   p. 2-11: a slave pulls IOCHRDY low when it sees its command, and cycles become longer by whole
///   clocks (I9, I11). All numbers are *assumed*.
/// Assumed: for I10 that page has 10 clocks of the CPU, 2.1 us, but cards that wait for their own
///   memory keep IOCHRDY low longer. Here the limit is the time between two refreshes, which a
///   longer wait would delay.
#pragma once

#include <array>

#include "check/report.h"

namespace niclab::check {

/// Index into kIsaRules: I1 is 0.
enum class IsaRule : unsigned {
    SetUp,
    Hold,
    OneCommand,
    Bale,
    Command8,
    Memory16,
    Io16,
    ZeroWaits,
    Ready,
    LongWait,
    WaitOfNobody,
    Conversion,
    OddOctet,
    Acknowledge,
    Master,
    LongMaster,
    MasterBegins,
    RefreshDue,
    RefreshAlone,
    Apart,
    WriteData,
    OneDriver,
};

// clang-format off
inline constexpr std::array<Rule, 22> kIsaRules{{
    {"I1", "SA and SBHE# are valid a clock before a command, half a clock before one to 16-bit memory", "P996", true},
    {"I2", "SA and SBHE# do not change while a command is on", "P996", true},
    {"I3", "of IOR#, IOW#, MEMR# and MEMW# one at most is on", "P996", true},
    {"I4", "each command of the CPU has a BALE of its own, which is off when it begins and stays off", "P996", true},
    {"I5", "a command to an 8-bit slave lasts 4.5 clocks at least, without 0WS#", "P996", true},
    {"I6", "a command to 16-bit memory lasts 2 clocks at least, without 0WS#", "P996", true},
    {"I7", "a command to a 16-bit port lasts 1.5 clocks at least, 0WS# or not", "P996", true},
    {"I8", "with 0WS# a command lasts a clock at least to 16-bit memory, 1.5 to an 8-bit slave", "P996", true},
    {"I9", "a command does not end while IOCHRDY is low, nor within a clock after it", "P996", true},
    {"I10", "IOCHRDY is low for 15.6 us at most", "P996", true},
    {"I11", "IOCHRDY is low only while a command is on", "P996", true},
    {"I12", "a word for an 8-bit slave is followed by the same command to the next octet", "P996", true},
    {"I13", "the CPU's accesses to odd addresses have SBHE#", "P996", true},
    {"I14", "DACK# answers its own DRQ, one at a time", "P996", true},
    {"I15", "MASTER# is on only with a DACK#", "P996", true},
    {"I16", "MASTER# is on for 15 us at most", "P996", true},
    {"I17", "a master's first command comes at least two clocks after MASTER#", "P996", true},
    {"I18", "a refresh begins within 31.2 us after the one before", "P996", true},
    {"I19", "with REFRESH# there is no command but MEMR#", "P996", true},
    {"I20", "two commands are a clock apart at least", "P996", true},
    {"I21", "SD of a write does not change while the command is on", "P996", true},
    {"I22", "one agent at most drives SD", "P996", true},
}};
// clang-format on

/// The numbers in the rules, in halves of BCLK.
struct IsaLimits {
    unsigned set_up = 2, set_up_memory16 = 1;  ///< I1
    unsigned command8 = 9;                     ///< I5
    unsigned memory16 = 4;                     ///< I6
    unsigned io16 = 3;                         ///< I7
    unsigned no_waits_memory16 = 2;            ///< I8
    unsigned no_waits8 = 3;                    ///< I8
    unsigned ready = 3;                        ///< I9: a clock, and up to a half until it is sampled.
    unsigned longest_wait = 260;               ///< I10
    unsigned longest_master = 250;             ///< I16
    unsigned master_begins = 4;                ///< I17
    unsigned refresh = 520;                    ///< I18: of 260; the rest is for the owner of the bus.
    unsigned apart = 2;                        ///< I20

    /// Calls `f(name, rule, number)` for each.
    template <class F>
    void each(F&& f) {
        f("set_up", "I1", set_up), f("set_up_memory16", "I1", set_up_memory16), f("command8", "I5", command8);
        f("memory16", "I6", memory16), f("io16", "I7", io16), f("no_waits_memory16", "I8", no_waits_memory16);
        f("no_waits8", "I8", no_waits8), f("ready", "I9", ready), f("longest_wait", "I10", longest_wait);
        f("longest_master", "I16", longest_master), f("master_begins", "I17", master_begins);
        f("refresh", "I18", refresh), f("apart", "I20", apart);
    }
};

inline const Rule& rule(IsaRule r) { return kIsaRules[static_cast<unsigned>(r)]; }

}  // namespace niclab::check
