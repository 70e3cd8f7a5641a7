/// @file  Address resolution: packets wait until it is known who has their address.
///
/// Who is asked notes who asks. One packet waits for an address, a newer one takes its place, so that of a datagram's fragments the last is left.
/// On Ethernet a packet asks all stations; on permanent ATM connections each end asks for the other as the connection opens; on switched ones a
/// packet asks an ARP server, which learns who there is by asking each host as its connection opens. Who has got an answer calls, and tells
/// the called who it is.
///
/// Source:        RFC 826; that one packet waits as in 4.4BSD's arpresolve, from memory; that stations are asked again every second while one
///                does, and that writers of datagrams wait as they do for a full card, is *assumed*. Of ATM RFC 1577 as FreeBSD's
///                netatm/uni/uniarp_vcm.c, uniarp_input.c and uniarp_timer.c have it: asked again every three seconds; a host asks once the
///                ARP server has asked it; a refusal (NAK) loses the packet that waited. That the period of switched connections holds for
///                permanent ones, and that packets wait for that first request, is *assumed*.
/// Not modelled:  ageing of entries (they live longer than runs), giving up on an address, signalling: calls succeed at once.
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
        base::Femtoseconds longest = 0;         ///< That an address with a packet was not known.
        std::uint64_t known = 0;                ///< Addresses.
    };
    /// Who is asked.
    struct Asked {
        bool connections = false;  ///< The other ends of connections; else all stations.
        tcp::Address own = 0;      ///< Its own address, which everybody else is asked about.
        std::optional<tcp::Address> arp_server =
            std::nullopt;  ///< Of switched connections; the own address: this is it.
    };
    /// Where packets go.
    struct Ways {
        std::function<void(const tcp::Packet&)> out, lost;
        std::function<void()> none_waits;  ///< Any more.
    };
    Neighbours(base::Agenda& agenda, Executor& executor, const Asked& asked, Ways ways)
        : agenda_(agenda), executor_(executor), asked_(asked), ways_(std::move(ways)) {}

    /// A connection is there, and `peer` at its other end, which is not known yet; `switched`: the ARP server knows it.
    void open(tcp::Address peer, bool switched = false);
    /// False: the packet waits.
    bool admit(const tcp::Packet& packet);
    /// An ARP packet came, for this host or for somebody else.
    void input(const tcp::Packet& packet);
    /// What waits is lost.
    void give_up();
    bool empty() const { return waiting_ == 0; }
    const Stats& stats() const { return stats_; }

private:
    using Operation = tcp::Arp::Operation;
    struct Entry {
        bool known = false;
        bool switched = false;
        bool asking = false;  ///< A request is out, or again after a period.
        std::optional<tcp::Packet> waits;
        std::optional<base::Femtoseconds> wanted;  ///< Since when.
        base::Femtoseconds asked = 0;              ///< When last.
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

    base::Agenda& agenda_;
    Executor& executor_;
    Asked asked_;
    Ways ways_;
    std::map<tcp::Address, Entry> entries_;
    std::size_t waiting_ = 0;  ///< Packets.
    base::Pool<tcp::Packet> made_;
    Stats stats_;
};

}  // namespace niclab::stack
