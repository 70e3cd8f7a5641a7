/// @file A TCP socket with the calls of a program. They block from the program's view: `then` is
/// called when the call returns.
///
/// Behaviour: a write copies the octets for which there is space, up to a segment or 8192 octets at
///   a time (*assumed*). Before it continues it waits for the free share of the buffer that its
///   system requires. A read takes the available octets, and waits if there are none.
#pragma once

#include <functional>

#include "stack/executor.h"
#include "stack/waits.h"
#include "tcp/connection.h"
#include "tcp/packet.h"

namespace niclab::stack {

class Stack;

class TcpSocket {
public:
    struct Options {
        std::uint32_t send_buffer = 65536, receive_buffer = 65536;
        bool no_delay = false;
        std::uint16_t port = 0;  ///< Own port; 0: the next free one.
    };
    TcpSocket(Stack& stack, Strand program, const tcp::Policy& policy, const tcp::ConnectionConfig& config,
              std::uint16_t port);

    /// Calls `then` when the connection is established.
    void connect(tcp::Address to, std::uint16_t port, base::Call then);
    /// Waits for one caller.
    void accept(base::Call then);
    /// Calls `then` when all octets are in the send buffer. One call at a time.
    void write(std::uint32_t octets, base::Call then);
    /// Reads at most `most` octets. Calls `then` when last_read() > 0, or at_end(). One call at a
    /// time.
    void read(std::uint32_t most, base::Call then);
    void close();

    std::uint32_t last_read() const { return last_read_; }
    /// The end of the stream is reached.
    bool at_end() const {
        return connection_.readable() == 0 && (connection_.peer_closed() || connection_.state() == tcp::State::Closed);
    }
    const tcp::Connection& connection() const { return connection_; }
    bool waiting_for_caller() const { return connection_.state() == tcp::State::Listen; }
    tcp::Address peer() const { return peer_; }
    std::uint16_t port() const { return port_; }
    std::uint16_t peer_port() const { return peer_port_; }
    Strand program() const { return program_; }
    const Waits& waits() const { return waits_; }
    /// Called after each segment sent or received; for observers.
    std::function<void(const TcpSocket&)> changed;

    /// The stack passes on a segment from that peer.
    void input(tcp::Address from, std::uint16_t port, const tcp::Segment& segment);

private:
    void begin_connect(std::uint64_t);
    std::uint32_t piece() const;
    void go_on_writing(std::uint64_t);
    void copied(std::uint64_t octets);
    void go_on_reading(std::uint64_t);
    void handed(std::uint64_t octets);
    void begin_close(std::uint64_t);
    void wake();
    void flush(Strand strand);
    Wait waits_for() const;
    void transmit(std::uint64_t packet);
    void set_timer();
    void timer(std::uint64_t when);
    void expired(std::uint64_t);

    Stack& stack_;
    Strand program_;
    tcp::Policy policy_;
    tcp::Connection connection_;
    std::uint32_t send_buffer_, mss_;
    tcp::Address peer_ = 0;
    std::uint16_t port_, peer_port_ = 0;
    base::Call connected_, written_, read_;
    std::uint32_t to_write_ = 0, most_ = 0, last_read_ = 0;
    bool writer_waits_ = false, reader_waits_ = false;
    Waits waits_;
    base::Femtoseconds timer_at_ = base::kNever;
};

}  // namespace niclab::stack
