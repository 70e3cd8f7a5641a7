/// @file  The IPv4 packets of a capture, ready to be sent, and a sentence about what was passed over.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace niclab::lab {

/// Which packets of a capture are sent, and how.
struct CaptureChoice {
    std::string interface;                 ///< Its name, its number from 0, or a tap of niclab. Empty: see below.
    bool segment = false;                  ///< Packets above the MTU are segmented; else refused.
    std::size_t mtu = 0;                   ///< 0: 1500 for packets captured on Ethernet, 9180 for others.
    std::size_t most_octets = 256u << 20;  ///< Of all packets.
};

struct CapturedWorkload {
    std::vector<std::vector<std::uint8_t>> packets;  ///< From the IP header on, without padding.
    std::vector<std::uint64_t> numbers;              ///< Of each in the capture, from 1.
    std::string note;  ///< What was passed over, assembled or segmented; empty where all packets are sent as they are.
};

/// Reads a capture. Without a choice all interfaces are read; of niclab's own captures, in which several taps have the
/// same packets, those of one tap: packets, pdus, sent_pdus, cells, line_cells or frames, the first that is there.
/// Throws std::runtime_error, "packet N at T s: problem; expected ...": damage, a packet that was cut or cannot be sent,
/// no IPv4 packet.
CapturedWorkload read_captured_workload(std::istream& in, const CaptureChoice& choice);

}  // namespace niclab::lab
