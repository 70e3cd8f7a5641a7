/// @file  What the transmit half of a MAC does at an edge of TXC: from what it samples to what it drives, without a pin.
///
/// Source:        as rules.h; clause 4's TransmitLinkMgmt, StartJam and BackOff.
/// Timing:        TXEN rises with the edge at which the gap and the back-off are over and a frame is ready. A collision sampled while
///                preamble and SFD go out lets them finish; the jam follows at once, otherwise from the next bit on: no fragment
///                is shorter than 96 bits. It is late when more than `slot_bits` bits, the header's among them, were out when
///                it was sampled. Back-off is counted from the end of the jam, beside the gap.
/// Underrun:      four octets that are surely no FCS follow what was sent, and the frame has ended. *Assumed*: chips differ.
/// Whole frames:  octets that nobody looks at (OctetSource::unseen_octets) are skipped like quiet clocks; CRS and COL may not change
///                meanwhile. The FCS behind them is sent for its length alone.
/// Not modelled:  bursts and carrier extension (1000 Mb/s), pause frames.
#pragma once

#include <array>
#include <vector>

#include "ether/backoff.h"
#include "ether/deferral.h"
#include "ether/fcs.h"
#include "ether/seam.h"

namespace niclab::ether {

/// What a transmitter samples at an edge.
struct TransmitSample {
    bool crs, col;
};
/// What it drives from then on.
struct TransmitLevels {
    bool en = false;
    std::uint8_t data = 0;
    bool operator==(const TransmitLevels& o) const { return en == o.en && data == o.data; }
};

/// What a transmitter tells: a frame waits for the medium, an attempt begins, collided, the frame is through.
struct TransmitEvent {
    enum class What { Waits, Begins, Collides, JamEnds, Ends } what;
    unsigned attempt = 0;   ///< 1 .., of the attempt.
    unsigned slots = 0;     ///< JamEnds: slot times of back-off from now.
    TransmitStatus status;  ///< Ends.
};

class TransmitMachine {
public:
    struct Stats {
        std::uint64_t frames = 0, octets = 0, attempts = 0, collisions = 0, late_collisions = 0, excessive = 0;
        std::uint64_t deferred = 0, underruns = 0, carrier_lost = 0, heartbeats_missed = 0;
        std::array<std::uint64_t, 17> by_collisions{};  ///< Frames by how often they collided, 16 times or more.
    };
    /// Told of each step, at the edge at which it is made.
    class Watcher {
    public:
        virtual ~Watcher() = default;
        virtual void told(const TransmitEvent& event) = 0;
    };

    /// `width`: 1 or 4 bits a clock. Throws std::invalid_argument: rules out of range.
    TransmitMachine(const MacRules& rules, unsigned width, OctetSource& source, Watcher& watcher, Backoff backoff);

    /// One edge. True when it drives something else from now on.
    bool clock(const TransmitSample& in);
    const TransmitLevels& drive() const { return out_; }
    /// Clocks to come that only count as long as CRS, COL and `ready()` stay as they are; they may be left out and skipped.
    std::uint64_t quiet_clocks() const;
    void skip(std::uint64_t clocks);
    /// Clocks to come in which it sends what is certain already (OctetSource::certain_octets), as long as CRS, where it is looked at, is
    /// on and COL off: run() does so many, or fewer, of them at once, and appends the data of each edge as others sample them.
    std::uint64_t certain_clocks() const;
    /// It sends a frame to its FCS, unless CRS or COL has something to say to it. An octet is asked for behind begun_clocks(), with the clock
    /// that sends its first bit, until the FCS goes out.
    bool keeps_sending() const;
    bool sends_fcs() const { return state_ == State::Fcs; }
    /// Clocks to come in which it sends of what it has: octets begun, the header, the FCS once it goes out. run() may do those in any portions.
    std::uint64_t begun_clocks() const { return begun_bits() / width_; }
    void run(std::uint64_t clocks, std::vector<std::uint8_t>& symbols);
    /// It does not send, and will not begin before CRS is off.
    bool held() const { return !out_.en && !rules_.full_duplex && deferral_.busy(); }
    const Stats& stats() const { return stats_; }
    const MacRules& rules() const { return rules_; }

private:
    enum class State { Idle, Backoff, Header, Data, Fcs, Jam };
    void send(const TransmitSample& in);
    void next_symbol();
    bool next_octet(std::uint8_t& octet);
    bool next_of_frame(std::uint8_t& octet);
    void begin_fcs(bool right);
    void collide();
    void begin_jam();
    void end_jam();
    void stop(Outcome outcome);
    void wait_and_begin();
    void begin();
    void look_for_heartbeat(bool col);
    void skip_octets(std::uint64_t bits);
    std::uint64_t begun_bits() const;
    void tell(TransmitEvent::What what, unsigned slots = 0) { watcher_.told({what, attempt_, slots, status_}); }

    const MacRules rules_;
    const unsigned width_;
    OctetSource& source_;
    Watcher& watcher_;
    Backoff backoff_;
    Deferral deferral_;
    State state_ = State::Idle;
    TransmitLevels out_;
    FrameOptions options_;
    Fcs fcs_;
    TransmitStatus status_;
    std::array<std::uint8_t, kFcsOctets> trailer_{};
    std::uint8_t octet_ = 0;    ///< Under way,
    unsigned octet_bits_ = 0;   ///< with so many bits of it not sent.
    unsigned sent_bits_ = 0;    ///< Of the attempt, with the header.
    unsigned index_ = 0;        ///< Octets of the header or the FCS taken.
    unsigned attempt_ = 0;      ///< 0: no frame waits.
    std::uint64_t left_ = 0;    ///< Clocks of back-off, or of jam.
    std::uint64_t waited_ = 0;  ///< Clocks since the attempt could have begun but for the medium.
    bool collided_ = false;     ///< A jam follows, or goes out.
    bool late_ = false;         ///< The collision was.
    bool frame_over_ = false;   ///< The source has no more octets.
    bool carrier_seen_lost_ = false;
    bool heartbeat_awaited_ = false, heartbeat_seen_ = false;
    Stats stats_;
};

}  // namespace niclab::ether
