/// @file The interface between a controller and its MAC: octets out, octets in, and the status of
/// each frame.
///
/// Behaviour: a chip with a MAC at its FIFO implements both classes. The MAC calls them at edges of
///   its own transmit and receive clock, one call per octet. Nothing is stored between the two, so
///   that underruns and overflows of a FIFO happen at their real times. They are the inner side of
///   an interface, so they must not wait. Their results must not depend on what another module did
///   in the same delta cycle (use a core::Fifo, core::Mailbox or core::Synchronizer).
///
/// One frame out, each step at a transmit clock:
///     ready()  ->  begin(1)  ->  next() ...  ->  ended(Sent)
///                  begin(1)  ->  next() ...  ->  collided(1, r)  ->  begin(2)  ->  next() ...
/// After a collision the frame is requested again from its first octet. The code that makes ready()
/// true calls Mac::request().
#pragma once

#include <cstdint>

#include "ether/rules.h"

namespace niclab::ether {

enum class Outcome {
    Sent,
    ExcessiveCollisions,  ///< The last attempt of MacRules.attempts collided, too.
    LateCollision,        ///< No retry follows.
    Underrun,             ///< next() had no octet in time: the transmitted part got a wrong FCS.
    Withdrawn,            ///< The chip gave it up between two attempts, or before the first.
};

/// How a frame ended, reported after its last bit, or that of its last jam.
struct TransmitStatus {
    Outcome outcome = Outcome::Sent;
    unsigned collisions = 0;       ///< 0 .. 16
    unsigned late_collisions = 0;  ///< The part of them after the slot time.
    unsigned octets = 0;           ///< Of the last attempt, without preamble, SFD and jam, with padding and FCS.
    bool deferred = false;         ///< It had to wait for the medium before its first attempt.
    bool excess_deferral = false;  ///< One wait was longer than MacRules.defer_limit_bits.
    bool carrier_lost = false;     ///< Half duplex: in its last attempt carrier sense was off after the header.
};

/// A chip's options for a frame.
struct FrameOptions {
    bool append_fcs = true;  ///< False: its last four octets are used as the FCS, right or wrong.
    unsigned pad_to_octets =
        0;  ///< Zeros are appended up to this number of octets, without FCS: 60, or 0 if the driver pads.
};

enum class Supply { Octet, End, Empty };
struct NextOctet {
    Supply supply;  ///< End: the frame has no more octets. Empty: it has, but the next one is not available, an
                    ///< underrun.
    std::uint8_t octet = 0;
};

/// The source of frames to transmit.
class OctetSource {
public:
    virtual ~OctetSource() = default;
    /// A frame may begin. Once true, it stays true until ended(). Also called while the medium is
    /// busy.
    virtual bool ready() = 0;
    /// The frame that is ready is not to be sent any more. Asked when an attempt could begin; the
    /// frame then ends without one.
    virtual bool withdrawn() { return false; }
    /// Attempt `attempt` (from 1) begins: the first preamble bit is sent with this clock. The first
    /// octet is requested 64 bit times later, from the frame's beginning.
    virtual FrameOptions begin(unsigned attempt) = 0;
    /// The next octet, requested with the clock that sends its first bit; one per 8 bit times.
    virtual NextOctet next() = 0;
    /// Number of octets up to the frame's end with values that no module observes, where whole
    /// frames are transferred: the machine may skip() their clocks. 0: each octet is requested.
    virtual unsigned unseen_octets() const { return 0; }
    /// `octets` of them were skipped.
    virtual void skip_octets(unsigned /*octets*/) {}
    /// Number of octets up to the frame's end that next() will return in any case. They may be
    /// requested late, many at once. 0: each is requested at its time.
    virtual unsigned certain_octets() const { return 0; }
    /// The attempt is over and its jam was sent; the next one begins `slots` slot times from now or
    /// later.
    virtual void collided(unsigned /*attempt*/, unsigned /*slots*/) {}
    virtual void ended(const TransmitStatus& status) = 0;
    /// After each frame that was sent in half duplex, at the end of the first part of the gap:
    /// whether COL was seen in it (SQE test).
    virtual void heartbeat(bool /*seen*/) {}
};

/// The status of a received frame.
struct ReceiveStatus {
    unsigned octets = 0;            ///< Whole octets after the SFD, with FCS; all were passed on.
    unsigned dribble_bits = 0;      ///< 0 .. 7 more bits.
    bool fcs_good = false;          ///< Over the whole octets.
    bool own_collision = false;     ///< The station began to transmit during the reception.
    unsigned longest = kMaxOctets;  ///< Octets of the longest frame that the receiver allows.

    bool alignment_error() const { return dribble_bits > 0 && !fcs_good; }
    bool runt() const { return octets < kMinOctets; }
    bool too_long() const { return octets > longest; }
};

/// The destination of received frames. The chip decides by address, length or check which frames it
/// keeps.
class OctetSink {
public:
    virtual ~OctetSink() = default;
    /// The SFD was received.
    virtual void begin() = 0;
    /// With the receive clock that samples its last bit.
    virtual void octet(std::uint8_t octet) = 0;
    /// Whether it uses octets of this frame before the end. False remains valid up to the end:
    /// octets may be passed on late.
    virtual bool waits() const { return true; }
    /// Carrier, or data valid, has ended. Called only after begin().
    virtual void ended(const ReceiveStatus& status) = 0;
};

}  // namespace niclab::ether
