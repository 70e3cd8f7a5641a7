/// @file The payload pointer in H1 and H2: its encoding, and its interpretation by a receiver.
///
/// Source: GR-253 and G.783 annex B (from memory), as described in the data sheet of a related chip
///   (PM5349, PMC-971239, section 10.5). NDF enabled 1001 0001 1101 1011 1000, disabled 0110 1110
///   0010 0100 0111. Three equal new pointers, and a majority of the I or D bits with no move in
///   the last three frames. Three times all ones, eight invalid ones, eight with new data flag.
/// Assumed: the words of concatenation are judged together: a wrong one makes a frame's indication
///   wrong. SS bits are 00 in SONET and 10 in SDH. Received ones are ignored, as SONET requires and
///   SDH allows. Loss of concatenation, a separate state in G.783, counts as loss of pointer here.
#pragma once

#include <cstdint>

#include "sonet/frame.h"

namespace niclab::sonet {

inline constexpr unsigned kPointers = 783;
inline constexpr unsigned kIncrementBits = 0x2AA, kDecrementBits = 0x155;
inline constexpr std::uint8_t kNdfNormal = 0x6, kNdfNew = 0x9;

/// H1 and H2 of the first STS-1, H1 in bits 15:8.
constexpr std::uint16_t pointer_word(std::uint8_t ndf, std::uint8_t ss, unsigned value) {
    return static_cast<std::uint16_t>(ndf << 12 | ss << 10 | (value & 0x3FFu));
}
/// H1 and H2 of an ordinary frame. `sdh` sets the SS bits to 10.
constexpr std::uint16_t pointer_word(unsigned value, bool sdh) {
    return pointer_word(kNdfNormal, sdh ? std::uint8_t{2} : std::uint8_t{0}, value);
}
/// H1* and H2* of the others: concatenation.
constexpr std::uint16_t concatenation_word(std::uint8_t ss) { return static_cast<std::uint16_t>(0x93FFu | ss << 10); }

/// A word with new data flag, with at most one wrong bit of it, followed by all ones.
bool concatenates(std::uint16_t word);

class PointerInterpreter {
public:
    /// The movement of the SPE.
    enum class Move { None, To, Increment, Decrement };

    /// One frame's first word H1 H2; `concatenated`: all the others indicate it.
    Move take(std::uint16_t word, bool concatenated);

    /// The pointer is known: neither lost nor all ones.
    bool valid() const { return state_ == State::Normal && !concatenation_lost_; }
    unsigned value() const { return value_; }
    bool loss_of_pointer() const { return state_ == State::Lost || concatenation_lost_; }
    bool alarm_indication() const { return state_ == State::Ais; }

private:
    enum class State { Start, Normal, Lost, Ais };
    Move follow(std::uint16_t word, bool flag);
    Move follow_flag(unsigned value);
    Move take_new(unsigned value, Move otherwise);
    void take_invalid();
    void check_concatenation(bool right);
    void enter(State state) { state_ = state, invalid_ = all_ones_ = 0; }

    State state_ = State::Start;
    unsigned value_ = 0, candidate_ = 0, repeats_ = 0;
    unsigned all_ones_ = 0, invalid_ = 0, flags_ = 0;
    unsigned still_ = 4;  ///< Frames since the last move, up to 4.
    unsigned concatenation_wrong_ = 0, concatenation_right_ = 0;
    bool concatenation_lost_ = false;
};

}  // namespace niclab::sonet
