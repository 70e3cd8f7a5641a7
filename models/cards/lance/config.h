/// @file The parameters of a card with a chip of this family: its address, values that its data
/// sheet leaves to the board, and the differences between the chips.
#pragma once

#include <array>
#include <stdexcept>

#include "cards/ether_board/address.h"
#include "cards/ether_board/transmit_side.h"
#include "cards/lance/descriptor.h"
#include "ether/mac.h"

namespace niclab::lance {

using ether_board::Address;

/// The default is the Am79C970A.
/// Source: its FIFOs, 19436, p. 1 (features: "automatic retransmission with no FIFO reload"); its
///   number: that by which pcnet32.c of Linux 6.1 identifies it.
struct Chip {
    bool styles = true;     ///< BCR20 selects the format of its data structures;
    Format format;          ///< or they have this one.
    bool own_check = true;  ///< In loopback the receiver checks a frame to which the transmitter appends the FCS.
    std::uint16_t id_low = 0x1003, id_high = 0x0262;  ///< CSR88, CSR89
    bool always_bursts = false;                       ///< For a chip without BCR18: a transfer is one tenure of the
                                                      ///< bus.
    unsigned send_fifo_octets = 272, receive_fifo_octets = 256;
    /// Thresholds of CSR80: octets in the FIFO to begin a frame, free places to request memory,
    /// received octets to request memory.
    std::array<unsigned, 4> send_starts{20, 64, 128, 272 - ether_board::kKeptOctets};
    std::array<unsigned, 4> send_marks{16, 64, 112, 112}, receive_marks{16, 64, 112, 112};
};

struct Config {
    Address address{0x00, 0x00, 0x1A, 0, 0, 1};  ///< In the PROM, and in CSR12 to 14 after RST#.
    unsigned register_clocks = 2;  ///< 1 .. 255 clocks of the chip from an access to its effect. *assumed*
    ether::MacConfig mac;
    Chip chip{};
};

/// Throws std::invalid_argument: a key out of range.
inline const Config& checked(const Config& c) {
    if (c.register_clocks < 1 || c.register_clocks > 255)
        throw std::invalid_argument("register_clocks: out of range; expected 1 to 255");
    return c;
}

}  // namespace niclab::lance
