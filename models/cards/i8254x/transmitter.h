/// @file The transmit half: descriptors, their buffers, frames, and the next frame for the MAC.
///
/// Source: 317453, section 3.3 and 3.4 (from memory of it). A descriptor is complete when its
///   buffer is in the packet buffer. With RS its result is written back; TXDW follows at once, or
///   with IDE after TIDV or TADV.
/// Behaviour: a packet larger than the packet buffer, which can never leave it, is dropped and
///   counted. While there is no link, frames stay in the packet buffer.
/// Assumed: the gap between frames is 96 bit times, whatever TIPG has.
#pragma once

#include "cards/ether_board/frame_taps.h"
#include "cards/i8254x/frame_maker.h"
#include "cards/i8254x/interrupts.h"
#include "cards/i8254x/packet_buffers.h"
#include "cards/i8254x/register_file.h"
#include "cards/i8254x/statistics.h"

namespace niclab::i8254x {

class Transmitter : public BusUser, private DescriptorRing::Owner {
public:
    struct Stats {
        std::uint64_t frames = 0, octets = 0, packets = 0, segmented = 0, oversized = 0;
    };
    Transmitter(const RegisterFile& registers, TransmitBuffer& buffer, Statistics& statistics, Interrupts& interrupts)
        : r_(registers), buffer_(buffer), statistics_(statistics), interrupts_(interrupts) {}

    DescriptorRing ring{*this, bus::Purpose::Descriptor, bus::Purpose::SendStatus};
    ether_board::SendTaps taps;
    unsigned transfer_octets = ether_board::kBurstOctets;  ///< Most of a transfer.

    /// One edge. Returns true if it has given a frame to the MAC. `size`: of the packet buffer.
    bool clock(core::Femtoseconds now, std::uint32_t size);
    core::Femtoseconds deadline() const { return timers_.deadline(); }
    bool next(Transfer& transfer) override;
    void done(const Transfer& transfer) override;
    /// Reset: nothing but the frame of the MAC remains.
    void stop();
    /// No packet is fetched, and none is in the packet buffer.
    bool idle() const { return !fetching_ && !in_packet_ && waiting_.empty() && !sending_; }
    const Stats& stats() const { return stats_; }

private:
    struct Waiting {
        FramePtr frame;
        ether::FrameOptions options;
        core::Femtoseconds taken;  ///< Time at which its first descriptor was used.
    };
    void begin(core::Femtoseconds now, const Descriptor& descriptor);
    void end_buffer();
    void close(const Descriptor& descriptor, std::uint8_t command);
    void make_frames(const SendBuffer* last);
    void sent(core::Femtoseconds now, const ether::TransmitStatus& status);
    bool give(core::Femtoseconds now);
    void written(Notice notice) override;

    const RegisterFile& r_;
    TransmitBuffer& buffer_;
    Statistics& statistics_;
    Interrupts& interrupts_;
    DelayTimers timers_;
    FrameMaker maker_;
    SendContext checksums_, segments_;
    Descriptor descriptor_{};  ///< Of the buffer that is being fetched.
    SendBuffer now_;
    bool fetching_ = false, in_packet_ = false;
    bool due_ = false;                     ///< Interrupts when all results are written.
    bool moving_ = false;                  ///< Octets are on the bus.
    bool dropped_ = false;                 ///< The packet is larger than the packet buffer.
    unsigned fetched_ = 0;                 ///< Octets of the buffer.
    std::uint32_t size_ = 0, queued_ = 0;  ///< Octets of the packet buffer, and of frames in it.
    core::Femtoseconds taken_ = 0;
    std::deque<Waiting> waiting_;
    bool sending_ = false, disowned_ = false;  ///< The MAC has a frame, which is from before a stop.
    bool group_ = false, broadcast_ = false;   ///< Its destination.
    Stats stats_;
};

}  // namespace niclab::i8254x
