/// @file  A host's protocols below its programs: sockets, IP, one interface and the loop-back.
///
/// Packets to the own address turn round in IP: no driver, no interrupt (Borriss et al., section 3).
///
/// Not modelled:  routing between interfaces.
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
    std::size_t ip_queue = 512;          ///< Packets that may wait for the card; *assumed*.
    std::size_t protocol_queue = 512;    ///< That may wait for the protocols; *assumed*.
    std::uint32_t loopback_mtu = 9180;   ///< *assumed*
    std::uint32_t initial_sequence = 1;  ///< Of the first connection.
};

class Stack {
public:
    using Config = StackConfig;
    Stack(base::Agenda& agenda, Executor& executor, const Config& config);
    void attach(Device& device);
    /// Addresses are not known from the start; after attach(). Of `asked` the own address is filled in.
    void resolve(Neighbours::Asked asked);

    /// A socket of `program`, kept by the stack. `mtu`: of the way its packets go.
    TcpSocket& tcp(Strand program, const TcpSocket::Options& options, bool local = false);
    UdpSocket& udp(Strand program, std::uint16_t port, std::uint32_t receive_buffer);
    /// Asks `to` for an echo of `octets`; `then` when it comes. One program does so.
    void ping(Strand program, tcp::Address to, std::uint32_t octets, base::Call then);
    /// Nobody waits for its reply any more.
    void no_ping() { answered_ = {}; }

    /// Below the sockets.
    std::uint64_t hold(const TcpSocket& from, const tcp::Segment& segment);
    void send_held(std::uint64_t packet) { send(held_.take(packet)); }
    void send(tcp::Packet packet);
    /// Nothing waits for the card or for an address.
    bool queue_empty() const {
        return (!interface_ || interface_->queue_empty()) && (!neighbours_ || neighbours_->empty());
    }

    base::Femtoseconds now() const { return agenda_.now(); }
    base::Agenda& agenda() { return agenda_; }
    Executor& executor() { return executor_; }
    const Config& config() const { return config_; }
    std::uint32_t mtu() const { return interface_ ? interface_->mtu() : config_.loopback_mtu; }
    const Interface* interface() const { return interface_.get(); }
    /// nullptr: all are known.
    Neighbours* neighbours() { return neighbours_.get(); }
    const Neighbours* neighbours() const { return neighbours_.get(); }
    const std::vector<std::unique_ptr<TcpSocket>>& tcp_sockets() const { return sockets_; }
    /// Nothing comes any more: fragments without the others of their datagram are lost, and what waits for an address.
    void give_up();

    /// Packets of IP and ARP to and from the interface, in the moment they pass it.
    core::Tap<tcp::Packet> passed_out, passed_in;
    core::Tap<Loss> dropped;

private:
    /// Fragments of a datagram that came.
    struct Partial {
        tcp::Packet packet;  ///< One of them.
        std::uint32_t fragments = 0, octets = 0;
    };
    void pass_out(const tcp::Packet& packet);
    void tell_room();
    void input(const tcp::Packet& packet);
    void input_arp(const tcp::Packet& packet);
    void input_whole(const tcp::Packet& packet);
    void turn_round(std::uint64_t packet);
    void input_tcp(const tcp::Packet& packet);
    void input_udp(const tcp::Packet& packet);
    void input_echo(const tcp::Packet& packet);
    void send_ping(std::uint64_t);
    void refuse(const tcp::Packet& packet);
    void tell_lost(const Partial& partial);
    void tell(Drop cause, const tcp::Packet& packet) { dropped(now(), {cause, packet}); }

    base::Agenda& agenda_;
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
    std::uint16_t next_id_ = 1, next_port_ = 32768, ping_sequence_ = 0;
    tcp::Packet ping_;
    Strand pinger_ = kProtocol;
    base::Call answered_;
};

}  // namespace niclab::stack
