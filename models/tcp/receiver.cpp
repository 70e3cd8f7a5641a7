#include "tcp/receiver.h"

#include <algorithm>

namespace niclab::tcp {

using base::Femtoseconds;

namespace {
constexpr std::uint64_t kStreamLow = 1024;  // Octets at the head of a stream below which it accepts more; *assumed*.
}

void Receiver::open(std::uint32_t mss, unsigned shift) {
    mss_ = mss;
    shift_ = shift;
    round_buffer();
    most_ = unsigned(std::clamp<std::uint64_t>(buffer_ / mss / 2, 1, policy_.ack.limit));
}

void Receiver::round_buffer() {
    if (policy_.round_window == RoundWindow::No) return;
    if (policy_.round_window == RoundWindow::Buffers && buffer_ <= mss_) return;
    buffer_ = (buffer_ + mss_ - 1) / mss_ * mss_;
    const std::uint64_t most = std::uint64_t{65535} << shift_;
    if (policy_.round_window == RoundWindow::Within && buffer_ > most && most > mss_) buffer_ = most / mss_ * mss_;
}

std::uint64_t Receiver::take(Femtoseconds now, std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t before = next_;
    if (end <= next_ || begin > next_ || !early_.empty()) {
        ack_now_ = true;  // A duplicate, a gap, or the end of one: the sender must be notified.
        if (end > next_) early_.add(std::max(begin, next_), end);
        next_ = early_.follow(next_);
        fill_stream_head(next_ - before);
        return next_ - before;
    }
    next_ = end;
    fill_stream_head(next_ - before);
    count(now, next_ - before);
    return next_ - before;
}

bool Receiver::enough() const {
    const AckRule& rule = policy_.ack;
    const std::uint64_t limit = rule.adapts ? limit_ : rule.limit;
    switch (rule.count) {
        case AckRule::Count::Segments:
            return segments_ >= limit;
        case AckRule::Count::Full:
            return octets_ >= limit * mss_;
        case AckRule::Count::Octets:
            return octets_ > limit;
        case AckRule::Count::None:
            return false;
    }
    return true;
}

/// Among unacknowledged data: a piece smaller than a segment after others that are not whole
/// segments.
bool Receiver::tail(std::uint64_t octets) const {
    const std::uint64_t before = octets_ - octets;
    return policy_.ack.adapts && octets < mss_ && before % mss_ != 0;
}

void Receiver::count(Femtoseconds now, std::uint64_t octets) {
    ++segments_;
    octets_ += octets;
    came_at_ = now;
    if (enough()) {
        ack_now_ = true;
        limit_ = std::min(limit_ + 1, most_);
    } else if (tail(octets)) {
        ack_now_ = true;
    } else if (ack_at_ == base::kNever || policy_.ack_delay.restarts) {
        const Femtoseconds after = policy_.ack_delay.after;
        ack_at_ = policy_.ack_delay.fixed_phase ? (now / after + 1) * after : now + after;
    }
}

std::uint64_t Receiver::window() const {
    const std::uint64_t held = policy_.stream_head ? shrunk_ : readable();
    const std::uint64_t free = buffer_ > held ? buffer_ - held : 0;
    const bool silly = free < buffer_ / 4 && free < mss_;
    const std::uint64_t advertised = std::min(silly ? 0 : free, std::uint64_t{65535} << shift_) >> shift_ << shift_;
    return std::max(advertised, edge() - next_);  // A window is never reduced below the advertised edge.
}

/// Arriving data is passed up even if the head of the stream is full, but the window is smaller by
/// it.
void Receiver::fill_stream_head(std::uint64_t octets) {
    if (policy_.stream_head && readable() - octets >= buffer_) shrunk_ += octets;
}

/// The head of the stream accepts octets again: the whole window is open, which is advertised if
/// less than half of it was.
void Receiver::drain_stream_head() {
    if (shrunk_ == 0 || readable() >= kStreamLow) return;
    const std::uint64_t advertised = window();
    shrunk_ = 0;
    if (2 * advertised <= buffer_ || advertised < mss_) ack_now_ = true;
}

void Receiver::read(std::uint64_t octets) {
    read_ += octets;
    if (policy_.stream_head) return drain_stream_head();
    const std::uint64_t gain = next_ + window() - edge();
    if (double(gain) >= policy_.update_segments * mss_ || double(gain) >= policy_.update_share * double(buffer_))
        ack_now_ = true;
}

void Receiver::expire(Femtoseconds now) {
    if (ack_at_ > now) return;
    if (!ack_now_) held_back_ += now - came_at_;
    ack_now_ = true;
    if (octets_ <= mss_) return;
    most_ = std::min(most_, std::max(most_ - 1, 2u));
    limit_ = 1;
}

void Receiver::window_advertised() {
    edge_ = next_ + window();
    segments_ = 0, octets_ = 0;
    ack_now_ = false;
    ack_at_ = base::kNever;
}

}  // namespace niclab::tcp
