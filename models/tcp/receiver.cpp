#include "tcp/receiver.h"

namespace niclab::tcp {

using base::Femtoseconds;

void Receiver::open(std::uint32_t mss, unsigned shift) {
    mss_ = mss;
    shift_ = shift;
    if (policy_.round_window) buffer_ = (buffer_ + mss - 1) / mss * mss;
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

void Receiver::count(Femtoseconds now, std::uint64_t octets) {
    ++segments_;
    octets_ += octets;
    const AckRule& rule = policy_.ack;
    const std::uint64_t seen = rule.count == AckRule::Count::Segments ? segments_ : octets_;
    const std::uint64_t limit = rule.count == AckRule::Count::Segments ? rule.limit
                                : rule.count == AckRule::Count::Full   ? std::uint64_t{rule.limit} * mss_
                                                                       : rule.limit + 1ull;
    if (seen >= limit) {
        ack_now_ = true;
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
    if (ack_at_ <= now) ack_now_ = true;
}

void Receiver::told() {
    edge_ = next_ + window();
    segments_ = 0, octets_ = 0;
    ack_now_ = false;
    ack_at_ = base::kNever;
}

}  // namespace niclab::tcp
