/// @file A device on the management wires of the chip (MDC and MDIO of 802.3, clause 22).
#pragma once

namespace niclab::etherlink {

class Management {
public:
    virtual ~Management() = default;
    /// A rising edge of MDC, with the level of MDIO: 1 if the chip does not drive it.
    virtual void clock(bool data) = 0;
    /// The level of MDIO while the chip does not drive it.
    virtual bool data() const = 0;
    /// The cable is connected, or disconnected.
    virtual void set_link(bool up) = 0;
    /// The device and the other end of the cable have a mode in common.
    virtual bool has_link() const = 0;
};

}  // namespace niclab::etherlink
