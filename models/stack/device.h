/// @file A network interface below the stack: whole IP packets in and out.
#pragma once

#include <optional>

#include "tcp/packet.h"

namespace niclab::stack {

class Device {
public:
    /// The receiver of a device's events: its interrupt handler.
    struct User {
        virtual ~User() = default;
        /// take() has a packet.
        virtual void received() = 0;
        /// There is space again after a packet was refused.
        virtual void room() = 0;
    };
    virtual ~Device() = default;
    void serve(User& user) { user_ = &user; }

    /// Octets of the longest IP packet.
    virtual std::uint32_t mtu() const = 0;
    /// Offers a packet to send. False: there is no space, and room() will be called.
    virtual bool offer(const tcp::Packet& packet) = 0;
    /// A card without DMA: the driver copies each packet, at the cost of Activity::CardOut and
    /// CardIn, and only one that fits.
    virtual bool copied_by_driver() const { return false; }
    /// Octets of such a copy, and the part of them that must be copied before the packet is
    /// offered: the card does not wait for the rest.
    virtual std::uint32_t copied_octets(const tcp::Packet& packet) const { return packet.octets(); }
    virtual std::uint32_t copied_first(const tcp::Packet& packet) const { return copied_octets(packet); }
    /// Whether offer() would accept it. False: room() will be called.
    virtual bool fits(const tcp::Packet& /*packet*/) { return true; }
    /// The next received packet; its buffer is free for the card again.
    virtual std::optional<tcp::Packet> take() = 0;

protected:
    User* user_ = nullptr;
};

}  // namespace niclab::stack
