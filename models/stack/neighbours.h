/// @file Address resolution: packets wait until the station with their address is known.
///
/// Behaviour: the receiver of a request records its sender. One packet waits per address; a newer
///   one replaces it, so that only the last of a datagram's fragments is left. On Ethernet a packet
///   causes a request to all stations. On permanent ATM connections each end sends a request when
///   the connection opens. On switched ones a packet causes a request to an ARP server, which
///   learns the hosts by a request to each host when its connection opens. A host that has received
///   a reply sets up a call, and sends its own address to the called host.
/// Source: RFC 826. One packet waits as in 4.4BSD's arpresolve, from memory. Requests are repeated
///   every second while a packet waits, and writers of datagrams wait as they do for a full card:
///   *assumed*. ATM is RFC 1577 according to FreeBSD's netatm/uni/uniarp_vcm.c, uniarp_input.c and
///   uniarp_timer.c. Requests are repeated every three seconds; a host sends requests once the ARP
///   server has sent one to it; a refusal (NAK) drops the packet that waited. The same period for
///   permanent connections, and the wait of packets for that first request, are *assumed*.
/// Not modelled: ageing of entries (they live longer than runs), a limit of the attempts for an
///   address, signalling: calls succeed at once.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "base/pool.h"
#include "stack/executor.h"
#include "tcp/packet.h"

namespace niclab::stack {

class Neighbours {
public:
    struct Stats {
        std::uint64_t requests_sent = 0, replies_sent = 0, requests_received = 0, replies_received = 0;
        std::uint64_t naks = 0;                 ///< Sent by an ARP server, or received from it.
        std::uint64_t waited = 0, dropped = 0;  ///< Packets.
        base::Femtoseconds longest = 0;         ///< Longest time for which the address of a packet was not known.
        std::uint64_t known = 0;                ///< Addresses.
    };
    /// The destination of requests.
    struct Asked {
        bool connections = false;  ///< The other ends of connections; false: all stations.
        tcp::Address own = 0;      ///< Its own address.
        std::optional<tcp::Address> arp_server =
            std::nullopt;  ///< For switched connections; the own address: this host is the server.
    };
    /// The output of packets.
    struct Ways {
        std::function<void(const tcp::Packet&)> out, lost;
        std::function<void()> none_waits;  ///< Called when no packet waits any more.
    };
    Neighbours(base::EventQueue& event_queue, Executor& executor, const Asked& asked, Ways ways)
        : event_queue_(event_queue), executor_(executor), asked_(asked), ways_(std::move(ways)) {}

    /// A connection to `peer` was opened; the address is not known yet. `switched`: the ARP server
    /// knows it.
    void open(tcp::Address peer, bool switched = false);
    /// Returns false if the packet must wait.
    bool admit(const tcp::Packet& packet);
    /// An ARP packet arrived, for this host or another one.
    void input(const tcp::Packet& packet);
    /// Waiting packets are lost.
    void give_up();
    bool empty() const { return waiting_ == 0; }
    const Stats& stats() const { return stats_; }

private:
    using Operation = tcp::Arp::Operation;
    struct Entry {
        bool known = false;
        bool switched = false;
        bool asking = false;  ///< A request was sent, and is repeated after a period.
        std::optional<tcp::Packet> waits;
        std::optional<base::Femtoseconds> wanted;  ///< Time since which it is needed.
        base::Femtoseconds asked = 0;              ///< Time of the last request.
    };
    bool is_arp_server() const { return asked_.arp_server == asked_.own; }
    bool registered() const;
    bool may_ask(const Entry& e) const;
    void ask(tcp::Address address);
    void ask_again(std::uint64_t address);
    void say(tcp::Address to, Operation operation, tcp::Address about = 0);
    void send(std::uint64_t packet);
    void answer(const tcp::Packet& packet);
    void serve(const tcp::Packet& packet);
    void refused(tcp::Address address);
    void learn(tcp::Address address);
    void lose(Entry& entry);

    base::EventQueue& event_queue_;
    Executor& executor_;
    Asked asked_;
    Ways ways_;
    std::map<tcp::Address, Entry> entries_;
    std::size_t waiting_ = 0;  ///< Packets.
    base::Pool<tcp::Packet> made_;
    Stats stats_;
};

}  // namespace niclab::stack
