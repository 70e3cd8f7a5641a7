/// @file The rules of a PCI Express link for its packets.
///
/// Units: sizes are in dwords, times as in the names.
/// Source: public descriptions of PCI Express, no text of the standard. All numbers but those of
///   sizes are *assumed*.
#pragma once

#include <array>

#include "check/report.h"

namespace niclab::check {

/// Index into kPcieRules: T1 is 0.
enum class PcieRule : unsigned {
    DllpCrc,
    Lcrc,
    Sequence,
    Acknowledged,
    ReplayOrder,
    ReplayCause,
    ReplaySame,
    AckLatency,
    InitFirst,
    Credits,
    UpdateGrows,
    UpdateFree,
    UpdatePeriod,
    Type,
    Reserved,
    Length,
    Payload,
    ReadSize,
    Page,
    Enables,
    ShortHeader,
    Tag,
    Matches,
    ByteCount,
    Boundary,
    Status,
    SingleDword,
    Answered,
    Interrupt,
    Digest,
};

// clang-format off
inline constexpr std::array<Rule, 30> kPcieRules{{
    {"T1", "the CRC of a DLLP is right", "data link layer", true},
    {"T2", "the LCRC of a TLP is right", "data link layer", true},
    {"T3", "the sequence number of a new TLP is that of the TLP before plus one, modulo 4096", "data link layer", true},
    {"T4", "an ACK or a NAK names a TLP that was sent, and none before the last acknowledged one", "data link layer", true},
    {"T5", "a replay has all TLPs that are not acknowledged, from the oldest on, before a new one", "data link layer", true},
    {"T6", "a replay begins after a NAK or after the time of the replay timer", "data link layer", true},
    {"T7", "a replayed TLP has its octets", "data link layer", true},
    {"T8", "an accepted TLP is acknowledged in time", "data link layer", true},
    {"T9", "InitFC of the three classes come before a TLP", "flow control", true},
    {"T10", "a TLP uses no more credits of its class than were granted", "flow control", true},
    {"T11", "the limits of an UpdateFC do not fall; those without an end stay 0", "flow control", true},
    {"T12", "an UpdateFC grants no more than the initial credits and those of the TLPs received", "flow control", true},
    {"T13", "each class with limits has an UpdateFC within 45 us", "flow control", true},
    {"T14", "format and type of a TLP exist", "transaction layer", true},
    {"T15", "reserved fields of a TLP are 0", "transaction layer", true},
    {"T16", "the length of a TLP is that of its data", "transaction layer", true},
    {"T17", "data of a TLP have at most MPS octets", "transaction layer", true},
    {"T18", "a read requests at most MRRS octets", "transaction layer", true},
    {"T19", "a request does not cross 4 KiB", "transaction layer", true},
    {"T20", "byte enables: none of the last dword for one dword, contiguous for three and more", "transaction layer", true},
    {"T21", "a request below 4 GiB has a header of 3 dwords", "transaction layer", true},
    {"T22", "the tag of a request is not that of an outstanding request", "transaction layer", true},
    {"T23", "a completion answers an outstanding request", "transaction layer", true},
    {"T24", "byte count and lower address of a completion continue the request", "transaction layer", true},
    {"T25", "a completion that is not the last ends at the read completion boundary", "transaction layer", true},
    {"T26", "a completion with an error has no data, one of a read without an error has", "transaction layer", true},
    {"T27", "requests of configuration and of I/O come from the root and have one dword", "transaction layer", true},
    {"T28", "a request is completed within 50 ms", "transaction layer", true},
    {"T29", "INTx goes to the root; asserted and deasserted alternate", "transaction layer", true},
    {"T30", "the ECRC of a TLP is right", "transaction layer", true},
}};
// clang-format on

/// The numbers in the rules.
struct PcieLimits {
    unsigned ack_ns = 500;              ///< T8
    unsigned replay_ns = 1000;          ///< T6: from the end of the oldest TLP, or from the last progress.
    unsigned update_us = 45;            ///< T13
    unsigned completion_ms = 50;        ///< T28
    unsigned payload_dwords = 64;       ///< T17: MPS.
    unsigned read_dwords = 128;         ///< T18: MRRS.
    unsigned completion_boundary = 16;  ///< T25: RCB.

    /// Calls `f(name, rule, number)` for each.
    template <class F>
    void each(F&& f) {
        f("ack_ns", "T8", ack_ns), f("replay_ns", "T6", replay_ns), f("update_us", "T13", update_us);
        f("completion_ms", "T28", completion_ms), f("payload_dwords", "T17", payload_dwords);
        f("read_dwords", "T18", read_dwords), f("completion_boundary", "T25", completion_boundary);
    }
};

inline const Rule& rule(PcieRule r) { return kPcieRules[static_cast<unsigned>(r)]; }

}  // namespace niclab::check
