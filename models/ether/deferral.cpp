#include "ether/deferral.h"

namespace niclab::ether {

void Deferral::begin_gap() {
    const std::uint64_t gone = own_ && since_own_ <= echo_ ? std::min<std::uint64_t>(since_own_, part1_) : 0;
    state_ = State::Part1, left_ = part1_ - gone;
    if (left_ == 0) state_ = State::Part2, left_ = part2_;
}

void Deferral::clock(bool carrier, bool sending) {
    since_own_ = sending || sending_ ? 0 : since_own_ + 1;
    sending_ = sending, carrier_ = carrier;
    if (sending) return begin_sending();
    switch (state_) {
        case State::Clear:
            if (carrier) state_ = State::Busy, own_ = false;
            return;
        case State::Busy:
            if (!carrier) begin_gap();
            return;
        case State::Part1:
            if (carrier && !own_) {
                state_ = State::Busy;
                return;
            }
            if (--left_ == 0) state_ = State::Part2, left_ = part2_;
            return;
        case State::Part2:
            if (--left_ == 0) state_ = State::Clear;
            return;
    }
}

std::uint64_t Deferral::quiet_clocks() const {
    switch (state_) {
        case State::Clear:
            return carrier_ ? 0 : kForever;  // Ignored in part two, and still there: the medium is busy again.
        case State::Busy:
            return kForever;
        case State::Part1:
        case State::Part2:
            return left_ - 1;
    }
    return 0;
}

void Deferral::skip(std::uint64_t clocks) {
    since_own_ += clocks;
    if (state_ == State::Part1 || state_ == State::Part2) left_ -= clocks;
}

}  // namespace niclab::ether
