/// @file The rules of CSMA/CD for the pins of a MAC, seven wires or MII.
///
/// Source: IEEE 802.3 clauses 4, 7, 8 and 22, from memory of the standard. E2 to E4 also by its
///   4.2.3.2.1 as quoted in AMD's data sheet Am79C965A, p. 93. echo_bits and carrier_bits are
///   *assumed*. MII's preamble may be lost up to the SFD: Davicom's data sheet DM9161B, p. 14. No
///   SQE test above 10 Mb/s: RFC 3635, dot3StatsSQETestErrors. A dribble nibble after the last
///   octet is left to the receiver, not an error of the pins: clause 22.2.3, from memory.
#pragma once

#include <array>

#include "check/report.h"

namespace niclab::check {

/// Index into kCsmaRules: E1 is 0.
enum class CsmaRule : unsigned {
    Header,
    OwnGap,
    Defers,
    Gap,
    Jam,
    BackoffRange,
    BackoffSlots,
    Octets,
    Shortest,
    Longest,
    Fcs,
    Carrier,
    Collision,
    ReceivedHeader,
    ReceivedCarrier,
    ReceivedAlignment,
    Attempts,
    LateRetry,
};

// clang-format off
inline constexpr std::array<Rule, 18> kCsmaRules{{
    {"E1", "TXEN rises with 56 bits of preamble, a 1 first, and the SFD, collision or not", "4.2.5", true},
    {"E2", "after each fall of TXEN it stays off for 96 bits", "4.2.3.2.2", true},
    {"E3", "TXEN does not rise while carrier is sensed, but where a gap ends whose first 64 bits were without", "4.2.3.2.1", true},
    {"E4", "after carrier of others a gap of 96 bits is kept", "4.2.3.2.1", true},
    {"E5", "a collision is followed by 32 to 48 bits of jam, after preamble and SFD", "4.2.3.2.4", true},
    {"E6", "on a free medium the n-th back-off ends within 2^min(n, 10) - 1 slots of 512 bits after the jam", "4.2.3.2.5", true},
    {"E7", "on a free medium a back-off ends with the gap or with a whole number of slots", "4.2.3.2.5", true},
    {"E8", "a frame without collision has whole octets after the SFD", "4.2.4.2.1", true},
    {"E9", "a frame without collision has 64 octets at least, its FCS among them", "4.4.2", true},
    {"E10", "a frame has 1518 octets at most, its FCS among them", "4.4.2", true},
    {"E11", "the FCS of a frame without collision is right", "3.2.9", true},
    {"E12", "half duplex: carrier is sensed from 16 bits after the rise of TXEN until it falls", "7.2.4", true},
    {"E13", "COL comes with carrier, or, at 10 Mb/s, as SQE test 6 to 16 bits after the fall of TXEN, for at most 15 bits", "7.2.4.6", true},
    {"E14", "RXD begins with preamble and SFD unless signals collide", "22.2.3", true},
    {"E15", "RXDV rises only while carrier is sensed", "22.2.2.6", true},
    {"E16", "at MII the SFD ends with a nibble, its last one", "22.2.3.3", true},
    {"E17", "a frame is tried 16 times at most", "4.2.3.2.5", false},
    {"E18", "a frame that met a late collision is not tried again", "4.2.3.2.5", false},
}};
// clang-format on

/// The numbers in the rules.
struct CsmaLimits {
    unsigned preamble_bits = 56;                 ///< E1
    unsigned gap_bits = 96;                      ///< E2, E4
    unsigned part1_bits = 64;                    ///< E3: carrier in it restarts the gap.
    unsigned echo_bits = 16;                     ///< E4: carrier for this time after an own frame is its own.
    unsigned jam_least = 32, jam_most = 48;      ///< E5
    unsigned slot_bits = 512;                    ///< E7
    unsigned backoff_limit = 10, attempts = 16;  ///< E6
    unsigned least_octets = 64, most_octets = 1518;
    unsigned carrier_bits = 16;                               ///< E12
    unsigned sqe_first = 6, sqe_last = 16, sqe_longest = 15;  ///< E13, bits

    /// Calls `f(name, rule, number)` for each.
    template <class F>
    void each(F&& f) {
        f("preamble_bits", "E1", preamble_bits), f("gap_bits", "E4", gap_bits), f("part1_bits", "E3", part1_bits);
        f("echo_bits", "E4", echo_bits), f("jam_least", "E5", jam_least), f("jam_most", "E5", jam_most);
        f("slot_bits", "E7", slot_bits), f("backoff_limit", "E6", backoff_limit), f("attempts", "E7", attempts);
        f("least_octets", "E9", least_octets), f("most_octets", "E10", most_octets);
        f("carrier_bits", "E12", carrier_bits), f("sqe_first", "E13", sqe_first), f("sqe_last", "E13", sqe_last);
        f("sqe_longest", "E13", sqe_longest);
    }
};

inline const Rule& rule(CsmaRule r) { return kCsmaRules[static_cast<unsigned>(r)]; }

}  // namespace niclab::check
