/// @file  The transmit half: what the host writes into the transmit FIFO, frame by frame to the MAC, and what came of it.
///
/// Source:     3c59x.c of Linux 6.1: a dword with the length, then the frame up to a dword; TxStatus, popped by a write; a frame that met 16 collisions
///             stops the transmitter until TxEnable, an underrun until TxReset. elink3reg.h of NetBSD: an overrun of the FIFO.
/// Begin:      a frame begins once it is all in the FIFO, or as much of it as the start threshold says.
/// Assumed:    bits 13 and 15 of the dword in front of a frame (no FCS, a status in any case); TxStatus keeps 31 of them, one more is an overflow
///             in the last of them and stops the transmitter; octets are free once they are on their way to the MAC, and short frames
///             are padded behind the FIFO; TxAvailable comes once, when as much as its threshold is free; a reset in mid frame has it run empty;
///             without link a whole frame is gone at once, with carrier lost.
#pragma once

#include "cards/ether_board/frame_taps.h"
#include "cards/ether_board/transmit_side.h"
#include "cards/etherlink/config.h"
#include "cards/etherlink/layout.h"
#include "cards/etherlink/ring.h"
#include "cards/etherlink/statistics.h"

namespace niclab::etherlink {

class Transmitter {
public:
    struct Stats {
        std::uint64_t frames = 0, octets = 0, collisions = 0, given_up = 0, underruns = 0, carrier_lost = 0,
                      overruns = 0;
    };
    Transmitter(const Config& config, ether_board::TransmitSide& side, Statistics& statistics);

    /// One edge. True: the MAC has a frame to take now (Mac::request).
    bool clock(bool link);
    /// Into the FIFO: of the dword in front of a frame, or of the frame.
    void write(std::uint8_t octet);
    /// What the host has begun to write is the bus master's to fetch from now on: the card knows of it since then.
    void fetching() {
        if (wanted() > 0) frames_.back().taken = core::now_fs();
    }
    /// TxReset: nothing is in the FIFO nor in the stack of TxStatus, the transmitter is disabled.
    void reset();
    void enable() { enabled_ = !must_reset_; }
    void disable() { enabled_ = false; }
    bool enabled() const { return enabled_; }

    std::uint8_t tx_status() const { return statuses_.empty() ? 0 : statuses_.front(); }
    void pop_status() {
        if (!statuses_.empty()) statuses_.pop();
    }
    unsigned free_octets() const { return unsigned(memory_.free()); }
    /// Octets that the frame the host writes has not got yet, with its pad.
    unsigned wanted() const { return frames_.empty() ? 0 : frames_.back().padded() - frames_.back().written; }
    bool overrun() const { return overrun_; }
    void set_available_threshold(unsigned dwords) { available_ = dwords; }
    unsigned available_threshold() const { return available_; }
    /// So much is free; told once.
    bool take_available();
    /// Nothing is to be sent.
    bool idle() const { return frames_.empty() && !posted_; }
    const Stats& stats() const { return stats_; }
    ether_board::SendTaps taps;
    ether_board::CopyTap copied;  ///< A frame is all there.
    core::Tap<> demanded;         ///< It has begun to.

    unsigned start_threshold = kThresholdOff;  ///< Dwords.

private:
    struct Frame {
        std::uint32_t header = 0;
        unsigned written = 0, given = 0;  ///< Octets from the host, with the pad, and to the MAC.
        bool dead = false;                ///< What is still written of it is dropped.
        core::Femtoseconds taken = 0;     ///< When its length was there, or its octets were asked for.
        Address to{};
        unsigned octets() const { return header & kLength; }
        unsigned padded() const { return (octets() + 3) & ~3u; }
        bool whole() const { return written == padded(); }
    };
    void begin_frame();
    void within_frame(std::uint8_t octet);
    bool may_begin() const;
    void feed();
    void end(const ether::TransmitStatus& status);
    void count(const ether::TransmitStatus& status);
    void push_status(std::uint8_t status);
    void drop_front();

    ether_board::TransmitSide& side_;
    Statistics& statistics_;
    Ring<std::uint8_t> memory_;
    Ring<Frame> frames_;
    Ring<std::uint8_t> statuses_;
    std::uint32_t header_ = 0;
    unsigned header_octets_ = 0;  ///< Of it, there.
    bool enabled_ = false, must_reset_ = false, overrun_ = false;
    bool posted_ = false;    ///< The MAC has a frame,
    bool disowned_ = false;  ///< one of before a reset.
    std::uint32_t frame_ = 0;
    unsigned available_ = kThresholdOff;
    Stats stats_;
};

}  // namespace niclab::etherlink
