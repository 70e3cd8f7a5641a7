/// @file The transmit half: reads descriptors of the send ring, moves their buffers into the FIFO,
/// and writes the result of each frame.
///
/// Source: 19436, p. 168 (TMD2), and the TMD1 of its successor (Am79C971, p. 187); pcnet32.c of
///   Linux 6.1. A frame begins with STP and continues through descriptors without ENP. Owned
///   descriptors in between without STP are returned without sending.
/// Timing: the ring is polled on demand, at each poll interval, and after each frame. A frame
///   begins once CSR80's start point, or all of it, is in the FIFO. Memory is requested if CSR80's
///   watermark of places is free.
/// Assumed: the result is written before the status, of which only its own 16 bits are written. The
///   next descriptor of a chain is read when its predecessor's buffer is fetched. Without a link a
///   frame ends with loss of carrier when it is fetched.
#pragma once

#include "cards/ether_board/bus_master.h"
#include "cards/ether_board/frame_taps.h"
#include "cards/ether_board/transmit_side.h"
#include "cards/lance/registers.h"

namespace niclab::lance {

using ether_board::BusUser, ether_board::TransmitSide;

class Transmitter : public BusUser {
public:
    struct Stats {
        std::uint64_t frames = 0, octets = 0, collisions = 0, given_up = 0, late = 0, underruns = 0, carrier_lost = 0,
                      skipped = 0, looks = 0;
    };
    Transmitter(Registers& registers, TransmitSide& side) : r_(registers), side_(side) {}

    /// Requests a poll of the ring.
    void look() { look_ = true; }
    /// One edge: processes the MAC's reports. Returns true if it has a frame to send now
    /// (Mac::request).
    bool clock();
    bool next(Transfer& transfer) override { return moving_ = ask(transfer); }
    void done(const Transfer& transfer) override;
    bool idle() const { return state_ == State::Idle; }
    /// STOP, or a reset: the frame has no owner any more.
    void stop();
    const Stats& stats() const { return stats_; }
    ether_board::SendTaps taps;

private:
    enum class State { Idle, Fetch, Chain, GiveBack, Wait, Result, Status };
    bool ask(Transfer& transfer);
    void take(const Descriptor& found);
    void begin_frame();
    void fetched(const Transfer& transfer);
    void end(const ether::TransmitStatus& status);
    void close();
    unsigned wanted() const;
    bool may_begin() const;
    Transfer write_status(std::uint16_t status) const;

    Registers& r_;
    TransmitSide& side_;
    State state_ = State::Idle;
    bool look_ = false;
    bool moving_ = false;    ///< A transfer is on the bus.
    bool posted_ = false;    ///< The MAC has a frame,
    bool disowned_ = false;  ///< which is from before a stop.
    bool whole_ = false;     ///< All of the frame was fetched.
    bool no_buffer_ = false;
    Descriptor now_, next_;
    unsigned fetched_ = 0, total_ = 0;  ///< Octets of the buffer, and of the frame.
    std::uint32_t frame_ = 0;
    Address to_{};                    ///< Of the frame, once its first octets are there.
    core::Femtoseconds taken_ = 0;    ///< Time at which its first descriptor was read.
    std::uint16_t first_status_ = 0;  ///< Of the frame's first descriptor.
    std::uint32_t result_ = 0;
    std::uint16_t outcome_ = 0;
    Stats stats_;
};

}  // namespace niclab::lance
