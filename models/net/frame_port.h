/// @file The MAC at an end of an Ethernet line, as its card or its switch uses it, whatever the
/// level of the line.
#pragma once

#include "base/time.h"
#include "ether/transmit_machine.h"
#include "net/frame.h"

namespace niclab::net {

using base::Femtoseconds;

/// Counters and times of the two directions at a MAC.
struct PortStats {
    std::uint64_t received = 0, damaged = 0, slots = 0;  ///< The last: slots of back-off, 512 bits each.
    Femtoseconds sending = 0, occupied = 0;              ///< Up to the end of the last transmission.
    Femtoseconds held_off = 0;                           ///< Time in which nothing was received during a back-off of
                                                         ///< its own.
};

/// What happened at a MAC up to now; the times are complete.
struct PortActivity {
    bool full_duplex = false;
    double bit_rate = 0;
    ether::TransmitMachine::Stats sent;
    PortStats stats;
};

class FramePort {
public:
    virtual ~FramePort() = default;
    /// The station that supplies its frames.
    void serve(FrameStation& station, unsigned port) { station_ = &station, port_ = port; }
    /// There is a frame to send.
    virtual void request() = 0;
    /// Octets of the present attempt that can no longer be repeated, because a collision would be
    /// late; 0: none.
    virtual unsigned octets_out() const = 0;
    /// Time at which this number will be reached, unless it collides. To be called during a
    /// transmission.
    virtual Femtoseconds when_out(unsigned octets) const = 0;
    virtual bool sends() const = 0;

protected:
    FrameStation* station_ = nullptr;
    unsigned port_ = 0;
};

}  // namespace niclab::net
