/// @file  The receive half: frames out of the FIFO into buffers of the receive ring.
///
/// Source:   19436, p. 163 and 164 (RMD); Am79C970, p. 1-971 (RCVFW): nothing of a frame goes to memory before 64 octets of it are there.
///           A descriptor is looked for in advance, at each poll, and once more when a frame finds none: then it is missed.
/// Assumed:  length before status, of which only its own 16 bits are written; stripping of pads goes by octets 12 and 13 below 46.
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

    /// The ring is to be looked at.
    void look() { look_ = !owned_; }
    /// One edge: what came from the line.
    void clock();
    bool next(Transfer& transfer) override;
    void done(const Transfer& transfer) override;
    /// Nothing of a frame is on its way to memory.
    bool idle() const { return state_ == State::Idle || state_ == State::Drop; }
    /// STOP, or a reset: what comes in is dropped, and no descriptor is owned.
    void stop();
    const Stats& stats() const { return stats_; }
    ether_board::ReceiveTap over;

private:
    enum class State { Idle, Drop, LastLook, Take, Chain, GiveBack, Length, Status };
    static constexpr unsigned kHeadOctets = 14;
    void judge();
    void drop();
    void tell(card::Fate fate);
    void take();
    void settle();
    bool ended() const { return !side_.ends.empty(); }
    /// Octets of this frame that are there.
    unsigned available() const;
    std::uint8_t pop();
    bool put(Transfer& transfer);
    void finish();
    Transfer write_status(std::uint16_t status) const;

    Registers& r_;
    ether_board::ReceiveSide& side_;
    State state_ = State::Idle;
    bool look_ = false, owned_ = false;
    bool moving_ = false;  ///< Octets of the frame are on the bus.
    Descriptor now_, next_;
    bool first_ = true;  ///< Of the frame's buffers.
    std::array<std::uint8_t, kHeadOctets> head_{};
    unsigned head_left_ = 0;              ///< Octets of it not in memory.
    std::uint32_t popped_ = 0;            ///< Octets of the frame out of the FIFO,
    std::uint32_t used_ = 0, total_ = 0;  ///< of the buffer, of the frame in memory.
    std::uint32_t most_ = 0;              ///< Octets of the frame that are wanted.
    std::uint16_t match_ = 0, outcome_ = 0;
    card::Fate fate_ = card::Fate::ReceiveDisabled;  ///< Of what is dropped.
    ether_board::ReceiveSide::End end_;              ///< Of the frame whose result is written.
    Address to_{};
    Stats stats_;
};

}  // namespace niclab::lance
