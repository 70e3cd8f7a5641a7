/// @file The receive half: filters frames of the packet buffer, stores them in the buffers of the
/// receive ring, and writes their results.
///
/// Source: 317453, sections 3.2 and 13.4 (from memory of it). A frame without a descriptor waits in
///   the packet buffer (RNBC); frames that do not fit any more are missed (MPC, RXO). RDTR 0: RXT0
///   comes when the result is written. Otherwise it comes after RDTR or RADV, and results that wait
///   are written before.
/// Assumed: a frame is stored when it is complete, from its first octet on, in bursts of 64 octets.
///   Of a wide descriptor (317694, section 7.1.5, from memory) the buffers are filled in their order,
///   as with a header that the chip does not know.
/// Not modelled: PAUSE frames have no effect; early threshold of other chips.
#pragma once

#include "cards/ether_board/frame_taps.h"
#include "cards/i8254x/checksum.h"
#include "cards/i8254x/interrupts.h"
#include "cards/i8254x/packet_buffers.h"
#include "cards/i8254x/register_file.h"
#include "cards/i8254x/ring.h"
#include "cards/i8254x/statistics.h"

namespace niclab::i8254x {

class Receiver : public BusUser, private DescriptorRing::Owner {
public:
    struct Stats {
        std::uint64_t frames = 0, octets = 0, not_for_us = 0, disabled = 0, missed = 0, waited = 0, fcs_errors = 0,
                      runts = 0, oversized = 0, checksum_errors = 0;
    };
    Receiver(const RegisterFile& registers, ReceiveBuffer& buffer, Statistics& statistics, Interrupts& interrupts)
        : r_(registers), buffer_(buffer), statistics_(statistics), interrupts_(interrupts) {}

    DescriptorRing ring{*this, bus::Purpose::Descriptor, bus::Purpose::ReceiveStatus};
    ether_board::ReceiveTap over;
    /// A stored frame is reported when its result is handed to the bus, which writes it later.
    void report_at_hand_over() { writes_are_posted_ = true; }
    unsigned transfer_octets = ether_board::kBurstOctets;  ///< Most of a transfer.

    /// One edge.
    void clock(core::Femtoseconds now);
    core::Femtoseconds deadline() const { return timers_.deadline(); }
    bool next(Transfer& transfer) override;
    void done(const Transfer& transfer) override;
    /// Writes all results, and interrupts: FPD of RDTR.
    void flush() { due_ = true, ring.flush(); }
    /// The free octets of the packet buffer grow.
    void release(std::int64_t octets);
    /// Reset: frames in the packet buffer are dropped.
    void stop();
    bool idle() const { return state_ == State::Idle; }
    const Stats& stats() const { return stats_; }

private:
    enum class State { Idle, Waiting, Storing };
    struct Stored {
        Address to;
        core::Femtoseconds at;  ///< End of its carrier.
    };
    struct Dropped {
        Stored frame;
        card::UnitOutcome outcome;
    };
    void take_lost();
    void release_frame();
    void judge();
    void drop(card::UnitOutcome outcome);
    void add_dropped(const Stored& frame, card::UnitOutcome outcome);
    bool has_earlier(core::Femtoseconds at) const;
    void report_dropped(core::Femtoseconds now);
    bool damaged();
    void accept(const Octets& frame, bool inexact);
    void check_sums(const Octets& frame);
    void begin_buffer();
    void end_buffer();
    std::uint8_t status_of(bool last) const { return last ? status_ : std::uint8_t(status_ & ~rxd::kEndOfPacket); }
    Descriptor legacy_result(bool last) const;
    Descriptor extended_result(bool last) const;
    Descriptor wide_result(bool last) const;
    /// There is a buffer from the present one on.
    bool find_space();
    void end_frame();
    void count();
    unsigned buffer_octets() const;
    void handed(Notice notice) override;
    void written(Notice notice) override;
    void report_stored();

    const RegisterFile& r_;
    ReceiveBuffer& buffer_;
    Statistics& statistics_;
    Interrupts& interrupts_;
    DelayTimers timers_;
    State state_ = State::Idle;
    ReceiveBuffer::Frame frame_;
    Octets data_;            ///< Octets to be stored,
    std::size_t moved_ = 0;  ///< and those of them in memory.
    Descriptor descriptor_{};
    struct Buffer {
        std::uint32_t address = 0;
        unsigned octets = 0, used = 0;
    };
    std::array<Buffer, 4> buffers_{};  ///< Of the descriptor; all but the first are for a wide one.
    std::size_t buffer_at_ = 0;        ///< The present one.
    std::uint8_t status_ = 0, errors_ = 0;
    std::uint16_t checksum_ = 0, special_ = 0;
    bool moving_ = false, waited_ = false, due_ = false, writes_are_posted_ = false;
    std::deque<Stored> stored_;    ///< Frames with results that are not reported yet.
    std::deque<Dropped> dropped_;  ///< Frames that are reported after those that came before them.
    std::int64_t owed_ = 0;
    Stats stats_;
};

}  // namespace niclab::i8254x
