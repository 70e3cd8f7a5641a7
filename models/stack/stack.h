/// @file A host's protocols below its programs: sockets, IP, one interface and the loop-back.
///
/// Behaviour: packets to the own address are returned in IP: no driver, no interrupt (Borriss et
///   al., section 3).
/// Not modelled: routing between interfaces.
#pragma once

#include <map>
#include <memory>
#include <tuple>

#include "core/tap.h"
#include "stack/interface.h"
#include "stack/neighbours.h"
#include "stack/socket.h"
#include "stack/udp_socket.h"

namespace niclab::stack {

struct StackConfig {
    tcp::Address address = 0x0A000001;
    tcp::Policy policy;
    std::size_t ip_queue = 512;          ///< Limit of packets that wait for the card; *assumed*.
    std::size_t protocol_queue = 512;    ///< Limit of packets that wait for the protocols; *assumed*.
    std::uint32_t loopback_mtu = 9180;   ///< *assumed*
    std::uint32_t initial_sequence = 1;  ///< Of the first connection.
};

class Stack {
public:
    using Config = StackConfig;
    Stack(base::EventQueue& event_queue, Executor& executor, const Config& config);
    void attach(Device& device);
    /// Enables address resolution; to be called after attach(). The own address in `asked` is set
    /// here.
    void resolve(Neighbours::Asked asked);

    /// A socket of `program`, owned by the stack. `mtu`: of the path of its packets.
    TcpSocket& tcp(Strand program, const TcpSocket::Options& options, bool local = false);
    UdpSocket& udp(Strand program, std::uint16_t port, std::uint32_t receive_buffer);
    /// A number for the echo requests of a program.
    std::size_t add_pinger(Strand program);
    /// Sends an echo request of `octets` to `to`; calls `then` at the reply.
    void ping(std::size_t pinger, tcp::Address to, std::uint32_t octets, base::Call then);
    /// Cancels the wait for its reply.
    void no_ping(std::size_t pinger) { pingers_[pinger].answered = {}; }

    /// Layer below the sockets.
    std::uint64_t hold(const TcpSocket& from, const tcp::Segment& segment);
    void send_held(std::uint64_t packet) { send(held_.take(packet)); }
    void send(tcp::Packet packet);
    /// No packet waits for the card or for an address.
    bool queue_empty() const {
        return (!interface_ || interface_->queue_empty()) && (!neighbours_ || neighbours_->empty());
    }

    base::Femtoseconds now() const { return event_queue_.now(); }
    base::EventQueue& event_queue() { return event_queue_; }
    Executor& executor() { return executor_; }
    const Config& config() const { return config_; }
    std::uint32_t mtu() const { return interface_ ? interface_->mtu() : config_.loopback_mtu; }
    const Interface* interface() const { return interface_.get(); }
    /// nullptr: all addresses are known.
    Neighbours* neighbours() { return neighbours_.get(); }
    const Neighbours* neighbours() const { return neighbours_.get(); }
    /// No packet will arrive any more: fragments without the others of their datagram, and packets
    /// that wait for an address, are lost.
    void give_up();

    /// Reports packets of IP and ARP to and from the interface, at the time of the transfer.
    core::Tap<tcp::Packet> passed_out, passed_in;
    core::Tap<Loss> dropped;

private:
    /// Received fragments of a datagram.
    struct Partial {
        tcp::Packet packet;  ///< One of them.
        std::uint32_t fragments = 0, octets = 0;
    };
    void pass_out(const tcp::Packet& packet);
    void notify_free_space();
    void input(const tcp::Packet& packet);
    void input_arp(const tcp::Packet& packet);
    void input_whole(const tcp::Packet& packet);
    void turn_round(std::uint64_t packet);
    void input_tcp(const tcp::Packet& packet);
    void input_udp(const tcp::Packet& packet);
    void input_echo(const tcp::Packet& packet);
    void send_ping(std::uint64_t pinger);
    void refuse(const tcp::Packet& packet);
    void tell_lost(const Partial& partial);
    void report_drop(Drop cause, const tcp::Packet& packet) { dropped(now(), {cause, packet}); }

    base::EventQueue& event_queue_;
    Executor& executor_;
    Config config_;
    std::unique_ptr<Interface> interface_;
    std::unique_ptr<Neighbours> neighbours_;
    std::vector<std::unique_ptr<TcpSocket>> sockets_;
    std::vector<std::unique_ptr<UdpSocket>> datagram_sockets_;
    std::map<std::tuple<tcp::Address, std::uint16_t, std::uint16_t>, TcpSocket*>
        connected_;                                                      ///< Peer, its port, own port.
    std::map<std::pair<tcp::Address, std::uint16_t>, Partial> partial_;  ///< By source and id.
    base::Pool<tcp::Packet> held_;
    std::uint16_t next_id_ = 1, next_port_ = 32768;
    struct Pinger {
        Strand program = kProtocol;
        std::uint16_t next_sequence = 0;
        tcp::Packet request{};
        base::Call answered{};  ///< At the reply to the last request.
    };
    std::vector<Pinger> pingers_;
};

}  // namespace niclab::stack
