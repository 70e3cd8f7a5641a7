/// @file The rules of PCI 2.1 for a bus.
///
/// Source: PCI Local Bus Specification 2.1; sections are given from memory of the standard.
/// Ambiguous:
///   P13, when an initiator aborts: public sources have a first clock and no last one. The Dallas
///   DS3131 manual (10.1.4) aborts when DEVSEL# is not asserted within 5 clocks. The Intel 82375EB
///   data sheet (5.1.10.1) has a programmable sample point. So the number depends on the initiator.
///   A limit of 16 clocks, the time in which a target must answer (P28), is *assumed*.
///   P20, how long SERR# stays low: a resistor restores it, so a passive wire may be low for further
///   clocks. It is judged by output enables only.
///   P24, when FRAME# ends after STOP#: as soon as possible, preferably within two or three clocks.
///   That more than three are wrong is *assumed*.
///   P30, whether a type 0 address is valid before FRAME#: a board needs it if resistors couple
///   its IDSEL lines to AD, others do not.
///   P31, AD[1:0] = 10: cache line wrap since PCI 2.1 (D. Abbott, PCI Bus Demystified, table 3-2),
///   but not for memory write and invalidate.
#pragma once

#include <array>

#include "check/report.h"

namespace niclab::check {

/// Index into kPciRules: P1 is 0.
enum class PciRule : unsigned {
    Known,
    AddressPhase,
    FrameFromIdle,
    FrameNeedsGrant,
    FrameEndsWithIrdy,
    FrameOnce,
    InitiatorHolds,
    TargetHolds,
    Transfer,
    IrdyEnds,
    DevselFirst,
    DevselStays,
    MasterAbort,
    ReadTurnaround,
    WriteData,
    DataStable,
    EnablesStable,
    Parity,
    Perr,
    Serr,
    Retry,
    Disconnect,
    TargetAbort,
    StopAnswer,
    RequestAfterStop,
    TriState,
    IrdyLatency,
    TargetLatency,
    BackToBack,
    Configuration,
    AddressBits,
    Commands,
    OneDriver,
    OneGrant,
    GrantUse,
    Parking,
    LatencyTimer,
    Invalidate,
    Reset,
    Interrupts,
    UndefinedBytes,
    Wide,
    Fast,
    SingleDword,
    IrdyInTransaction,
    RequestsKnown,
    AnswerInTransaction,
};

// clang-format off
inline constexpr std::array<Rule, 47> kPciRules{{
    {"P1", "AD, C/BE#, TRDY# and STOP# are known at every clock that qualifies them", "3.2.1", true},
    {"P2", "the address phase is the first clock with FRAME# asserted", "3.2.2", false},
    {"P3", "FRAME# is asserted only on an idle bus", "3.3, appendix C", true},
    {"P4", "FRAME# is asserted only by the agent whose GNT# was asserted on the clock before", "3.4.1", true},
    {"P5", "FRAME# is deasserted only while IRDY# is asserted", "3.3.3.1", true},
    {"P6", "FRAME# once deasserted stays so until the transaction ends", "3.3.3.1", true},
    {"P7", "IRDY# once asserted, and FRAME# with it, do not change until the data phase completes", "3.2.1", true},
    {"P8", "TRDY# or STOP# once asserted, the target changes none of DEVSEL#, TRDY#, STOP# until the data phase completes", "3.2.1", true},
    {"P9", "data moves on clocks with IRDY# and TRDY# asserted", "3.2.1", false},
    {"P10", "IRDY# is deasserted on the clock after the last data phase", "3.3.3.1", true},
    {"P11", "DEVSEL# comes after the address phase, not later than TRDY# or STOP#, and never without a transaction", "3.6.1", true},
    {"P12", "DEVSEL# once asserted stays until the last data phase, except in a target abort", "3.6.1", true},
    {"P13", "without DEVSEL# the initiator aborts after the fifth clock and within 16; DEVSEL# does not come after the fifth", "3.3.3.1", true},
    {"P14", "on a read AD has a turnaround clock: no TRDY# and no driver but the target after the address phase", "3.3.1", true},
    {"P15", "on a write the initiator drives AD from the clock after the address phase on", "3.3.2", true},
    {"P16", "data is stable from IRDY# (write) or TRDY# (read) until it moves", "3.2.1", true},
    {"P17", "byte enables are stable through the data phase", "3.3.1", true},
    {"P18", "PAR makes AD and C/BE# even one clock later, driven by the agent that drove AD", "3.8.1", true},
    {"P19", "PERR# comes two clocks after data with wrong parity, from the agent that received it", "3.8.2.1", true},
    {"P20", "an agent drives SERR# for one clock at a time", "3.8.2.2", true},
    {"P21", "a retried transaction is repeated as it was", "3.3.3.2.2", true},
    {"P22", "no data moves in a transaction after a phase that ended with STOP#", "3.3.3.2.1", true},
    {"P23", "a target abort is STOP# with DEVSEL# and TRDY# deasserted", "3.3.3.2.1", true},
    {"P24", "after STOP# FRAME# is deasserted within 3 clocks, or with a later IRDY#; STOP# stays until then", "3.3.3.2.1", true},
    {"P25", "after STOP# the initiator's REQ# is deasserted for two clocks, one of them idle", "3.3.3.2.2", true},
    {"P26", "a sustained tri-state wire is driven high before it is released, and a clock separates two drivers", "2.1, 3.3", true},
    {"P27", "IRDY# comes within 8 clocks", "3.5.2", true},
    {"P28", "TRDY# or STOP# comes within 16 clocks of FRAME# (32 for a host bridge) and 8 of the last data", "3.5.1", true},
    {"P29", "fast back-to-back only after a write, by the same initiator, to the same target", "3.4.2", true},
    {"P30", "a configuration address has AD[1:0] = 00 or 01; type 0 is valid a clock before FRAME#", "3.7.4", true},
    {"P31", "a memory address off the dword ends after one data phase, unless it wraps; an I/O address agrees with its byte enables", "3.2.2", true},
    {"P32", "no reserved command; interrupt acknowledge and special cycles come from the host", "3.1.1", true},
    {"P33", "no two agents drive one wire", "2.1", true},
    {"P34", "at most one GNT#, and on an idle bus a clock without GNT# between two agents", "3.4.1", true},
    {"P35", "an initiator with REQ# and GNT# on an idle bus starts within 16 clocks", "3.4.1", true},
    {"P36", "an agent with GNT# on an idle bus drives AD and C/BE# within 8 clocks, FRAME# and IRDY# not at all", "3.4.3", true},
    {"P37", "with its latency timer expired and GNT# deasserted an initiator moves at most one more data phase", "3.5.3", true},
    {"P38", "memory write and invalidate moves whole cache lines with all byte enables", "3.1.1", true},
    {"P39", "during RST# only the central resource drives: AD, C/BE# and PAR low; no FRAME# within 5 clocks after it", "4.3.2", true},
    {"P40", "INTx# is a level, not synchronous to the clock", "2.2.6", false},
    {"P41", "bytes that are not enabled carry any data; parity holds all the same", "3.8.1", false},
    {"P42", "REQ64# goes with FRAME#, ACK64# with DEVSEL#, and only as an answer", "3.10", true},
    {"P43", "a clock above 33 MHz needs M66EN", "7.2", true},
    {"P44", "a target may take one dword and disconnect", "3.3.3.2.1", false},
    {"P45", "IRDY# is asserted only in a transaction: not on an idle bus, not in an address phase", "3.3.1, appendix C", true},
    {"P46", "REQ# and GNT# are known at every clock outside reset", "2.2.4", true},
    {"P47", "TRDY# and STOP# are asserted only in a transaction, and not in its address phase", "3.3.1, appendix C", true},
}};
// clang-format on

/// The numbers in the rules.
struct PciLimits {
    unsigned decode_clocks = 4;  ///< P13: from the address phase to the last clock for DEVSEL#.
    unsigned abort_clocks = 16;  ///< P13: from the address phase to the end of a master abort (*assumed*, see there).
    unsigned stop_clocks = 3;    ///< P24: from STOP# to the end of FRAME# (*assumed*, see there).
    unsigned irdy_clocks = 8;    ///< P27: without IRDY#, in any data phase.
    unsigned first_data_clocks = 16;   ///< P28: for a target, to its first data.
    unsigned bridge_data_clocks = 32;  ///< P28: the same for a host bridge.
    unsigned next_data_clocks = 8;     ///< P28: from data to data.
    unsigned grant_clocks = 16;        ///< P35: with REQ# and GNT# on an idle bus.
    unsigned park_clocks = 8;          ///< P36: with GNT# on an idle bus.
    unsigned phases_after_expiry = 1;  ///< P37: data phases.
    unsigned reset_clocks = 5;         ///< P39: from RST# to FRAME#.
    unsigned slow_period_ps = 29'900;  ///< P43: M66EN may be low from this period on; slightly less than that of 33.33
                                       ///< MHz.

    /// Calls `f(name, rule, number)` for each.
    template <class F>
    void each(F&& f) {
        f("decode_clocks", "P13", decode_clocks), f("abort_clocks", "P13", abort_clocks),
            f("stop_clocks", "P24", stop_clocks), f("irdy_clocks", "P27", irdy_clocks);
        f("first_data_clocks", "P28", first_data_clocks), f("bridge_data_clocks", "P28", bridge_data_clocks);
        f("next_data_clocks", "P28", next_data_clocks), f("grant_clocks", "P35", grant_clocks);
        f("park_clocks", "P36", park_clocks), f("phases_after_expiry", "P37", phases_after_expiry);
        f("reset_clocks", "P39", reset_clocks), f("slow_period_ps", "P43", slow_period_ps);
    }
};

inline const Rule& rule(PciRule r) { return kPciRules[static_cast<unsigned>(r)]; }

}  // namespace niclab::check
