/// @file Ethernet frames in UDP datagrams on this computer, one per datagram without check sequence:
/// QEMU's `-netdev dgram`, or another `niclab vm`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "descriptor.h"

namespace niclab::vm {

/// Ports of 127.0.0.1: the own one, and that of the other program.
struct UdpPorts {
    std::uint16_t own = 0, other = 0;
};
/// From "udp:OWN,OTHER". Throws core::ConfigError.
UdpPorts parse_udp_ports(const std::string& text);

class UdpFrames {
public:
    /// Octets of the longest frame without check sequence; more are no frame.
    static constexpr std::size_t kMaxOctets = 1514, kMinOctets = 14;
    /// Throws core::ConfigError: the own port is in use.
    explicit UdpFrames(const UdpPorts& ports);
    /// A frame that has arrived, or nothing.
    std::optional<std::vector<std::uint8_t>> receive();
    void send(const std::vector<std::uint8_t>& frame);

    struct Stats {
        std::uint64_t received = 0, sent = 0;
        std::uint64_t no_frames = 0;  ///< Datagrams that are shorter or longer than a frame.
        std::uint64_t unsent = 0;     ///< Frames without a receiver, or that its buffer had no space for.
    };
    const Stats& stats() const { return stats_; }

private:
    Descriptor socket_;
    Stats stats_;
};

}  // namespace niclab::vm
