#include "cards/lance/transmitter.h"

#include <algorithm>

namespace niclab::lance {

namespace {

constexpr unsigned kPaddedOctets = 60, kLongestFrame = 1518;

}  // namespace

bool Transmitter::clock() {
    if (side_.heartbeat_seen.has_item()) {
        if (!side_.heartbeat_seen.item() && !r_.mode(mode::kPort)) r_.raise(csr0::kNoHeartbeat);
        side_.heartbeat_seen.take();
    }
    if (side_.done.has_item() && !moving_) {
        if (!disowned_) end(side_.done.item());
        posted_ = disowned_ = false;
        side_.done.take();
    }
    if (state_ == State::Idle || state_ >= State::Result || posted_) return false;
    if (!r_.link && !r_.internal_loopback()) {
        if ((whole_ || no_buffer_) && !moving_) end({ether::Outcome::Sent, 0, 0, 0, false, false, true});
        return false;
    }
    if (!may_begin() || side_.job.full()) return false;
    const bool pad = r_.is(4, csr4::kPad);
    const bool fcs =
        !r_.mode(mode::kNoFcs) || (first_status_ & tmd::kAddFcs) || (pad && whole_ && total_ < kPaddedOctets);
    side_.job.post({{fcs, pad ? kPaddedOctets : 0}, frame_});
    taps.offered(core::now_fs(), to_, taken_);
    return posted_ = true;
}

unsigned Transmitter::wanted() const {
    const auto room = unsigned(side_.fifo.free());
    const unsigned left = now_.octets - fetched_;
    return room < std::min(r_.send_watermark(), left) ? 0 : std::min({room, left, ether_board::kMostOctets});
}

/// The start point is reached, the frame is over, or no more of it fits.
bool Transmitter::may_begin() const {
    if (whole_ || no_buffer_ || total_ >= r_.send_start()) return true;
    return state_ == State::Fetch && !moving_ && wanted() == 0;
}

bool Transmitter::ask(Transfer& t) {
    t = {};
    switch (state_) {
        case State::Idle:
            if (!look_ || disowned_ || !r_.sending() || r_.suspend_asked()) return false;
            look_ = false, ++stats_.looks;
            t = r_.format().read(r_.send.address());
            return true;
        case State::Fetch:
            t.purpose = bus::Purpose::PayloadRead;
            t.address = now_.address + fetched_, t.octets = wanted();
            return t.octets > 0;
        case State::Chain:
            if (no_buffer_) return false;
            t = r_.format().read(r_.send.address_behind());
            return true;
        case State::GiveBack:
            t = write_status(std::uint16_t(now_.status & ~kOwn));
            return true;
        case State::Result:
            t = r_.format().result(bus::Purpose::SendStatus, r_.send.address(), result_, std::uint16_t(result_ >> 16));
            return true;
        case State::Status:
            t = write_status(std::uint16_t((now_.status & (tmd::kAddFcs | kFirst | kLast)) | outcome_));
            return true;
        case State::Wait:
            return false;
    }
    return false;
}

Transfer Transmitter::write_status(std::uint16_t status) const {
    return r_.format().status(bus::Purpose::SendStatus, r_.send.address(), status);
}

void Transmitter::done(const Transfer& t) {
    moving_ = false;
    switch (state_) {
        case State::Idle:
            return take(r_.format().parse(t));
        case State::Fetch:
            return fetched(t);
        case State::Chain:
            next_ = r_.format().parse(t);
            no_buffer_ = !next_.owned();
            if (!no_buffer_) state_ = State::GiveBack;
            return;
        case State::GiveBack:
            r_.send.advance();
            if (total_ == 0) return state_ = State::Idle, look_ = true, void();
            now_ = next_, fetched_ = 0, state_ = State::Fetch;
            return;
        case State::Result:
            state_ = State::Status;
            return;
        case State::Status:
            return close();
        case State::Wait:
            return;
    }
}

void Transmitter::take(const Descriptor& found) {
    if (!found.owned()) return;
    now_ = found, fetched_ = total_ = 0;
    if (found.status & kFirst) return begin_frame();
    ++stats_.skipped;
    state_ = State::GiveBack;
}

void Transmitter::begin_frame() {
    ++frame_;
    first_status_ = now_.status;
    whole_ = no_buffer_ = false;
    result_ = 0, outcome_ = 0;
    state_ = State::Fetch;
    taken_ = core::now_fs();
}

void Transmitter::fetched(const Transfer& t) {
    for (std::uint32_t i = total_; i < to_.size() && i < total_ + t.octets; ++i) to_[i] = t.data[i - total_];
    fetched_ += t.octets, total_ += t.octets;
    const bool buffer_over = fetched_ == now_.octets;
    if (side_.done.has_item()) return;  // given up meanwhile
    whole_ = buffer_over && (now_.status & kLast);
    for (unsigned i = 0; i < t.octets; ++i) side_.fifo.push({t.data[i], whole_ && i + 1 == t.octets, frame_});
    if (buffer_over) state_ = whole_ ? State::Wait : State::Chain;
}

void Transmitter::end(const ether::TransmitStatus& s) {
    using ether::Outcome;
    const bool underrun = s.outcome == Outcome::Underrun;
    const bool good = s.outcome == Outcome::Sent && !s.carrier_lost;
    result_ = (s.collisions & 0x0F) | (underrun ? tmd::kUnderrun : 0) | (no_buffer_ ? tmd::kNoBuffer : 0) |
              (s.excess_deferral ? tmd::kExcessDeferral : 0) | (s.outcome == Outcome::LateCollision ? tmd::kLate : 0) |
              (s.carrier_lost ? tmd::kCarrierLost : 0) |
              (s.outcome == Outcome::ExcessiveCollisions ? tmd::kRetries : 0);
    const std::uint16_t tries = s.collisions > 1 ? tmd::kMore : s.collisions == 1 ? tmd::kOne : 0;
    outcome_ = std::uint16_t((good ? 0 : kErr) | tries | (s.deferred ? tmd::kDeferred : 0));
    stats_.frames += good, stats_.octets += good ? s.octets : 0;
    stats_.collisions += s.collisions;
    stats_.given_up += s.outcome == Outcome::ExcessiveCollisions, stats_.late += s.outcome == Outcome::LateCollision;
    stats_.underruns += underrun, stats_.carrier_lost += s.carrier_lost;
    if (s.octets > kLongestFrame) r_.raise(csr0::kBabble);
    if (underrun && !r_.is(3, csr3::kGoOnAfterUnderrun)) r_.status &= std::uint16_t(~csr0::kSending);
    state_ = State::Result;
}

void Transmitter::close() {
    r_.send.advance();
    if ((outcome_ & kErr) || !r_.is(5, csr5::kQuietWhenSent)) r_.raise(csr0::kSent);
    state_ = State::Idle, look_ = true;
    taps.closed(core::now_fs());
}

void Transmitter::stop() {
    if (posted_ && !disowned_) side_.withdraw(frame_);
    state_ = State::Idle, look_ = moving_ = false;
    disowned_ = posted_;
    ++frame_;
}

}  // namespace niclab::lance
