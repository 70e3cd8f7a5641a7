/// @file The state machine of the transmit half of a MAC: computes at an edge of TXC what it drives
/// from what it samples, without pins.
///
/// Source: as rules.h; clause 4's TransmitLinkMgmt, StartJam and BackOff.
/// Timing: TXEN rises with the edge at which the gap and the back-off are over and a frame is
///   ready. A collision that is sampled during preamble and SFD lets them finish, and the jam
///   follows at once. Later the jam begins with the next bit. So no fragment is shorter than 96
///   bits. A collision is late if more than `slot_bits` bits, including the header, had been sent
///   when it was sampled. Back-off is counted from the end of the jam, in parallel with the gap.
///
/// Underrun: four octets that cannot be the FCS follow the transmitted part, and the frame has
/// ended. *Assumed*: chips differ.
///
/// Whole frames: octets that are not observed (OctetSource::unseen_octets) are skipped like quiet
/// clocks; CRS and COL may not change meanwhile. The FCS after them is sent for its length only.
/// Not modelled: half duplex at 1000 Mb/s (bursts and carrier extension), pause frames.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "ether/deferral.h"
#include "ether/fcs.h"
#include "ether/octet_interface.h"
#include "ether/rules.h"

namespace niclab::ether {

/// Truncated binary exponential back-off: the number of slot times for which a station waits
/// after its n-th collision.
///
/// Source: IEEE 802.3 4.2.3.2.5 (from memory of the standard).
class Backoff {
public:
    /// `seed` and `name` select the station's stream of random numbers.
    Backoff(std::uint64_t seed, std::string_view name) : random_(seed, name) {}
    /// Slot times after collision `n` (from 1) of a frame, uniformly distributed from 0 to
    /// 2^exponent - 1.
    unsigned draw(unsigned n, const MacRules& rules) {
        return unsigned(random_.uniform(0, (std::int64_t{1} << rules.backoff_exponent(n)) - 1));
    }

private:
    base::RandomStream random_;
};

/// The inputs of a transmitter at an edge.
struct TransmitSample {
    bool crs, col;
};
/// Its outputs from then on.
struct TransmitLevels {
    bool en = false;
    std::uint8_t data = 0;
    bool operator==(const TransmitLevels& o) const { return en == o.en && data == o.data; }
};

/// An event of a transmitter: a frame waits for the medium, an attempt begins, collides, the frame
/// is finished.
struct TransmitEvent {
    enum class What { Waits, Begins, Collides, JamEnds, Ends } what;
    unsigned attempt = 0;   ///< From 1, of the attempt.
    unsigned slots = 0;     ///< JamEnds: slot times of back-off from now.
    TransmitStatus status;  ///< For Ends.
};

class TransmitMachine {
public:
    struct Stats {
        std::uint64_t frames = 0, octets = 0, attempts = 0, collisions = 0, late_collisions = 0, excessive = 0;
        std::uint64_t deferred = 0, underruns = 0, carrier_lost = 0, heartbeats_missed = 0;
        std::array<std::uint64_t, 17> by_collisions{};  ///< Number of frames by the number of their collisions; the
                                                        ///< last one is for 16 or more.
    };
    /// Receives each event, at the edge at which it happens.
    class Watcher {
    public:
        virtual ~Watcher() = default;
        virtual void on_transmit_event(const TransmitEvent& event) = 0;
    };

    /// `width`: 1 or 4 bits per clock, or 8 in full duplex. Throws std::invalid_argument: rules
    /// out of range.
    TransmitMachine(const MacRules& rules, unsigned width, OctetSource& source, Watcher& watcher, Backoff backoff);

    /// Computes one edge. Returns true if its outputs change.
    bool clock(const TransmitSample& in);
    const TransmitLevels& drive() const { return out_; }
    /// Number of coming clocks that only count while CRS, COL and `ready()` do not change. They may
    /// be skipped.
    std::uint64_t quiet_clocks() const;
    void skip(std::uint64_t clocks);
    /// Number of coming clocks in which it sends octets that are already certain
    /// (OctetSource::certain_octets). CRS, if it is evaluated, must remain on and COL off. run()
    /// computes this number of clocks, or fewer, at once. It appends the data of each edge as
    /// others sample them.
    std::uint64_t certain_clocks() const;
    /// Whether it sends a frame up to its FCS, unless CRS or COL changes that. After begun_clocks()
    /// an octet is requested with the clock that sends its first bit, until the FCS is sent.
    bool keeps_sending() const;
    bool sends_fcs() const { return state_ == State::Fcs; }
    /// Number of coming clocks for which it has data: begun octets, the header, the FCS once it is
    /// being sent. run() may compute them in any portions.
    std::uint64_t begun_clocks() const { return begun_bits() / width_; }
    void run(std::uint64_t clocks, std::vector<std::uint8_t>& symbols);
    /// It does not transmit, and will not begin before CRS is off.
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
    void withdraw();
    void look_for_heartbeat(bool col);
    void skip_octets(std::uint64_t bits);
    std::uint64_t begun_bits() const;
    void notify(TransmitEvent::What what, unsigned slots = 0) {
        watcher_.on_transmit_event({what, attempt_, slots, status_});
    }

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
    unsigned octet_bits_ = 0;   ///< and the number of its bits still to send.
    unsigned sent_bits_ = 0;    ///< Of the attempt, including the header.
    unsigned index_ = 0;        ///< Octets of the header or the FCS that were taken.
    unsigned attempt_ = 0;      ///< 0: no frame waits.
    std::uint64_t left_ = 0;    ///< Clocks of back-off, or of jam.
    std::uint64_t waited_ = 0;  ///< Clocks of waiting for the medium in this attempt.
    bool collided_ = false;     ///< A jam follows, or is being sent.
    bool late_ = false;         ///< The collision was late.
    bool frame_over_ = false;   ///< The source has no more octets.
    bool carrier_seen_lost_ = false;
    bool heartbeat_awaited_ = false, heartbeat_seen_ = false;
    Stats stats_;
};

}  // namespace niclab::ether
