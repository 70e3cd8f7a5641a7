#include "tcp/sender.h"

namespace niclab::tcp {

using base::Femtoseconds;

void Sender::open(std::uint32_t mss, unsigned shift) {
    mss_ = mss;
    if (policy_.round_window == RoundWindow::Buffers) {
        mss_ = std::min(mss, buffer_);
        buffer_ = (buffer_ + mss_ - 1) / mss_ * mss_;
    }
    open_ = true;
    congestion_.open(mss_, policy_.initial_window, std::uint64_t{65535} << shift);
}

std::uint32_t Sender::room() const {
    const std::uint64_t held = end_ - std::max<std::uint64_t>(una_, 1);
    return held >= buffer_ || closing_ ? 0 : static_cast<std::uint32_t>(buffer_ - held);
}

void Sender::write(std::uint32_t octets, bool end) {
    end_ += octets;
    if (end && policy_.tail_alone > 0) ends_.push_back(end_);
}

/// Length of a write's tail that is sent alone, or 0.
std::uint32_t Sender::whole_tail(std::uint32_t length, std::uint64_t usable) const {
    if (policy_.tail_alone == 0 || ends_.empty()) return 0;
    const std::uint64_t tail = ends_.front() - next_;
    const bool fits = tail < mss_ && tail <= usable && tail <= length;
    return fits && tail >= policy_.tail_alone ? static_cast<std::uint32_t>(tail) : 0;
}

/// Silly window avoidance (RFC 1122, 4.2.3.4). A small segment is sent if there is no more data and
/// Nagle's rule allows it. It is also sent if it fills half of the largest window seen, or if it
/// was sent before.
bool Sender::may_go(std::uint32_t length, std::uint64_t have) const {
    if (length == 0) return false;
    if (length == mss_ || next_ < highest_) return true;
    const bool idle = policy_.idle_at_call ? idle_ : highest_ == una_;
    if (length == have && (idle || no_delay_ || !policy_.nagle)) return true;
    return length >= largest_window_ / 2;
}

Sender::Piece Sender::piece(Femtoseconds now, std::uint64_t position, std::uint32_t length) {
    Piece p;
    p.syn = position == 0;
    p.position = position;
    p.length = length;
    const std::uint64_t after = position + length + (p.syn ? 1 : 0);
    p.fin = closing_ && open_ && after == end_;
    p.push = length > 0 && after == end_;
    p.again = position < highest_;
    const std::uint64_t reached = after + (p.fin ? 1 : 0);
    if (highest_ == una_) progress_at_ = now;
    if (p.again) ++stats_.retransmitted, stats_.octets_again += length;
    if (!p.again && !timing_) timing_ = true, timed_ = reached, timed_at_ = now;
    under_way_changes(now);
    highest_ = std::max(highest_, reached);
    if (retransmit_at_ == base::kNever) retransmit_at_ = rtt_.deadline(now);
    persist_at_ = base::kNever;
    last_sent_ = now;
    ++stats_.segments;
    return p;
}

/// One octet beyond the window, so that the window's opening is reported even if the update was
/// lost.
Sender::Piece Sender::probe(Femtoseconds now) {
    probing_ = false;
    const Femtoseconds persist = persist_at_, retransmit = retransmit_at_;
    Piece p = piece(now, una_, 1);
    p.fin = false;
    persist_at_ = persist, retransmit_at_ = retransmit;
    timing_ = false;
    ++stats_.probes;
    return p;
}

/// The peer's window is closed over outstanding data, according to an ack that was overtaken:
/// nothing is sent into it again, it is probed.
void Sender::give_back() {
    retransmit_at_ = base::kNever;
    next_ = una_;
}

void Sender::wait_for_window(Femtoseconds now) {
    if (retransmit_at_ == base::kNever && persist_at_ == base::kNever && open_) persist_at_ = rtt_.deadline(now);
}

std::optional<Sender::Piece> Sender::next(Femtoseconds now) {
    if (probing_) return probe(now);
    if (first_again_) {
        first_again_ = false;
        return piece(now, una_, static_cast<std::uint32_t>(std::min<std::uint64_t>(mss_, end_ - una_)));
    }
    if (next_ == 0) return next_ = 1, piece(now, 0, 0);
    if (!open_ || next_ >= last()) return std::nullopt;
    if (policy_.restart_after_idle && highest_ == una_ && last_sent_ > 0 && now - last_sent_ >= rtt_.timeout())
        congestion_.restart();
    while (!ends_.empty() && ends_.front() <= next_) ends_.pop_front();
    const std::uint64_t have = end_ - std::min(next_, end_), edge = una_ + allowed();
    const std::uint64_t usable = edge > next_ ? edge - next_ : 0;
    auto length = static_cast<std::uint32_t>(std::min({have, usable, std::uint64_t{mss_}}));
    const std::uint32_t tail = whole_tail(length, usable);
    const bool ends = closing_ && next_ + length == end_;
    if (tail == 0 && !may_go(length, have) && !ends) {
        if (have > 0 && window_ == 0) give_back();
        if (have > 0) wait_for_window(now);
        return std::nullopt;
    }
    if (tail > 0) length = tail;
    const Piece p = piece(now, next_, length);
    next_ += length + (p.fin ? 1 : 0);
    return p;
}

void Sender::acknowledged(Femtoseconds now, std::uint64_t position, std::uint64_t window, bool pure,
                          Femtoseconds sample) {
    if (position > una_) {
        new_ack(now, position, sample);
    } else if (pure && highest_ > una_ && window_ > 0) {
        ++stats_.duplicates;
        if (policy_.fast_retransmit && congestion_.duplicate(window_)) {
            first_again_ = true, timing_ = false;
            retransmit_at_ = base::kNever;
            ++stats_.fast_retransmits;
        }
    } else {
        congestion_.no_duplicate();
    }
    const bool opened = window > window_;
    window_ = window;
    largest_window_ = std::max(largest_window_, window);
    if (opened && persist_at_ != base::kNever) persist_at_ = base::kNever, rtt_.progress();
}

void Sender::new_ack(Femtoseconds now, std::uint64_t position, Femtoseconds sample) {
    under_way_changes(now);
    una_ = position;
    progress_at_ = now;
    next_ = std::max(next_, una_);
    measure(now, sample);
    if (open_) congestion_.acknowledged();
    retransmit_at_ = una_ == highest_ ? base::kNever : rtt_.deadline(now);
}

void Sender::measure(Femtoseconds now, Femtoseconds sample) {
    if (sample > 0) {
        rtt_.sample(sample);
    } else if (timing_ && una_ >= timed_) {
        rtt_.sample(now - timed_at_);
    }
    rtt_.progress();
    if (una_ >= timed_) timing_ = false;
}

void Sender::expire(Femtoseconds now) {
    if (retransmit_at_ <= now) time_out(now);
    if (persist_at_ <= now) {
        rtt_.back_off();
        persist_at_ = rtt_.deadline(now);
        probing_ = true;
    }
}

/// All outstanding data counts as lost: sending continues from the first octet that is not
/// acknowledged.
void Sender::time_out(Femtoseconds now) {
    ++stats_.timeouts;
    stats_.stalled += now - progress_at_;
    progress_at_ = now;
    rtt_.back_off();
    if (open_) congestion_.timed_out(window_);
    next_ = una_;
    timing_ = first_again_ = false;
    retransmit_at_ = rtt_.deadline(now);
}

}  // namespace niclab::tcp
