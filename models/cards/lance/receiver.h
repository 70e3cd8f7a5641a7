/// @file The receive half: frames from the FIFO into buffers of the receive ring.
///
/// Source: 19436, p. 163 and 164 (RMD); Am79C970, p. 1-971 (RCVFW): no part of a frame is moved to
///   memory before 64 octets of it are there. A descriptor is searched in advance, at each poll,
///   and once more when a frame finds none; then the frame is missed.
/// Assumed: length before status, of which only its own 16 bits are written. Pads are stripped if
///   octets 12 and 13 are below 46.
#pragma once

#include "cards/ether_board/bus_master.h"
#include "cards/ether_board/frame_taps.h"
#include "cards/ether_board/receive_side.h"
#include "cards/lance/registers.h"

namespace niclab::lance {

using ether_board::BusUser;

class Receiver : public BusUser {
public:
    struct Stats {
        std::uint64_t frames = 0, octets = 0, not_for_us = 0, not_listening = 0, missed = 0, overruns = 0,
                      no_buffer = 0, errors = 0, runts = 0;
    };
    Receiver(Registers& registers, ether_board::ReceiveSide& side) : r_(registers), side_(side) {}

    /// Requests a poll of the ring.
    void look() { look_ = !owned_; }
    /// One edge: processes the line's side.
    void clock();
    bool next(Transfer& transfer) override;
    void done(const Transfer& transfer) override;
    /// No part of a frame is under way to memory.
    bool idle() const { return state_ == State::Idle || state_ == State::Drop; }
    /// STOP, or a reset: the frame that is being received is dropped, and no descriptor is owned.
    void stop();
    const Stats& stats() const { return stats_; }
    ether_board::ReceiveTap over;

private:
    enum class State { Idle, Drop, LastLook, Take, Chain, GiveBack, Length, Status };
    static constexpr unsigned kHeadOctets = 14;
    void judge();
    void drop();
    void report_outcome(card::UnitOutcome outcome);
    void take();
    void settle();
    bool ended() const { return !side_.ends.empty(); }
    /// Available octets of this frame.
    unsigned available() const;
    std::uint8_t pop();
    bool put(Transfer& transfer);
    void finish();
    bool unchecked() const;
    Transfer write_status(std::uint16_t status) const;

    Registers& r_;
    ether_board::ReceiveSide& side_;
    State state_ = State::Idle;
    bool look_ = false, owned_ = false;
    bool moving_ = false;  ///< Octets of the frame are on the bus.
    Descriptor now_, next_;
    bool first_ = true;  ///< Of the frame's buffers.
    std::array<std::uint8_t, kHeadOctets> head_{};
    unsigned head_left_ = 0;              ///< Octets of it that are not in memory.
    std::uint32_t popped_ = 0;            ///< Octets of the frame taken from the FIFO,
    std::uint32_t used_ = 0, total_ = 0;  ///< written to the buffer, and in memory of the whole frame.
    std::uint32_t most_ = 0;              ///< Octets of the frame to be stored.
    std::uint16_t match_ = 0, outcome_ = 0;
    card::UnitOutcome unit_outcome_ = card::UnitOutcome::ReceiveDisabled;  ///< Of a dropped frame.
    ether_board::ReceiveSide::End end_;  ///< Of the frame with the result that is being written.
    Address to_{};
    Stats stats_;
};

}  // namespace niclab::lance
