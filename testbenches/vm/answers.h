/// @file The software of the station at the other end of a guest's line, above its link layer: it
/// answers ping and TCP.
///
/// Not modelled: the time of this software.
/// Source: RFC 791, RFC 792.
#pragma once

#include "tcp_server.h"

namespace niclab::vm {

/// A packet on the line, as a capture has it: an Ethernet frame without its check sequence, or an
/// AAL5 SDU.
struct LinePacket {
    base::Femtoseconds at = 0;
    bool from_guest = false;
    Octets octets;
};

/// 16 bits of a packet, the first octet highest.
inline unsigned word(const Octets& o, std::size_t at) { return unsigned{o[at]} << 8 | o[at + 1]; }

class Answers {
public:
    /// `mtu`: of the line, in octets.
    Answers(tcp::Address own, std::uint16_t mtu) : own_(own), tcp_(own, mtu) {}

    struct Stats {
        std::uint64_t echo_replies = 0;  ///< Of ping.
        std::uint64_t tcp_segments = 0;  ///< Received for TCP.
    };
    const Stats& stats() const { return stats_; }
    tcp::Address own() const { return own_; }
    /// Processes a packet of IP, which may be longer than its header says. False: it is not answered.
    bool receive(base::Femtoseconds now, const Octets& packet);
    /// The time at which expire() must be called, or base::kNever.
    base::Femtoseconds deadline() const { return tcp_.deadline(); }
    void expire(base::Femtoseconds now) { tcp_.expire(now); }
    /// Packets to be sent, which the caller takes.
    std::vector<Octets>& outgoing() { return tcp_.outgoing(); }
    const TcpServer& tcp() const { return tcp_; }

private:
    bool answer_echo(const Octets& packet);

    tcp::Address own_;
    TcpServer tcp_;
    Stats stats_;
};

}  // namespace niclab::vm
