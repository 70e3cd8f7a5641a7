/// @file  Address resolution: packets wait until it is known who has their address.
///
/// Who is asked notes who asks. One packet waits for an address, a newer one takes its place, so that of a datagram's fragments the last is left.
///
/// Source:        RFC 826; 4.4BSD's arpresolve (one packet waits, a request a second at most), from memory. On permanent ATM connections each end
///                asks as the connection opens, and again every three seconds: FreeBSD's netatm/uni/uniarp_vcm.c and uniarp_timer.c (that its period
///                for switched connections holds here is *assumed*).
/// Not modelled:  ageing of entries (they live longer than runs), giving up on an address, ATMARP on switched connections.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "stack/executor.h"
#include "tcp/packet.h"

namespace niclab::stack {

class Neighbours {
public:
    struct Stats {
        std::uint64_t requests_sent = 0, replies_sent = 0, requests_received = 0, replies_received = 0;
        std::uint64_t waited = 0, dropped = 0;  ///< Packets.
        base::Femtoseconds longest = 0;         ///< That an address with a packet was not known.
        std::uint64_t known = 0;                ///< Addresses.
    };
    /// Where packets go.
    struct Ways {
        std::function<void(const tcp::Packet&)> out, lost;
    };
    /// `inverse`: the other ends of connections are asked for, once each is open(); else addresses are, when a packet is for them.
    Neighbours(base::Agenda& agenda, Executor& executor, bool inverse, Ways ways)
        : agenda_(agenda), executor_(executor), inverse_(inverse), ways_(std::move(ways)) {}

    /// A connection is there, and `peer` at its other end, which is not known yet.
    void open(tcp::Address peer);
    /// False: the packet waits.
    bool admit(const tcp::Packet& packet);
    /// An ARP packet came for `own`, or for somebody else.
    void input(const tcp::Packet& packet, tcp::Address own);
    /// What waits is lost.
    void give_up();
    const Stats& stats() const { return stats_; }

private:
    struct Entry {
        bool known = false;
        std::optional<tcp::Packet> waits;
        std::optional<base::Femtoseconds> wanted, asked;  ///< Since when, and when last.
    };
    void send(std::uint64_t what);
    void ask(tcp::Address address);
    void ask_again(std::uint64_t address);
    void learn(tcp::Address address);

    base::Agenda& agenda_;
    Executor& executor_;
    bool inverse_;
    Ways ways_;
    std::map<tcp::Address, Entry> entries_;
    Stats stats_;
};

}  // namespace niclab::stack
