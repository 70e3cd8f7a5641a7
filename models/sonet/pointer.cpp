#include "sonet/pointer.h"

#include <initializer_list>

namespace niclab::sonet {

namespace {

constexpr std::uint16_t bits_of(std::initializer_list<unsigned> codes) {
    unsigned mask = 0;
    for (const unsigned code : codes) mask |= 1u << code;
    return static_cast<std::uint16_t>(mask);
}
/// The normal and the inverted flag, each with up to one wrong bit.
constexpr std::uint16_t kEnabled = bits_of({0x9, 0x1, 0xD, 0xB, 0x8}), kDisabled = bits_of({0x6, 0xE, 0x2, 0x4, 0x7});
constexpr unsigned kInvalidToLoss = 8, kEqualToAccept = 3, kMajority = 3, kAllOnesToAis = 3;

bool has_flag(std::uint16_t word) { return kEnabled >> (word >> 12) & 1u; }

}  // namespace

bool concatenates(std::uint16_t word) { return has_flag(word) && (word & 0x3FFu) == 0x3FFu; }

PointerInterpreter::Move PointerInterpreter::take(std::uint16_t word, bool concatenated) {
    if (still_ < 4) ++still_;
    if (word == 0xFFFF) {
        invalid_ = repeats_ = flags_ = 0;
        if (++all_ones_ == kAllOnesToAis) enter(State::Ais);
        return Move::None;
    }
    all_ones_ = 0;
    check_concatenation(concatenated);
    const bool flag = has_flag(word), legal = (word & 0x3FFu) < kPointers;
    flags_ = flag && legal ? flags_ + 1 : 0;
    if (flag ? !legal : !(kDisabled >> (word >> 12) & 1u)) {
        repeats_ = 0;
        take_invalid();
        return Move::None;
    }
    return follow(word, flag);
}

/// A value in the legal range with new data flag, or any without: inverted bits may lead out of the
/// range.
PointerInterpreter::Move PointerInterpreter::follow(std::uint16_t word, bool flag) {
    const unsigned value = word & 0x3FFu;
    if (flag) return follow_flag(value);
    if (state_ == State::Normal && value == value_) {
        invalid_ = repeats_ = 0;
        return Move::None;
    }
    const unsigned changed = value ^ value_;
    const bool up = static_cast<unsigned>(__builtin_popcount(changed & kIncrementBits)) >= kMajority;
    const bool down = static_cast<unsigned>(__builtin_popcount(changed & kDecrementBits)) >= kMajority;
    const bool may_move = state_ == State::Normal && still_ > 3 && up != down;
    return take_new(value, may_move ? (up ? Move::Increment : Move::Decrement) : Move::None);
}

/// A new data flag is accepted at once, unless the pointer is lost: then it may be the first of
/// three equal ones.
PointerInterpreter::Move PointerInterpreter::follow_flag(unsigned value) {
    candidate_ = value;
    repeats_ = 1;
    if (flags_ >= kInvalidToLoss) enter(State::Lost);
    if (state_ == State::Lost) return Move::None;
    value_ = value;
    still_ = 0;
    enter(State::Normal);
    return Move::To;
}

/// Not the value in force: the third equal one is accepted; otherwise it may be an increment or
/// decrement.
PointerInterpreter::Move PointerInterpreter::take_new(unsigned value, Move otherwise) {
    repeats_ = value >= kPointers ? 0 : value == candidate_ ? repeats_ + 1 : 1;
    candidate_ = value;
    if (repeats_ >= kEqualToAccept) {
        value_ = value;
        repeats_ = 0;
        enter(State::Normal);
        return Move::To;
    }
    if (otherwise == Move::None) {
        take_invalid();
        return Move::None;
    }
    value_ = (value_ + (otherwise == Move::Increment ? 1 : kPointers - 1)) % kPointers;
    still_ = invalid_ = 0;
    return otherwise;
}

void PointerInterpreter::take_invalid() {
    if (state_ != State::Lost && ++invalid_ >= kInvalidToLoss) enter(State::Lost);
}

void PointerInterpreter::check_concatenation(bool right) {
    if (right) {
        concatenation_wrong_ = 0;
        if (++concatenation_right_ >= kEqualToAccept) concatenation_lost_ = false;
    } else {
        concatenation_right_ = 0;
        if (++concatenation_wrong_ >= kInvalidToLoss) concatenation_lost_ = true;
    }
}

}  // namespace niclab::sonet
