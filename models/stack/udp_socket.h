/// @file A UDP socket: it sends datagrams until the interface holds a full send buffer of them, and
/// receives until the receive buffer is full. A socket that does not wait passes each datagram to
/// the interface, which drops it if its queue is full.
#pragma once

#include <deque>

#include "stack/executor.h"
#include "tcp/packet.h"

namespace niclab::stack {

class Stack;

class UdpSocket {
public:
    struct Stats {
        std::uint64_t sent = 0, sent_octets = 0, received = 0, received_octets = 0, no_room = 0;
    };
    /// `receive_buffer`: limit of the octets of datagrams that wait for the program.
    UdpSocket(Stack& stack, Strand program, std::uint16_t port, std::uint32_t receive_buffer);

    void connect(tcp::Address to, std::uint16_t port) { peer_ = to, peer_port_ = port; }
    /// Never waits for the interface, as sendto() with MSG_DONTWAIT.
    void never_wait() { waits_ = false; }
    /// Calls `then` when the datagram is passed to the interface. Waits while the interface's queue
    /// is not empty.
    void send(std::uint32_t octets, base::Call then);
    /// Calls `then` when a datagram was read.
    void receive(base::Call then);
    /// The datagram that was read last.
    const tcp::Datagram& last_read() const { return last_read_; }
    std::uint16_t port() const { return port_; }
    Strand program() const { return program_; }
    const Stats& stats() const { return stats_; }

    /// The stack passes on a datagram; false: there is no space for it.
    bool input(const tcp::Packet& packet);
    /// The interface's queue has become empty.
    void room();

private:
    void copy(std::uint64_t);
    void made(std::uint64_t);
    void sent(std::uint64_t);
    void go_on(std::uint64_t);
    void handed(std::uint64_t octets);

    Stack& stack_;
    Strand program_;
    std::uint16_t port_, peer_port_ = 0;
    tcp::Address peer_ = 0;
    std::uint32_t receive_buffer_, held_ = 0, octets_ = 0;
    std::uint64_t offset_ = 0;
    std::deque<tcp::Datagram> waiting_;  ///< For the program.
    tcp::Datagram last_read_;
    base::Call sent_, received_;
    bool waits_ = true, writer_waits_ = false, reader_waits_ = false;
    Stats stats_;
};

}  // namespace niclab::stack
