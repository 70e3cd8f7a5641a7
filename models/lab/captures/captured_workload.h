/// @file The IPv4 packets of a capture, ready to be sent, and a sentence about those that were
/// skipped.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace niclab::lab {

/// The selection of packets of a capture, and their treatment.
struct CaptureChoice {
    std::string interface;                 ///< Its name, its number from 0, or a tap of niclab. Empty: see below.
    bool segment = false;                  ///< Packets above the MTU are segmented; false: they are refused.
    std::size_t mtu = 0;                   ///< 0: 1500 on Ethernet, 65535 in AAL5, else 9180.
    std::size_t most_octets = 256u << 20;  ///< Of all packets.
};

struct CapturedWorkload {
    std::vector<std::vector<std::uint8_t>> packets;  ///< From the IP header on, without padding.
    std::vector<std::uint64_t> numbers;              ///< Of each in the capture, from 1.
    std::string note;  ///< The skipped, assembled or segmented packets; empty if all packets are sent unchanged.
};

/// Reads a capture. Without a choice all interfaces are read. niclab's own captures have the same
/// packets at several taps: the first of packets, pdus, sent_pdus, cells, line_cells and frames is
/// read. Throws std::runtime_error, "packet N at T s: problem; expected ...", for damage, for a
/// packet that is cut or cannot be sent, and if there is no IPv4 packet.
CapturedWorkload read_captured_workload(std::istream& in, const CaptureChoice& choice);

}  // namespace niclab::lab
