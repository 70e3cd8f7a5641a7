#include "ether/receive_machine.h"

namespace niclab::ether {

void ReceiveMachine::clock(const ReceiveSample& in) {
    if (!in.valid) {
        if (state_ == State::Data) end(false);
        stats_.without_sfd += state_ == State::Hunting;
        state_ = State::Idle;
        return;
    }
    if (in.own && state_ != State::Deaf) {
        if (state_ == State::Data) end(true);
        state_ = State::Deaf;
    }
    if (state_ == State::Deaf) return;
    if (state_ == State::Idle) state_ = State::Hunting, octet_ = 0;
    shift(in.data);
}

void ReceiveMachine::run(const std::uint8_t* symbols, std::size_t n, bool own) {
    const std::size_t symbols_an_octet = 8 / width_;
    for (std::size_t k = 0; k < n && state_ != State::Deaf;) {
        if (state_ == State::Data && bits_ == 0 && !own && n - k >= symbols_an_octet) {
            for (const std::size_t end = k + symbols_an_octet; k < end; ++k) shift_in(symbols[k]);
            take();
        } else {
            clock({true, symbols[k++], own});
        }
    }
}

/// An SFD may end with the first clock of those.
std::uint64_t ReceiveMachine::clocks_to_octet() const {
    if (state_ == State::Deaf) return 0;
    if (state_ != State::Data) return 8 / width_;
    return sink_.waits() ? (8 - bits_) / width_ : 0;
}

void ReceiveMachine::shift(std::uint8_t data) {
    shift_in(data);
    if (state_ == State::Hunting) {
        if (octet_ != kSfd) return;
        state_ = State::Data, bits_ = octets_ = 0, fcs_ = {};
        sink_.begin();
    } else if ((bits_ += width_) == 8) {
        take();
    }
}

void ReceiveMachine::take() {
    bits_ = 0, ++octets_;
    fcs_.add(octet_);
    sink_.octet(octet_);
}

void ReceiveMachine::end(bool own_collision) {
    const ReceiveStatus status{octets_, bits_, fcs_.good(), own_collision, longest_};
    stats_.own_collisions += own_collision;
    if (!own_collision) {
        ++stats_.frames, stats_.octets += octets_;
        const bool sized = !status.runt() && !status.too_long();
        stats_.runts += status.runt(), stats_.too_long += status.too_long();
        stats_.good += sized && status.fcs_good;
        stats_.alignment_errors += sized && status.alignment_error();
        stats_.fcs_errors += sized && !status.fcs_good && !status.alignment_error();
    }
    sink_.ended(status);
}

}  // namespace niclab::ether
