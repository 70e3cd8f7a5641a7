/// @file The receive half: from the FIFO to the ring of pages, one burst at a time.
///
/// Source: RTL8029AS, p. 15 (RCR, RSR); DP8390D, sections 7 and 10 (from memory of it): the ring,
///   its overflow, the header.
/// Memory: the ring has the pages from PSTART to PSTOP - 1. A frame is written to CURR, its header
///   in front. If the next page would be BNRY, the frame is discarded (OVW), and the ring accepts
///   no more until the chip was stopped.
/// Limits: a frame that begins with CURR = BNRY meets a full ring, as drivers assume that keep BNRY
///   one page lower (Linux does). If BNRY is outside the ring, no page ever equals it, and a full
///   ring is overwritten (the chip compares for equality). Linux' lib8390.c leaves it there, one
///   page before the ring, whenever the next frame is to be at its beginning.
/// Assumed: the discarded frame, and those that come until the stop, count as missed; they set bit
///   7 of ISR.
#pragma once

#include <array>

#include "cards/dp8390/board_memory.h"
#include "cards/dp8390/config.h"
#include "cards/dp8390/mac_sides.h"
#include "cards/dp8390/registers.h"
#include "cards/ether_board/frame_taps.h"
#include "core/mailbox.h"
#include "ether/octet_interface.h"

namespace niclab::dp8390 {

class Receiver {
public:
    struct Stats {
        std::uint64_t frames = 0, octets = 0, not_for_us = 0, not_listening = 0, missed = 0, overwrites = 0,
                      overruns = 0;
        std::uint64_t errors = 0, runts = 0;
    };
    Receiver(Registers& registers, BoardMemory& memory, ReceiveSide& side)
        : r_(registers), memory_(memory), side_(side) {}

    /// One edge: processes the MAC's reports, apart from octets. `listening`: started, and not in
    /// loopback.
    void clock(bool listening);
    /// Number of transfers of the local bus that it needs now; 0: none.
    unsigned wanted() const;
    /// Executes one of them.
    void transfer();
    /// The chip has no part of a frame.
    bool idle() const { return state_ == State::Idle; }
    /// Drops the frame that is being received.
    void abort();
    /// The chip was started: the ring is that of the registers.
    void start() { full_ = false; }
    const Stats& stats() const { return stats_; }
    ether_board::ReceiveTap over;
    /// Reports the pages from BNRY to CURR: received frames that the host has not freed, and one
    /// more with a driver that keeps BNRY one page lower.
    core::Tap<unsigned> ring_filled;
    void report_ring() const;

private:
    enum class State { Idle, Taking, Dropping, Header };
    void judge(const Address& to, bool listening);
    void drop();
    void report_outcome(card::UnitOutcome outcome) const;
    void put(std::uint8_t octet);
    void give_up();
    void end();
    void end_bad(std::uint8_t status);
    void put_header();
    bool ended() const { return !side_.ends.empty(); }
    /// Octets of the frame that are still in the FIFO, once its end is known.
    unsigned left() const { return side_.ends.front().octets - taken_; }

    Registers& r_;
    BoardMemory& memory_;
    ReceiveSide& side_;
    State state_ = State::Idle;
    bool full_ = false;       ///< The ring overflowed.
    bool monitored_ = false;  ///< The frame is only monitored, not stored.
    bool group_ = false;
    std::uint32_t taken_ = 0;   ///< Octets of the frame taken from the FIFO.
    std::uint16_t at_ = 0;      ///< Address of its next octet.
    unsigned header_left_ = 0;  ///< Octets of the header to be written.
    std::uint8_t status_ = 0, next_page_ = 0;
    Address to_{};
    card::UnitOutcome unit_outcome_ = card::UnitOutcome::ReceiveDisabled;  ///< Of a dropped frame.
    ReceiveSide::End end_;                                                 ///< Of the frame, once it is known.
    Stats stats_;
};

/// The receiving half of the FIFO in loopback: it keeps the last octets of a frame and its
/// length, which the host reads through the FIFO's port.
///
/// Source: National's AN-937, sections 4 to 6, and DP8390D, section 12. The FIFO's half has 8
///   octets and is filled in a circle. After the FCS come the low octet of the received length and,
///   twice, the high one. No octet of the frame goes to the ring. The pointers begin anew only with
///   a reset.
/// Assumed: each read of the port advances by one octet, also while a frame is received.
class LoopReceiver : public ether::OctetSink {
public:
    struct Result {
        Address to{};
        bool fcs_good = false;
    };
    core::Mailbox<Result> done{"loop_done"};

    void begin() override { octets_ = 0, to_ = {}; }
    void octet(std::uint8_t o) override {
        if (octets_ < to_.size()) to_[octets_] = o;
        ++octets_, put(o);
    }
    void ended(const ether::ReceiveStatus& status) override {
        put(std::uint8_t(octets_));
        for (unsigned i = 0; i < 2; ++i) put(std::uint8_t(octets_ >> 8));
        if (!done.full()) done.post({to_, status.fcs_good});
    }

    // To be called by the chip.
    std::uint8_t read() { return fifo_[read_++ % fifo_.size()]; }
    void reset() { read_ = written_ = 0; }

private:
    void put(std::uint8_t o) { fifo_[written_++ % fifo_.size()] = o; }
    std::array<std::uint8_t, 8> fifo_{};
    unsigned read_ = 0, written_ = 0, octets_ = 0;
    Address to_{};
};

}  // namespace niclab::dp8390
