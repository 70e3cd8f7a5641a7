#include "stack/socket.h"

#include <algorithm>
#include <utility>

#include "stack/stack.h"

namespace niclab::stack {

using base::call;

namespace {
constexpr std::uint32_t kLeastChunk = 8192;
}

TcpSocket::TcpSocket(Stack& stack, Strand program, const tcp::Policy& policy, const tcp::ConnectionConfig& config,
                     std::uint16_t port)
    : stack_(stack),
      program_(program),
      policy_(policy),
      connection_(policy, config),
      send_buffer_(config.send_buffer),
      mss_(config.mss),
      port_(port) {}

void TcpSocket::connect(tcp::Address to, std::uint16_t port, base::Call then) {
    peer_ = to, peer_port_ = port, connected_ = then;
    stack_.executor().spend(program_, Activity::Call, 0, call<&TcpSocket::begin_connect>(this));
}

void TcpSocket::begin_connect(std::uint64_t) {
    connection_.connect(stack_.now());
    flush(program_);
}

void TcpSocket::accept(base::Call then) {
    connected_ = then;
    connection_.listen();
}

void TcpSocket::write(std::uint32_t octets, base::Call then) {
    to_write_ = octets, written_ = then;
    stack_.executor().spend(program_, Activity::Call, 0, call<&TcpSocket::go_on_writing>(this));
}

/// Octets of the present write that reach TCP at once.
std::uint32_t TcpSocket::piece() const {
    const std::uint32_t unit = policy_.piece(to_write_);
    return unit > 0 ? unit : std::max(mss_, kLeastChunk);
}

void TcpSocket::go_on_writing(std::uint64_t) {
    const std::uint32_t part = std::min({to_write_, connection_.room(), piece()});
    if (part == 0) {
        writer_waits_ = true;
        return waits_.enter(waits_for(), stack_.now());
    }
    stack_.executor().spend(program_, Activity::CopyOut, part, call<&TcpSocket::copied>(this, part));
}

void TcpSocket::copied(std::uint64_t octets) {
    to_write_ -= static_cast<std::uint32_t>(octets);
    connection_.write(stack_.now(), static_cast<std::uint32_t>(octets), to_write_ == 0);
    flush(program_);
    if (to_write_ > 0)
        go_on_writing(0);
    else
        written_();
}

void TcpSocket::read(std::uint32_t most, base::Call then) {
    most_ = most, read_ = then;
    go_on_reading(0);
}

void TcpSocket::go_on_reading(std::uint64_t) {
    const auto part = static_cast<std::uint32_t>(std::min<std::uint64_t>(most_, connection_.readable()));
    if (part == 0 && !at_end()) {
        reader_waits_ = true;
        return;
    }
    stack_.executor().spend(program_, Activity::Read, part, call<&TcpSocket::handed>(this, part));
}

void TcpSocket::handed(std::uint64_t octets) {
    last_read_ = static_cast<std::uint32_t>(octets);
    if (octets > 0) connection_.read(stack_.now(), octets);
    flush(program_);
    read_();
}

void TcpSocket::close() { stack_.executor().spend(program_, Activity::Call, 0, call<&TcpSocket::begin_close>(this)); }

void TcpSocket::begin_close(std::uint64_t) {
    connection_.close(stack_.now());
    flush(program_);
}

void TcpSocket::input(tcp::Address from, std::uint16_t port, const tcp::Segment& segment) {
    if (waiting_for_caller()) peer_ = from, peer_port_ = port;
    connection_.receive(stack_.now(), segment);
    if (connection_.established() && connected_.function) std::exchange(connected_, base::Call{})();
    wake();
    flush(kProtocol);
}

/// Continues programs that wait and may continue.
void TcpSocket::wake() {
    if (reader_waits_ && (connection_.readable() > 0 || at_end())) {
        reader_waits_ = false;
        stack_.executor().spend(program_, Activity::Wake, 0, call<&TcpSocket::go_on_reading>(this));
    }
    const bool empty = connection_.room() == send_buffer_;
    if (writer_waits_ && connection_.room() > 0 && (empty || connection_.room() >= policy_.wake_octets(send_buffer_))) {
        writer_waits_ = false;
        stack_.executor().spend(program_, Activity::Wake, 0, call<&TcpSocket::go_on_writing>(this));
    }
}

void TcpSocket::flush(Strand strand) {
    for (const tcp::Segment& s : connection_.outgoing()) {
        const Activity what = s.length > 0 ? Activity::SegmentOut : Activity::AckOut;
        stack_.executor().spend(strand, what, s.length, call<&TcpSocket::transmit>(this, stack_.hold(*this, s)));
    }
    connection_.outgoing().clear();
    waits_.enter(waits_for(), stack_.now());
    if (changed) changed(*this);
    set_timer();
}

/// Everything that may be sent was sent. Less than a segment waits for more, which a full buffer
/// prevents.
Wait TcpSocket::waits_for() const {
    const tcp::Sender& s = connection_.sender();
    if (s.next_position() > s.written()) return writer_waits_ ? Wait::SendBuffer : Wait::Program;
    const std::uint64_t unsent = s.written() + 1 - s.next_position();
    const std::uint64_t flight = s.next_position() - s.unacknowledged();
    const std::uint64_t window = std::min(s.peer_window(), s.congestion().window());
    if (flight + std::min<std::uint64_t>(unsent, s.mss()) <= window)
        return writer_waits_ ? Wait::SendBuffer : Wait::Ack;
    return s.peer_window() <= s.congestion().window() ? Wait::PeerWindow : Wait::CongestionWindow;
}

void TcpSocket::transmit(std::uint64_t packet) { stack_.send_held(packet); }

/// One event in the queue that is never later than the deadline: deadlines move with every ack.
void TcpSocket::set_timer() {
    const base::Femtoseconds deadline = connection_.deadline();
    if (deadline >= timer_at_) return;
    timer_at_ = std::max(deadline, stack_.now());
    stack_.event_queue().at(timer_at_, call<&TcpSocket::timer>(this, timer_at_));
}

void TcpSocket::timer(std::uint64_t when) {
    if (when != timer_at_) return;
    timer_at_ = base::kNever;
    if (connection_.deadline() <= stack_.now())
        stack_.executor().spend(kProtocol, Activity::Timer, 0, call<&TcpSocket::expired>(this));
    else
        set_timer();
}

void TcpSocket::expired(std::uint64_t) {
    if (connection_.deadline() <= stack_.now()) connection_.expire(stack_.now());
    wake();
    flush(kProtocol);
}

}  // namespace niclab::stack
