/// @file Deferral: a station waits while the medium is busy and for the interframe gap after it.
///
/// Source: the sources of rules.h.
/// Behaviour: the gap has two parts. The first begins when neither carrier nor an own transmission
///   is left. After a reception, carrier in part one restarts it. After an own transmission, and in
///   part two, carrier is ignored, so that each station gets its turn.
/// Timing: TXEN falls with edge n, and the gap ends with edge n + 96 bits if no carrier remains. If
///   carrier is first sampled off at edge n, the gap ends with n + 96 bits, too.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ether/rules.h"

namespace niclab::ether {

class Deferral {
public:
    static constexpr std::uint64_t kForever = ~std::uint64_t{0};

    /// `width` bits per clock.
    Deferral(const MacRules& rules, unsigned width)
        : part1_(rules.gap_part1_bits / width), part2_(rules.gap_part2_bits / width), echo_(rules.echo_bits / width) {}

    /// One clock: carrier as sampled, and whether the station itself transmits from it on.
    void clock(bool carrier, bool sending);
    /// The station transmits from this clock on; to be called after clock().
    void begin_sending() { state_ = State::Busy, own_ = sending_ = true; }
    bool deferring() const { return state_ != State::Clear; }
    /// Carrier was sampled, or the station transmits: no gap has begun.
    bool busy() const { return state_ == State::Busy; }
    /// In the first part of the gap after an own transmission, in which the SQE test is expected.
    bool behind_own() const { return own_ && (state_ == State::Busy || state_ == State::Part1); }
    /// Number of coming clocks that only count, provided that carrier does not change and the
    /// station does not transmit.
    std::uint64_t quiet_clocks() const;
    /// Skips these clocks, or some of them.
    void skip(std::uint64_t clocks);

private:
    enum class State { Clear, Busy, Part1, Part2 };
    void begin_gap();

    unsigned part1_, part2_, echo_;
    State state_ = State::Clear;
    bool own_ = false;             ///< The station itself transmitted in the present busy period.
    bool sending_ = false;         ///< The station transmits.
    bool carrier_ = false;         ///< Last sample.
    std::uint64_t since_own_ = 0;  ///< Clocks since its end.
    std::uint64_t left_ = 0;       ///< Clocks left of the present part.
};

}  // namespace niclab::ether
