/// @file  What a controller is to its MAC: octets out, octets in, and how each frame ended.
///
/// A chip that puts a MAC under its FIFO implements both. The MAC calls them at edges of its own transmit and receive clock, a call
/// an octet; nothing is stored between the two, so that a FIFO runs empty or over when it would. They are the inner side of an
/// interface: what they answer must not depend on what another module did in the same delta cycle (keep it in a core::Fifo,
/// core::Mailbox or core::Synchronizer), and they may not wait.
///
/// One frame out, at a transmit clock each:
///     ready()  ->  begin(1)  ->  next() ...  ->  ended(Sent)
///                  begin(1)  ->  next() ...  ->  collided(1, r)  ->  begin(2)  ->  next() ...
/// After a collision the frame is asked for again from its first octet. Whoever makes ready() true calls Mac::request().
#pragma once

#include <cstdint>

namespace niclab::ether {

enum class Outcome {
    Sent,
    ExcessiveCollisions,  ///< The last attempt of MacRules.attempts collided, too.
    LateCollision,        ///< And it is not tried again.
    Underrun,             ///< next() had no octet in time: what was sent got a wrong FCS.
};

/// How a frame ended, said when its last bit, or that of its last jam, has left.
struct TransmitStatus {
    Outcome outcome = Outcome::Sent;
    unsigned collisions = 0;       ///< 0 .. 16
    unsigned late_collisions = 0;  ///< Of them, after the slot time.
    unsigned octets = 0;           ///< Of the last attempt, without preamble, SFD and jam, with padding and FCS.
    bool deferred = false;         ///< Before its first attempt it had to wait for the medium.
    bool excess_deferral = false;  ///< It once waited longer than MacRules.defer_limit_bits.
    bool carrier_lost = false;     ///< Half duplex: in its last attempt carrier sense was off after the header.
};

/// What a chip asks for a frame.
struct FrameOptions {
    bool append_fcs = true;  ///< False: its last four octets are taken for an FCS, right or wrong.
    unsigned pad_to_octets =
        0;  ///< Zeros are appended up to so many octets, without FCS: 60, or 0 where the driver pads.
};

enum class Supply { Octet, End, Empty };
struct NextOctet {
    Supply supply;  ///< End: the frame has no more octets; Empty: it has, and they are not there: an underrun.
    std::uint8_t octet = 0;
};

/// Where frames to be sent come from.
class OctetSource {
public:
    virtual ~OctetSource() = default;
    /// A frame may begin. Once it is true it stays true until ended(). Asked while the medium is busy, too.
    virtual bool ready() = 0;
    /// Attempt `attempt`, 1 .., begins: the first preamble bit goes out with this clock. The first octet is asked for
    /// 64 bit times later, from the frame's beginning.
    virtual FrameOptions begin(unsigned attempt) = 0;
    /// The next octet, asked for with the clock that sends its first bit; one each 8 bit times.
    virtual NextOctet next() = 0;
    /// Octets up to the frame's end that next() would give and nobody looks at, where frames are handed over whole: the machine
    /// may skip() over the clocks of such. 0: each octet is asked for.
    virtual unsigned unseen_octets() const { return 0; }
    /// So many of them were skipped.
    virtual void pass_over(unsigned /*octets*/) {}
    /// Octets up to the frame's end that next() will give whatever happens meanwhile: they may be asked for behind their time, many at
    /// once. 0: each is asked for in its time.
    virtual unsigned certain_octets() const { return 0; }
    /// The attempt is over, its jam sent; the next one begins `slots` slot times from now or later.
    virtual void collided(unsigned /*attempt*/, unsigned /*slots*/) {}
    virtual void ended(const TransmitStatus& status) = 0;
    /// After each frame sent in half duplex, when the first part of the gap is over: COL was seen in it (SQE test).
    virtual void heartbeat(bool /*seen*/) {}
};

/// What came in between carrier and carrier.
struct ReceiveStatus {
    unsigned octets = 0;         ///< Whole ones after the SFD, with FCS; all were handed over.
    unsigned dribble_bits = 0;   ///< 0 .. 7 more bits.
    bool fcs_good = false;       ///< Over the whole octets.
    bool own_collision = false;  ///< The station began to send while it came in.

    bool alignment_error() const { return dribble_bits > 0 && !fcs_good; }
    bool runt() const { return octets < 64; }
    bool too_long() const { return octets > 1518; }
};

/// Where frames that come in go to. Which are kept, by address, length or check, is the chip's business.
class OctetSink {
public:
    virtual ~OctetSink() = default;
    /// The SFD is there.
    virtual void begin() = 0;
    /// With the receive clock that samples its last bit.
    virtual void octet(std::uint8_t octet) = 0;
    /// It does something with octets of this frame before the end. False stays so up to there: they may come late.
    virtual bool waits() const { return true; }
    /// Carrier, or data valid, has ended. Only after begin().
    virtual void ended(const ReceiveStatus& status) = 0;
};

}  // namespace niclab::ether
