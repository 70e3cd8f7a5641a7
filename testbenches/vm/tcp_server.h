/// @file The TCP of the peer: a sink at port 5001 and a source at port 5002.
///
/// Behaviour: a connection to another port is reset, and so is one beyond kMaxOpen.
#pragma once

#include <memory>

#include "transfer.h"

namespace niclab::vm {

class TcpServer {
public:
    static constexpr std::size_t kMaxOpen = 64;     ///< Connections at the same time.
    static constexpr std::size_t kMaxReports = 50;  ///< Of connections that are over.

    /// `mtu`: of the line, in octets.
    TcpServer(tcp::Address own, std::uint16_t mtu) : own_(own), mtu_(mtu) {}
    /// Takes an IP packet, and makes the packets of its answer. False: it is no TCP segment for this
    /// station.
    bool receive(base::Femtoseconds now, const Octets& ip);
    void expire(base::Femtoseconds now);
    /// Time of the next call of expire(); kNever: there is none.
    base::Femtoseconds deadline() const;
    /// The octets of packets to send, from which the caller takes them.
    std::vector<Octets>& outgoing() { return outgoing_; }
    /// Of the connections that are over, then of the open ones.
    std::vector<Transfer::Report> reports() const;
    std::uint64_t resets() const { return resets_; }

private:
    Transfer* find(const tcp::Packet& packet);
    void reset(base::Femtoseconds now, const tcp::Packet& packet);
    void collect(Transfer& transfer);

    tcp::Address own_;
    std::uint16_t mtu_;
    std::vector<std::unique_ptr<Transfer>> open_;
    std::vector<Transfer::Report> over_;
    std::vector<Octets> outgoing_;
    std::uint64_t resets_ = 0;  ///< Sent to segments without a connection.
};

}  // namespace niclab::vm
