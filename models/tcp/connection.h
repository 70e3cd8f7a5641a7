/// @file A TCP connection without a clock: each call passes the present time, and deadline() is the
/// time of the next call.
///
/// Behaviour: all segments to send are in outgoing() after a call. The caller sends them in order
///   and empties the list; it calls expire() when deadline() is reached.
/// Source: RFC 793, RFC 1122 section 4.2, RFC 1323; differences between systems: policy.h.
/// Not modelled: urgent data, keep-alives, SYN cookies, path MTU discovery; security and
///   precedence.
#pragma once

#include <functional>
#include <vector>

#include "tcp/receiver.h"
#include "tcp/segment.h"
#include "tcp/sender.h"

namespace niclab::tcp {

enum class State {
    Closed,
    Listen,
    SynSent,
    SynReceived,
    Established,
    FinWait1,
    FinWait2,
    CloseWait,
    Closing,
    LastAck,
    TimeWait
};
const char* to_string(State state);

struct ConnectionConfig {
    std::uint32_t initial_sequence = 1;
    std::uint16_t mss = 1460;  ///< Of the own interface: MTU - 40.
    std::uint32_t send_buffer = 65536, receive_buffer = 65536;
    bool no_delay = false;
};

class Connection {
public:
    using Config = ConnectionConfig;
    Connection(const Policy& policy, const Config& config);

    void connect(base::Femtoseconds now);
    void listen() { state_ = State::Listen; }
    /// The program wrote `octets`, up to room(); `end`: its call ends with the last of them.
    void write(base::Femtoseconds now, std::uint32_t octets, bool end = true);
    /// The program read `octets`, up to readable().
    void read(base::Femtoseconds now, std::uint64_t octets);
    /// The program writes no more.
    void close(base::Femtoseconds now);
    void receive(base::Femtoseconds now, const Segment& segment);
    void expire(base::Femtoseconds now);
    /// kNever: no timer is active.
    base::Femtoseconds deadline() const;
    std::vector<Segment>& outgoing() { return outgoing_; }

    State state() const { return state_; }
    bool established() const { return state_ >= State::Established && state_ != State::TimeWait; }
    /// The peer's FIN arrived and everything before it.
    bool peer_closed() const { return peer_closed_; }
    bool reset() const { return reset_; }
    std::uint32_t room() const { return established() ? sender_.room() : 0; }
    std::uint64_t readable() const { return receiver_.readable(); }
    const Sender& sender() const { return sender_; }
    const Receiver& receiver() const { return receiver_; }
    /// Segments without payload and flags.
    std::uint64_t pure_acks() const { return pure_acks_; }
    /// Octets that arrived in order.
    std::uint64_t received() const { return received_; }

private:
    void reply_to_listen(base::Femtoseconds now, const Segment& s);
    void reply_to_syn(base::Femtoseconds now, const Segment& s);
    void take_options(const Segment& s);
    void open(std::uint32_t peer_mss);
    bool refuse(const Segment& s);
    bool too_old(const Segment& s) const;
    bool take_ack(base::Femtoseconds now, const Segment& s);
    void take_data(base::Femtoseconds now, const Segment& s);
    void take_fin(base::Femtoseconds now);
    void advance_state(base::Femtoseconds now);
    void output(base::Femtoseconds now);
    void emit(base::Femtoseconds now, const Sender::Piece& piece);
    void emit_ack(base::Femtoseconds now);
    void add_common(base::Femtoseconds now, Segment& s);
    void send_reset(const Segment& cause);
    std::uint32_t timestamp(base::Femtoseconds now) const { return std::uint32_t(now / base::kMillisecond); }
    std::uint32_t wire(std::uint64_t position) const { return config_.initial_sequence + std::uint32_t(position); }

    const Policy policy_;
    Config config_;
    State state_ = State::Closed;
    Sender sender_;
    Receiver receiver_;
    std::uint32_t peer_initial_ = 0;
    std::uint16_t peer_mss_ = 536;
    std::uint8_t own_shift_ = 0, peer_shift_ = 0;
    bool scaling_ = false, timestamping_ = false, peer_closed_ = false, reset_ = false;
    std::uint32_t recent_ = 0;                                 ///< Timestamp to echo.
    std::uint64_t window_from_seq_ = 0, window_from_ack_ = 0;  ///< SND.WL1 and SND.WL2, as positions.
    std::uint64_t fin_at_ = base::kNever;                      ///< Position of the peer's FIN.
    std::uint64_t received_ = 0, pure_acks_ = 0;
    base::Femtoseconds time_wait_until_ = base::kNever;
    std::vector<Segment> outgoing_;
};

}  // namespace niclab::tcp
