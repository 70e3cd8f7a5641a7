/// @file  What the receive half of a MAC does at an edge of RXC: from what it samples to octets for its chip, without a pin.
///
/// Source:        IEEE 802.3 clause 4 (from memory of the standard): octets begin behind the SFD, bit 0 first; a frame that does not end
///                with a whole octet is judged by its whole ones.
/// Timing:        an octet is handed over with the edge that samples its last bit, the end with the first one without RXDV.
/// Half duplex:   a station is deaf to what is on the line while it sends, and to the rest of it until carrier ends.
/// Not modelled:  RXER; a receiver that hears itself (loopback tests of chips go through their own paths).
#pragma once

#include "ether/fcs.h"
#include "ether/seam.h"

namespace niclab::ether {

/// What a receiver samples at an edge.
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

    /// `width`: 1 or 4 bits a clock.
    ReceiveMachine(unsigned width, OctetSink& sink) : width_(width), sink_(sink) {}
    void clock(const ReceiveSample& in);
    /// So many edges at once, all with RXDV on.
    void run(const std::uint8_t* symbols, std::size_t n, bool own);
    /// Clocks, all with RXDV on, of which only the last may hand over an octet that the chip waits for; 0: no such octet is to come.
    std::uint64_t clocks_to_octet() const;
    /// Nothing comes in.
    bool idle() const { return state_ == State::Idle; }
    const Stats& stats() const { return stats_; }

private:
    enum class State { Idle, Hunting, Data, Deaf };
    void shift(std::uint8_t data);
    void shift_in(std::uint8_t data) { octet_ = std::uint8_t(octet_ >> width_ | data << (8 - width_)); }
    void take();
    void end(bool own_collision);

    unsigned width_;
    OctetSink& sink_;
    State state_ = State::Idle;
    std::uint8_t octet_ = 0;
    unsigned bits_ = 0;  ///< Of the octet.
    unsigned octets_ = 0;
    Fcs fcs_;
    Stats stats_;
};

}  // namespace niclab::ether
