#include "tcp/receiver.h"

#include <algorithm>

namespace niclab::tcp {

using base::Femtoseconds;

void Receiver::open(std::uint32_t mss, unsigned shift) {
    mss_ = mss;
    shift_ = shift;
    if (policy_.round_window) buffer_ = (buffer_ + mss - 1) / mss * mss;
    most_ = unsigned(std::clamp<std::uint64_t>(buffer_ / mss / 2, 1, policy_.ack.limit));
}

std::uint64_t Receiver::take(Femtoseconds now, std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t before = next_;
    if (end <= next_ || begin > next_ || !early_.empty()) {
        ack_now_ = true;  // a duplicate, a gap, or the end of one: the sender has to know
        if (end > next_) early_.add(std::max(begin, next_), end);
        next_ = early_.follow(next_);
        return next_ - before;
    }
    next_ = end;
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
    }
    return true;
}

void Receiver::count(Femtoseconds now, std::uint64_t octets) {
    ++segments_;
    octets_ += octets;
    if (enough()) {
        ack_now_ = true;
        limit_ = std::min(limit_ + 1, most_);
    } else if (ack_at_ == base::kNever) {
        const Femtoseconds after = policy_.ack_delay.after;
        ack_at_ = policy_.ack_delay.fixed_phase ? (now / after + 1) * after : now + after;
    }
}

std::uint64_t Receiver::window() const {
    const std::uint64_t held = readable(), free = buffer_ > held ? buffer_ - held : 0;
    const bool silly = free < buffer_ / 4 && free < mss_;
    const std::uint64_t told = std::min(silly ? 0 : free, std::uint64_t{65535} << shift_) >> shift_ << shift_;
    return std::max(told, edge() - next_);  // a window is never taken back
}

void Receiver::read(std::uint64_t octets) {
    read_ += octets;
    const std::uint64_t gain = next_ + window() - edge();
    if (double(gain) >= policy_.update_segments * mss_ || 2 * gain >= buffer_) ack_now_ = true;
}

void Receiver::expire(Femtoseconds now) {
    if (ack_at_ > now) return;
    ack_now_ = true;
    if (octets_ <= mss_) return;
    most_ = std::min(most_, std::max(most_ - 1, 2u));
    limit_ = std::min(2u, most_);
}

void Receiver::told() {
    edge_ = next_ + window();
    segments_ = 0, octets_ = 0;
    ack_now_ = false;
    ack_at_ = base::kNever;
}

}  // namespace niclab::tcp
