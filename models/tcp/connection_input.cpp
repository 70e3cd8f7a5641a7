// The processing of an arriving segment: RFC 793, "SEGMENT ARRIVES", in its order.
#include "tcp/connection.h"

namespace niclab::tcp {

using base::Femtoseconds;

void Connection::receive(Femtoseconds now, const Segment& s) {
    if (state_ == State::Closed) return send_reset(s);
    if (state_ == State::Listen) return reply_to_listen(now, s);
    if (state_ == State::SynSent) return reply_to_syn(now, s);
    if (refuse(s)) {
        output(now);
        return;
    }
    if (timestamping_ && s.timestamps && unwrap(s.seq, peer_initial_, receiver_.next()) <= receiver_.next())
        recent_ = s.timestamps->value;
    if (!s.acks || !take_ack(now, s)) {
        output(now);
        return;
    }
    if (s.length > 0) take_data(now, s);
    if (s.fin && fin_at_ == base::kNever) fin_at_ = unwrap(s.seq, peer_initial_, receiver_.next()) + s.length;
    take_fin(now);
    advance_state(now);
    output(now);
}

void Connection::reply_to_listen(Femtoseconds now, const Segment& s) {
    if (s.rst) return;
    if (s.acks) return send_reset(s);
    if (!s.syn) return;
    take_options(s);
    state_ = State::SynReceived;
    output(now);
}

void Connection::reply_to_syn(Femtoseconds now, const Segment& s) {
    const bool ours = s.acks && s.ack == wire(1);
    if (s.acks && !ours) return send_reset(s);
    if (s.rst) {
        if (ours) state_ = State::Closed, reset_ = true;
        return;
    }
    if (!s.syn) return;
    take_options(s);
    if (ours) {
        state_ = State::Established;
        sender_.acknowledged(now, 1, s.window, false, 0);
        open(peer_mss_);
    } else {
        state_ = State::SynReceived;  // Both began at the same time: the SYN is sent again, with an ack.
        sender_.expire(sender_.deadline());
    }
    output(now);
}

void Connection::take_options(const Segment& s) {
    peer_initial_ = s.seq;
    receiver_.skip();
    if (s.mss) peer_mss_ = *s.mss;
    scaling_ = policy_.window_scale && s.window_shift.has_value();
    if (scaling_) peer_shift_ = std::min<std::uint8_t>(*s.window_shift, 14);
    if (!scaling_) own_shift_ = 0;
    timestamping_ = policy_.timestamps && s.timestamps.has_value();
    if (timestamping_) recent_ = s.timestamps->value;
}

/// Payload shares its space with the options of each segment.
void Connection::open(std::uint32_t peer_mss) {
    const std::uint32_t mss = std::min<std::uint32_t>(peer_mss, config_.mss) - (timestamping_ ? 12 : 0);
    sender_.open(mss, peer_shift_);
    receiver_.open(sender_.mss(), own_shift_);
}

bool Connection::too_old(const Segment& s) const {
    return timestamping_ && s.timestamps && !s.rst && static_cast<std::int32_t>(s.timestamps->value - recent_) < 0;
}

/// A segment outside the window is answered with an ack; a reset or a SYN in it ends the
/// connection.
bool Connection::refuse(const Segment& s) {
    const std::uint64_t at = unwrap(s.seq, peer_initial_, receiver_.next()), next = receiver_.next();
    const std::uint64_t edge = receiver_.edge();
    const bool outside =
        at > edge || at + s.span() < next || (s.span() > 0 && at + s.span() == next) || at > next + (1u << 30);
    if (outside || too_old(s)) {
        if (!s.rst) receiver_.answer();
        // Its ack is used even if it is only a repetition: both sides may have lost an ack.
        return too_old(s) || at > edge || !s.acks || s.syn;
    }
    if (s.rst || s.syn) {
        if (s.syn) send_reset(s);
        state_ = State::Closed, reset_ = true;
        return true;
    }
    return false;
}

/// Returns false if the rest of the segment is ignored.
bool Connection::take_ack(Femtoseconds now, const Segment& s) {
    const std::uint64_t position = unwrap(s.ack, config_.initial_sequence, sender_.unacknowledged());
    if (state_ == State::SynReceived) {
        if (position != 1 && position > sender_.highest()) return send_reset(s), false;
        state_ = sender_.closing() ? State::FinWait1 : State::Established;
        open(peer_mss_);
    }
    if (position > sender_.highest()) return receiver_.answer(), false;
    const std::uint64_t at = unwrap(s.seq, peer_initial_, receiver_.next());
    std::uint64_t window = sender_.peer_window();
    const bool newer = at > window_from_seq_ || (at == window_from_seq_ && position >= window_from_ack_);
    const std::uint64_t advertised = std::uint64_t{s.window} << (s.syn ? 0 : peer_shift_);
    if (newer) window = advertised, window_from_seq_ = at, window_from_ack_ = position;
    const bool pure = s.span() == 0 && position == sender_.unacknowledged() && advertised == sender_.peer_window();
    Femtoseconds sample = 0;
    if (timestamping_ && s.timestamps && s.timestamps->echo != 0)
        sample = Femtoseconds{timestamp(now) - s.timestamps->echo} * base::kMillisecond;
    sender_.acknowledged(now, position, window, pure, sample);
    return true;
}

void Connection::take_data(Femtoseconds now, const Segment& s) {
    if (peer_closed_) return;
    const std::uint64_t begin = unwrap(s.seq, peer_initial_, receiver_.next()) + (s.syn ? 1 : 0);
    const std::uint64_t end = std::min(begin + s.length, std::max(receiver_.edge(), receiver_.next()));
    received_ += end > begin ? receiver_.take(now, begin, end) : 0;
    if (end < begin + s.length) receiver_.answer();
}

void Connection::take_fin(Femtoseconds) {
    if (peer_closed_ || receiver_.next() != fin_at_) return;
    peer_closed_ = true;
    receiver_.skip();
}

}  // namespace niclab::tcp
