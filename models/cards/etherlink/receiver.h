/// @file The receive half: frames from the MAC into the receive FIFO, and from there to the host,
/// the oldest first.
///
/// Source: 3c59x.c of Linux 6.1 (RxStatus, RxErrors, RxDiscard; the length is without FCS) and
///   elink3reg.h of NetBSD (FIFO diagnostics: status overrun, overrun, underrun; filter; mask of
///   the station's address).
/// Memory: frames follow each other in the FIFO, each begins with a dword. Octets are freed when
///   the host takes them, the rest of a frame with RxDiscard. A frame that comes when there are
///   `receive_packets` whole ones is missed. One that fills the FIFO is cut off and reported as an
///   overrun. A chip with lists drops it instead, unless octets of it were read or DmaCtrl keeps it
///   (if_xlreg.h and elinkxlreg.h).
/// Assumed: RxStatus shows the remaining octets of its frame. A fragment of less than 64 octets is
///   never shown, unless octets of it were read or reported early. RxEarly comes once per frame,
///   after its threshold. A read past the end of a frame returns zero, and is an underrun
///   (HostError) until RxReset. A mask bit of 1 ignores that bit of the address.
#pragma once

#include "card/fill_level.h"
#include "cards/ether_board/frame_taps.h"
#include "cards/ether_board/receive_side.h"
#include "cards/etherlink/config.h"
#include "cards/etherlink/layout.h"
#include "cards/etherlink/ring.h"
#include "cards/etherlink/statistics.h"

namespace niclab::etherlink {

class Receiver {
public:
    struct Stats {
        std::uint64_t frames = 0, octets = 0, not_for_us = 0, not_listening = 0, missed = 0, overruns = 0, errors = 0,
                      runts = 0, underruns = 0;
    };
    Receiver(const Config& config, ether_board::ReceiveSide& side, Statistics& statistics);

    /// One edge: processes the line's side. `hears`: the selected transceiver has a link.
    void clock(bool hears);
    /// RxReset: the FIFO and the filter are empty, and the receiver is disabled.
    void reset();
    /// Removes the oldest frame. `outcome`: reported now, for a chip with lists.
    void discard(card::UnitOutcome outcome = card::UnitOutcome::Stored);
    /// The next octet of the oldest frame.
    std::uint8_t read();
    /// The bus master has moved octets of the oldest frame to memory, since then.
    void fetched(core::Femtoseconds since) { read_from_ = since, read_until_ = core::now_fs(); }
    /// Octets of the oldest frame, with its padding to a dword, that can be read now.
    unsigned available() const;
    /// Octets of the oldest frame, without padding, that can be read now.
    unsigned remaining() const { return complete() ? left_of(packets_.front()) : available(); }
    /// The oldest frame is complete.
    bool complete() const { return !packets_.empty(); }

    std::uint16_t rx_status() const;
    std::uint8_t rx_errors() const { return complete() ? packets_.front().errors : 0; }
    std::uint16_t diagnostic() const;
    std::size_t free_octets() const { return memory_.free(); }
    /// Early octets of the present frame: the report, cleared by this call.
    bool take_early() { return early_ && !(early_ = false); }
    bool underrun() const { return underrun_; }
    bool idle() const { return state_ == State::Idle; }
    const Stats& stats() const { return stats_; }
    card::FillLevel fill_level() {
        return card::fill_level(
            "receive_fifo", "octets", [this] { return memory_.capacity(); }, memory_.changed);
    }
    ether_board::ReceiveTap over;
    ether_board::CopyTap copied;  ///< The host has read and discarded the oldest frame.

    bool enabled = false, large_frames = false;
    unsigned longest = kLongestFrame;  ///< Octets of the longest frame without FCS that is not oversized.
    bool keeps_overruns = true;        ///< A frame that found the FIFO full is passed on, cut off.
    bool reports_late = false;         ///< Good frames are reported when the bus master has moved them.
    std::uint8_t accepted = 0;         ///< Accepted classes of addresses.
    unsigned early_threshold = kThresholdOff;
    Address station{}, mask{};

private:
    enum class State { Idle, Taking, Missing, Dropping };
    struct Packet {
        unsigned octets = 0;  ///< Without FCS.
        std::uint8_t errors = 0;
        Address to{};
        ether_board::ReceiveSide::End end;
        unsigned padded() const { return (octets + 3) & ~3u; }
    };
    void judge(bool hears);
    bool takes() const;
    void take();
    void store(std::uint8_t octet);
    void drop();
    void report_outcome(card::UnitOutcome outcome, const Address& to, const ether_board::ReceiveSide::End& end) const;
    void report_late(const Packet& packet, card::UnitOutcome outcome) const;
    unsigned left_of(const Packet& packet) const { return packet.octets > read_ ? packet.octets - read_ : 0; }
    void end();
    std::uint8_t errors_of(const ether_board::ReceiveSide::End& end) const;
    bool ended() const { return !side_.ends.empty(); }
    /// Octets of the present frame that are in the side's FIFO.
    unsigned waiting() const { return ended() ? side_.ends.front().octets - popped_ : unsigned(side_.fifo.size()); }
    std::uint8_t pop();
    /// Octets of the present frame in the FIFO; its last four octets may be its FCS.
    unsigned visible() const { return stored_ > kFcsOctets ? stored_ - kFcsOctets : 0; }

    ether_board::ReceiveSide& side_;
    Statistics& statistics_;
    std::size_t most_packets_;
    Ring<std::uint8_t> memory_;
    Ring<Packet> packets_;
    State state_ = State::Idle;
    Address to_{};
    unsigned popped_ = 0, stored_ = 0;  ///< Octets of the present frame: taken from the side, written to the FIFO.
    unsigned read_ = 0;                 ///< Octets read of the oldest frame.
    card::UnitOutcome unit_outcome_ = card::UnitOutcome::ReceiveDisabled;  ///< Of a dropped frame.
    core::Femtoseconds read_from_ = 0, read_until_ = 0;
    bool full_ = false, early_ = false, early_reported_ = false, underrun_ = false;
    Stats stats_;
};

}  // namespace niclab::etherlink
