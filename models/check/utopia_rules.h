/// @file The rules of UTOPIA level 1 for both directions.
///
/// Source: ATM Forum af-phy-0017.000, sections 2 and 3, from memory of the standard; U14 from data
///   sheets of the S/UNI family.
#pragma once

#include <array>

#include "check/report.h"

namespace niclab::check {

/// Index into kUtopiaRules: U1 is 0.
enum class UtopiaRule : unsigned {
    Known,
    Full,
    FullRestart,
    ClavStart,
    ClavFalls,
    TxSoc,
    Parity,
    RxEnabled,
    RxEmpty,
    RxPromise,
    RxIgnore,
    RxSoc,
    SetupHold,
    RxAnnounced,
};

// clang-format off
inline constexpr std::array<Rule, 14> kUtopiaRules{{
    {"U1", "data, SOC and parity are known in every clock with TxEnb* asserted; in others they mean nothing", "2.1", true},
    {"U2", "octet level: at most 4 octets follow the clock on which TxFull* is sampled", "2.2", true},
    {"U3", "octet level: TxEnb* comes back only after TxFull* was sampled deasserted", "2.2", true},
    {"U4", "cell level: a cell begins only after TxClav was sampled asserted", "2.3", true},
    {"U5", "cell level: TxClav does not fall with the last 4 words of a cell", "2.3", true},
    {"U6", "TxSOC comes with the first word of every cell and with no other", "2.1", true},
    {"U7", "parity is odd over the data", "2.1", true},
    {"U8", "the PHY gives RxSOC only in the clock after RxEnb* was sampled", "3.1", true},
    {"U9", "octet level: with RxEmpty* asserted there is no RxSOC", "3.2", true},
    {"U10", "cell level: RxClav promises a whole cell: it comes, and RxClav stays until its last word", "3.3", true},
    {"U11", "cell level: with RxClav deasserted after a cell the ATM layer takes nothing, or ignores what it takes", "3.3", false},
    {"U12", "RxSOC comes with the first word of every cell and with no other", "3.1", true},
    {"U13", "inputs are stable from 10 ns before the clock edge to 1 ns after it", "4", true},
    {"U14", "cell level: the PHY begins no cell that RxClav did not announce", "data sheet", true},
}};
// clang-format on

/// The numbers in the rules.
struct UtopiaLimits {
    unsigned cell_octets = 53;       ///< U6, U12: 27 words of 16 bits.
    unsigned octets_after_full = 4;  ///< U2
    unsigned clav_words = 4;         ///< U5: last words of a cell with which TxClav is not deasserted.
    unsigned setup_fs = 10'000'000;  ///< U13
    unsigned hold_fs = 1'000'000;    ///< U13

    /// Calls `f(name, rule, number)` for each.
    template <class F>
    void each(F&& f) {
        f("cell_octets", "U6", cell_octets), f("octets_after_full", "U2", octets_after_full);
        f("clav_words", "U5", clav_words), f("setup_fs", "U13", setup_fs), f("hold_fs", "U13", hold_fs);
    }
};

inline const Rule& rule(UtopiaRule r) { return kUtopiaRules[static_cast<unsigned>(r)]; }

}  // namespace niclab::check
