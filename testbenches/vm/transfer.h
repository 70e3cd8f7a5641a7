/// @file A TCP connection of the peer with a program of the guest: a sink or a source of octets.
///
/// Behaviour: the sink reads all and closes after the guest. The source reads a line with a number,
///   sends this number of octets, and closes. Octets are those of tcp::payload_octet, so that each
///   transfer from a port has the same. The connection is niclab's TCP; here are the octets, which
///   it does not know. All octets are counted and hashed in their order.
#pragma once

#include <map>
#include <string>

#include "base/sha256.h"
#include "tcp/connection.h"
#include "tcp/packet.h"

namespace niclab::vm {

using Octets = std::vector<std::uint8_t>;

class Transfer {
public:
    static constexpr std::uint16_t kSink = 5001, kSource = 5002;
    /// Octets that a source sends at most.
    static constexpr std::uint64_t kMaxOctets = 1ull << 40;

    /// `request`: the first packet of the guest, to one of the two ports. `mtu`: of the line.
    Transfer(const tcp::Packet& request, std::uint16_t mtu);
    /// `payload`: the octets of the segment in `packet`.
    void receive(base::Femtoseconds now, const tcp::Packet& packet, const std::uint8_t* payload);
    void expire(base::Femtoseconds now);
    base::Femtoseconds deadline() const { return connection_.deadline(); }
    /// The packets to send, from which the caller takes them.
    std::vector<tcp::Packet>& outgoing() { return outgoing_; }
    /// Whether the packet belongs to it.
    bool has(const tcp::Packet& packet) const;
    /// The connection is over, or only waits for packets of the past.
    bool is_over() const;

    struct Report {
        bool to_guest = false;
        std::uint64_t octets = 0;
        std::uint64_t again = 0;     ///< Segments that the peer sent more than once.
        bool complete = false;       ///< Both sides have closed it.
        double seconds = 0;          ///< Simulated, from the first packet to the last octet.
        std::string sha256, remark;  ///< Hash of a complete transfer; why there are no octets.
    };
    Report report() const;

private:
    void store(const tcp::Packet& packet, const std::uint8_t* payload);
    void take_octets(base::Femtoseconds now);
    void take_line(const Octets& octets);
    void advance(base::Femtoseconds now);
    void hash(const std::uint8_t* octets, std::size_t n);

    tcp::Connection::Config config_;
    tcp::Connection connection_;
    tcp::Address own_, guest_;
    std::uint16_t own_port_, guest_port_, next_id_ = 1;
    std::uint32_t guest_initial_ = 0;
    std::map<std::uint64_t, Octets> early_;  ///< Received octets that were not read, by their place in the stream.
    std::uint64_t read_ = 0;                 ///< Octets of the guest that were read.
    std::string line_;
    bool line_complete_ = false;
    std::uint64_t to_send_ = 0, written_ = 0;
    std::string remark_;
    base::Sha256 hash_;
    std::string digest_;
    base::Femtoseconds begin_ = base::kNever, last_ = 0;
    std::vector<tcp::Packet> outgoing_;
};

}  // namespace niclab::vm
