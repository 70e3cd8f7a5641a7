/// @file The state machine of the receive half of a MAC: at an edge of RXC it converts its inputs
/// to octets for its chip, without pins.
///
/// Source: IEEE 802.3 clause 4 (from memory of the standard). Octets begin after the SFD, bit 0
///   first. If a frame does not end with a whole octet, only its whole octets count.
/// Timing: an octet is passed on with the edge that samples its last bit, the end with the first
///   edge without RXDV.
/// Limitations: in half duplex a station ignores the line while it transmits, and afterwards until
///   carrier ends.
/// Not modelled: RXER; a receiver of the own transmission (loopback tests of chips have their own
///   paths).
#pragma once

#include "ether/fcs.h"
#include "ether/octet_interface.h"

namespace niclab::ether {

/// The inputs of a receiver at an edge.
struct ReceiveSample {
    bool valid;  ///< RXDV.
    std::uint8_t data;
    bool own;  ///< TXEN of the same station; false in full duplex.
};

class ReceiveMachine {
public:
    struct Stats {
        std::uint64_t frames = 0, octets = 0, good = 0, fcs_errors = 0, alignment_errors = 0, runts = 0, too_long = 0;
        std::uint64_t without_sfd = 0, own_collisions = 0;
    };

    /// `width`: 1, 4 or 8 bits per clock. `longest`: octets of the longest frame.
    ReceiveMachine(unsigned width, OctetSink& sink, unsigned longest = kMaxOctets)
        : width_(width), longest_(longest), sink_(sink) {}
    void clock(const ReceiveSample& in);
    /// Equivalent to `n` edges with RXDV on.
    void run(const std::uint8_t* symbols, std::size_t n, bool own);
    /// Number of clocks, all with RXDV on, of which only the last may pass on an octet for which
    /// the chip waits; 0: no such octet will come.
    std::uint64_t clocks_to_octet() const;
    /// No frame is being received.
    bool idle() const { return state_ == State::Idle; }
    const Stats& stats() const { return stats_; }

private:
    enum class State { Idle, Hunting, Data, Deaf };
    void shift(std::uint8_t data);
    void shift_in(std::uint8_t data) { octet_ = std::uint8_t(octet_ >> width_ | data << (8 - width_)); }
    void take();
    void end(bool own_collision);

    unsigned width_, longest_;
    OctetSink& sink_;
    State state_ = State::Idle;
    std::uint8_t octet_ = 0;
    unsigned bits_ = 0;  ///< Of the present octet.
    unsigned octets_ = 0;
    Fcs fcs_;
    Stats stats_;
};

}  // namespace niclab::ether
