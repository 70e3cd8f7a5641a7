/// @file The transmit half: data that the host writes into the transmit FIFO, frame by frame to the
/// MAC, and the status of each frame.
///
/// Source: 3c59x.c of Linux 6.1. A frame has a dword with the length, then the frame up to a dword.
///   A write removes the oldest TxStatus. A frame with 16 collisions stops the transmitter until
///   TxEnable, an underrun until TxReset. elink3reg.h of NetBSD: an overrun of the FIFO.
/// Timing: a frame begins when all of it is in the FIFO, or as much as the start threshold
///   requires. A frame of a list may also begin when the FIFO is full.
/// Assumed: bits 13 and 15 of the dword in front of a frame (no FCS, a status in any case).
///   TxStatus keeps 31 of them; one more is an overflow in the last of them and stops the
///   transmitter. Octets are free once they are on their way to the MAC, and short frames are
///   padded after the FIFO. TxAvailable comes once, when its threshold is free. A reset during a
///   frame causes an underrun. Without link a whole frame is finished at once, with carrier lost.
#pragma once

#include <algorithm>

#include "card/fill_level.h"
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

    /// One edge. Returns true if the MAC has a frame to send now (Mac::request).
    bool clock(bool link);
    /// Writes an octet of the dword in front of a frame, or of the frame, into the FIFO.
    void write(std::uint8_t octet);
    /// Begins a frame of a list, with the options of `header`; its length is not known yet. `taken`:
    /// time at which its descriptor was read.
    void begin(std::uint32_t header, bool whole_first, core::Femtoseconds taken);
    /// Free octets for a frame of a list, without those for the rounding of its length.
    unsigned list_space() const { return std::max(free_octets(), kRoundingOctets) - kRoundingOctets; }
    /// Another frame can be begun.
    bool takes_frame() const { return !frames_.full(); }
    /// The frame of a list that is written is the only one, and waits for more of it.
    bool starves() const { return frames_.size() == 1 && !posted_; }
    /// The next octet of that frame; the FIFO must not be full.
    void append(std::uint8_t octet);
    /// The length of that frame is known.
    void set_length(unsigned octets);
    /// Replaces octet `index` of that frame, of which nothing was sent. Returns false if it was.
    bool replace(unsigned index, std::uint8_t octet);
    /// The rest of that frame will not come.
    void abandon();
    /// The bus master fetches the rest of the frame from now on: the card's work for it begins now.
    void fetching() {
        if (wanted() > 0) frames_.back().taken = core::now_fs();
    }
    /// TxReset: the FIFO and the stack of TxStatus are empty, and the transmitter is disabled.
    void reset();
    void enable() { enabled_ = !must_reset_; }
    void disable() { enabled_ = false; }
    bool enabled() const { return enabled_; }

    std::uint8_t tx_status() const { return statuses_.empty() ? 0 : statuses_.front(); }
    void pop_status() {
        if (!statuses_.empty()) statuses_.pop();
    }
    unsigned free_octets() const { return unsigned(memory_.free()); }
    /// Missing octets of the frame that the host writes, with its padding.
    unsigned wanted() const { return frames_.empty() ? 0 : frames_.back().padded() - frames_.back().written; }
    bool overrun() const { return overrun_; }
    void set_available_threshold(unsigned dwords) { available_ = dwords; }
    unsigned available_threshold() const { return available_; }
    /// Whether the threshold is free; true once.
    bool take_available();
    /// There is nothing to send.
    bool idle() const { return frames_.empty() && !posted_; }
    const Stats& stats() const { return stats_; }
    card::FillLevel fill_level() {
        return card::fill_level(
            "transmit_fifo", "octets", [this] { return memory_.capacity(); }, memory_.changed);
    }
    ether_board::SendTaps taps;
    ether_board::CopyTap copied;  ///< A frame is complete in the FIFO.
    core::Tap<> demanded;         ///< A frame has begun.

    unsigned start_threshold = kThresholdOff;  ///< Dwords.

private:
    static constexpr unsigned kRoundingOctets = 3;
    struct Frame {
        std::uint32_t header = 0;
        unsigned header_octets = kHeaderOctets;  ///< In the FIFO.
        unsigned octets = kUnknown;
        unsigned written = 0, given = 0;  ///< Octets from the host, with the padding, and to the MAC.
        bool whole_first = false;         ///< It may only be sent when it is complete.
        bool dead = false;                ///< The rest of it is dropped.
        bool abandoned = false;           ///< The rest of it will not come.
        core::Femtoseconds taken = 0;     ///< Time at which its length was there, or its octets were requested.
        Address to{};
        static constexpr unsigned kUnknown = ~0u;  ///< Length of a frame of a list at its begin.
        bool of_list() const { return header_octets == 0; }
        unsigned padded() const { return of_list() ? octets : (octets + 3) & ~3u; }
        /// Octets that may go to the MAC: not the last one while the length is not known.
        unsigned available() const {
            return octets == kUnknown ? std::max(written, 1u) - 1 : std::min(written, octets);
        }
        bool whole() const { return written == padded(); }
    };
    void begin_frame();
    void within_frame(std::uint8_t octet);
    bool may_begin() const;
    void store_address(Frame& frame, std::uint8_t octet);
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
    unsigned header_octets_ = 0;  ///< Received octets of it.
    bool enabled_ = false, must_reset_ = false, overrun_ = false;
    bool posted_ = false;    ///< The MAC has a frame,
    bool disowned_ = false;  ///< which is from before a reset.
    std::uint32_t frame_ = 0;
    unsigned available_ = kThresholdOff;
    Stats stats_;
};

}  // namespace niclab::etherlink
