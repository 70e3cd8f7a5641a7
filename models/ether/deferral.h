/// @file  When a station may begin to send: it waits while the medium is busy and for the gap behind it.
///
/// Source:  as rules.h. The gap is timed in two parts. The first begins where neither carrier nor an own transmission is left. Behind a
///          reception carrier in part one starts it anew; behind an own transmission, and in part two, carrier is ignored, so that
///          each station gets its turn.
/// Timing:  TXEN falls with edge n, and the gap behind it ends with edge n + 96 bits if no carrier lingers; carrier that is first
///          sampled gone at edge n ends it with n + 96 bits, too.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ether/rules.h"

namespace niclab::ether {

class Deferral {
public:
    static constexpr std::uint64_t kForever = ~std::uint64_t{0};

    /// `width` bits a clock.
    Deferral(const MacRules& rules, unsigned width)
        : part1_(rules.gap_part1_bits / width), part2_(rules.gap_part2_bits / width), echo_(rules.echo_bits / width) {}

    /// One clock: carrier as sampled, and whether the station itself sends from it on.
    void clock(bool carrier, bool sending);
    /// The station sends from this clock on, behind clock().
    void begin_sending() { state_ = State::Busy, own_ = sending_ = true; }
    bool deferring() const { return state_ != State::Clear; }
    /// Carrier was sampled, or the station sends: no gap has begun.
    bool busy() const { return state_ == State::Busy; }
    /// In the first part of the gap behind an own transmission: where the SQE test is looked for.
    bool behind_own() const { return own_ && (state_ == State::Busy || state_ == State::Part1); }
    /// Clocks to come that only count if carrier stays as it is and the station does not send.
    std::uint64_t quiet_clocks() const;
    /// They are over, or some of them.
    void skip(std::uint64_t clocks);

private:
    enum class State { Clear, Busy, Part1, Part2 };
    void begin_gap();

    unsigned part1_, part2_, echo_;
    State state_ = State::Clear;
    bool own_ = false;             ///< The station itself sent in the present busy period.
    bool sending_ = false;         ///< It still does.
    bool carrier_ = false;         ///< As last sampled.
    std::uint64_t since_own_ = 0;  ///< Clocks since it ended.
    std::uint64_t left_ = 0;       ///< Of the part.
};

}  // namespace niclab::ether
