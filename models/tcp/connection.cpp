#include "tcp/connection.h"

namespace niclab::tcp {

using base::Femtoseconds;

namespace {

constexpr Femtoseconds kTimeWait = 60 * base::kSecond;  // Twice the lifetime of a segment, as in 4.4BSD.

/// The smallest shift with which `buffer` can be advertised (RFC 1323, section 2.3).
std::uint8_t shift_for(std::uint32_t buffer) {
    std::uint8_t shift = 0;
    while (shift < 14 && (std::uint64_t{65535} << shift) < buffer) ++shift;
    return shift;
}

/// The MSS of the interface, as a system offers it.
std::uint16_t offered_mss(const Policy& policy, const ConnectionConfig& config) {
    std::uint32_t mss = config.mss;
    if (policy.mss_unit > 0 && mss > policy.mss_unit) mss -= mss % policy.mss_unit;
    if (policy.mss_half_buffer) mss = std::max<std::uint32_t>(1, std::min(mss, config.receive_buffer / 2));
    return static_cast<std::uint16_t>(mss);
}

}  // namespace

const char* to_string(State state) {
    static const char* const names[] = {"closed",      "listen",     "syn_sent",   "syn_received",
                                        "established", "fin_wait_1", "fin_wait_2", "close_wait",
                                        "closing",     "last_ack",   "time_wait"};
    return names[static_cast<unsigned>(state)];
}

Connection::Connection(const Policy& policy, const Config& config)
    : policy_(policy),
      config_(config),
      sender_(policy_, config.send_buffer, config.no_delay),
      receiver_(policy_, config.receive_buffer) {
    if (policy_.window_scale) own_shift_ = shift_for(config.receive_buffer);
    config_.mss = offered_mss(policy_, config);
}

void Connection::connect(Femtoseconds now) {
    state_ = State::SynSent;
    output(now);
}

void Connection::write(Femtoseconds now, std::uint32_t octets, bool end) {
    sender_.write(octets, end);
    output(now);
}

void Connection::read(Femtoseconds now, std::uint64_t octets) {
    receiver_.read(octets);
    output(now);
}

void Connection::close(Femtoseconds now) {
    if (state_ < State::SynReceived) state_ = State::Closed;
    if (state_ == State::Established) state_ = State::FinWait1;
    if (state_ == State::CloseWait) state_ = State::LastAck;
    sender_.close();
    output(now);
}

Femtoseconds Connection::deadline() const {
    if (state_ == State::Closed || state_ == State::Listen) return base::kNever;
    return std::min({sender_.deadline(), receiver_.deadline(), time_wait_until_});
}

void Connection::expire(Femtoseconds now) {
    if (time_wait_until_ <= now) state_ = State::Closed, time_wait_until_ = base::kNever;
    if (state_ == State::Closed) return;
    sender_.expire(now);
    receiver_.expire(now);
    output(now);
}

void Connection::advance_state(Femtoseconds now) {
    const bool sent_all = sender_.fin_acknowledged();
    if (state_ == State::FinWait1 && sent_all) state_ = peer_closed_ ? State::TimeWait : State::FinWait2;
    if (state_ == State::FinWait1 && peer_closed_) state_ = State::Closing;
    if (state_ == State::FinWait2 && peer_closed_) state_ = State::TimeWait;
    if (state_ == State::Closing && sent_all) state_ = State::TimeWait;
    if (state_ == State::Established && peer_closed_) state_ = State::CloseWait;
    if (state_ == State::LastAck && sent_all) state_ = State::Closed;
    if (state_ == State::TimeWait && time_wait_until_ == base::kNever) time_wait_until_ = now + kTimeWait;
}

void Connection::output(Femtoseconds now) {
    if (state_ == State::Closed || state_ == State::Listen) return;
    sender_.begin_output();
    while (const auto piece = sender_.next(now)) emit(now, *piece);
    if (receiver_.ack_due()) emit_ack(now);
}

void Connection::emit(Femtoseconds now, const Sender::Piece& piece) {
    Segment s;
    s.seq = wire(piece.position);
    s.syn = piece.syn, s.fin = piece.fin, s.psh = piece.push, s.again = piece.again;
    s.length = piece.length;
    s.offset = piece.length > 0 ? piece.position - 1 : 0;
    if (s.syn) {
        s.mss = config_.mss;
        const bool answer = state_ == State::SynReceived;
        if (policy_.window_scale && (!answer || scaling_)) s.window_shift = own_shift_;
    }
    add_common(now, s);
    outgoing_.push_back(s);
}

void Connection::emit_ack(Femtoseconds now) {
    Segment s;
    s.seq = wire(sender_.next_position());
    add_common(now, s);
    ++pure_acks_;
    outgoing_.push_back(s);
}

void Connection::add_common(Femtoseconds now, Segment& s) {
    s.acks = state_ != State::SynSent;
    if (s.acks) s.ack = peer_initial_ + static_cast<std::uint32_t>(receiver_.next());
    const std::uint64_t window = receiver_.window();
    s.window =
        static_cast<std::uint16_t>(std::min<std::uint64_t>(65535, s.syn || !scaling_ ? window : window >> own_shift_));
    const bool offered = s.syn && policy_.timestamps && (state_ == State::SynSent || timestamping_);
    if (offered || timestamping_) s.timestamps = Timestamps{timestamp(now), recent_};
    receiver_.window_advertised();
}

/// RFC 793, page 36: a segment without a connection is answered with a reset.
void Connection::send_reset(const Segment& cause) {
    if (cause.rst) return;
    Segment s;
    s.rst = true;
    s.acks = !cause.acks;
    s.seq = cause.acks ? cause.ack : 0;
    s.ack = s.acks ? cause.seq + cause.span() : 0;
    outgoing_.push_back(s);
}

}  // namespace niclab::tcp
