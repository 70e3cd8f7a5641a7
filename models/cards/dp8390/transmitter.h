/// @file The transmit half: from pages of memory through the FIFO to the MAC, from the beginning
/// again after each collision.
///
/// Source: RTL8029AS, p. 15 (TSR); DP8390D, section 8 (from memory of it): the FIFO is filled
///   before the frame begins. AN-937, sections 3 to 6: loopback.
/// Loopback: in modes 1 and 2 (TCR) the frame goes to the own receiver. With WTS only one octet of
///   each word is sent, the even one with BOS = 1, else the odd one; TBCR counts both (DM9008, p.
///   44). Carrier and heartbeat are lost in mode 1, heartbeat in mode 2.
/// Stop: a frame that waits for the cable, or for another attempt, is not sent any more and has no
///   result. One on the cable ends as usual. A request after the stop begins a new frame.
/// Source of that: lib8390.c of Linux 6.1 (ei_rx_overrun) sends such a frame again. The reason is the
///   overwrite warning of DP8390D (from memory of it). A chip that is stopped on a busy network may
///   defer for ever. *Assumed*: a frame without carrier counts as one that waits.
/// Assumed: a reset during an attempt causes an underrun, and no further attempt follows; a frame
///   that is requested then waits until the MAC is free. Loopback uses the whole FIFO, and LS of
///   DCR has no effect.
/// Not modelled: mode 3, through the cable. Such a frame ends at once.
#pragma once

#include "cards/dp8390/board_memory.h"
#include "cards/dp8390/mac_sides.h"
#include "cards/dp8390/registers.h"
#include "cards/ether_board/frame_taps.h"

namespace niclab::dp8390 {

class Transmitter {
public:
    struct Stats {
        std::uint64_t frames = 0, octets = 0, collisions = 0, given_up = 0, underruns = 0, looped = 0;
    };
    Transmitter(Registers& registers, BoardMemory& memory, TransmitSide& side)
        : r_(registers), memory_(memory), side_(side) {}

    /// TXP was written.
    void begin();
    /// One edge: processes the MAC's reports. Returns true if it has a frame to send now
    /// (Mac::request).
    bool clock();
    /// The frame is one of loopback.
    bool looped() const { return loop_ != 0; }
    unsigned wanted() const;
    void transfer();
    /// STP was written: a frame that is not on the cable is withdrawn.
    void stop();
    /// Reset: the frame has no owner any more.
    void abort();
    const Stats& stats() const { return stats_; }
    ether_board::SendTaps taps;

private:
    void fetch_from(std::uint32_t attempt);
    Address destination() const;
    bool skips(std::uint16_t at) const;
    void end_loop(const ether::TransmitStatus& status);
    void end(const ether::TransmitStatus& status);

    Registers& r_;
    BoardMemory& memory_;
    TransmitSide& side_;
    bool fetching_ = false;  ///< The present attempt's octets are being fetched.
    bool posted_ = false;    ///< The MAC has a frame,
    bool disowned_ = false;  ///< which is from before a reset.
    bool stopped_ = false;   ///< The frame in progress is from before a stop,
    bool again_ = false;     ///< and another one was requested since.
    std::uint8_t loop_ = 0;  ///< Its loopback mode, as in TCR.
    unsigned octets_ = 0, fetched_ = 0;
    std::uint16_t at_ = 0;
    std::uint32_t attempt_ = 0;
    core::Femtoseconds taken_ = 0;  ///< Time at which TXP was written.
    Stats stats_;
};

}  // namespace niclab::dp8390
